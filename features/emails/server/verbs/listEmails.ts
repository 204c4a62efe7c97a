import { foldersWithin } from '@millrace/folders/server'
import type { Input } from '@millrace/kit/contract'
import { cursorBehind, likeSearch, readCursor, type Tx } from '@millrace/kit/server'
import type { EmailSummary } from '../../contract/email.ts'
import type { emailCalls } from '../../contract/emailCalls.ts'
import { type ContentRow, EMAIL_COLUMNS, type EmailRow, LINE_COLUMNS } from '../store/rows.ts'
import type { Emails } from './emails.ts'
import { toSummary } from './shapeEmail.ts'

/** Which emails a list shows. */
type ListQuery = NonNullable<Input<typeof emailCalls.listEmails>['query']>

/** A page of emails, and how many there are. */
type Listed = {
  emails: EmailSummary[]
  total: number
  next: string | null
  counts: { current: number; archived: number }
}

const SORTS = {
  updatedAt: { by: 'e.updated_at', type: 'timestamptz', isTime: true },
  createdAt: { by: 'e.created_at', type: 'timestamptz', isTime: true },
  name: { by: 'lower(e.name)', type: 'text', isTime: false },
  subject: { by: 'lower(v.subject)', type: 'text', isTime: false },
}

/** Archived or not, with words in its name or subject, in one of some folders. */
const FITS = `(e.archived_at is not null) = $2 and ($3 = '' or e.name ilike $3 or v.subject ilike $3)
  and ($4::uuid[] is null or exists (select 1 from folder_items i where i.account_id = $1 and i.folder_type = 'emails'
    and i.item_id = e.id::text and i.folder_id = any($4)))`

const FROM = 'from emails e join email_versions v on v.account_id = $1 and v.email_id = e.id and v.version = e.version'

/** How many emails fit, and how many there are at all. */
const COUNT = `select count(*) filter (where ${FITS}) as total, count(*) filter (where e.archived_at is null) as current,
  count(*) filter (where e.archived_at is not null) as archived ${FROM} where e.account_id = $1`

type Line = EmailRow & Omit<ContentRow, 'state' | 'html'> & { hasDraft: boolean; sortedBy: string }
type Count = { total: number; current: number; archived: number }

/** A page of emails with the lines of their saved version, and whether a draft is newer. $5, $6: the row that it goes on behind. */
const listOf = ({ by, type }: { by: string; type: string }, order: 'asc' | 'desc') =>
  `select ${EMAIL_COLUMNS}, ${LINE_COLUMNS}, (${by})::text as "sortedBy",
     exists (select 1 from email_versions d where d.account_id = $1 and d.email_id = e.id and d.is_draft
       and d.version > e.version) as "hasDraft"
   ${FROM} where e.account_id = $1 and ${FITS}
     and ($5::text is null or (${by}, e.id) ${order === 'asc' ? '>' : '<'} ($5::${type}, $6::bigint))
   order by ${by} ${order}, e.id ${order}, e.account_id limit $7 offset $8`

const shapeLines = async (tx: Tx, { ports }: Emails, accountId: number, rows: Line[]): Promise<EmailSummary[]> => {
  const ids = rows.map((row) => row.id)
  const stats = await ports.stats(tx, accountId, ids)
  const usedIn = await ports.usedIn(tx, accountId, ids)
  return rows.map(({ hasDraft, sortedBy: _sortedBy, ...row }) =>
    toSummary(row, { hasDraft, stats: stats.get(row.id) ?? null, usedIn: usedIn.get(row.id) ?? [] }),
  )
}

/** Emails whose name or subject contains a text, page by page. */
export const listEmails = async (emails: Emails, accountId: number, query: ListQuery): Promise<Listed> =>
  emails.house.db.account(accountId, async (tx) => {
    const { sort = 'updatedAt', limit = 100, offset = 0 } = query
    const { order = sort === 'name' || sort === 'subject' ? 'asc' : 'desc' } = query
    const behind = readCursor(query.cursor, SORTS[sort].isTime)
    const folders = await foldersWithin(tx, accountId, 'emails', query.folder)
    const fits = [accountId, query.archived === 'true', likeSearch(query.search), folders]
    const page = [...fits, behind?.value ?? null, behind?.id ?? null, limit, offset]
    const rows = await tx.rows<Line>(listOf(SORTS[sort], order), page)
    const { total, ...counts } = (await tx.one<Count>(COUNT, fits)) ?? { total: 0, current: 0, archived: 0 }
    const last = rows.length === limit ? rows.at(-1) : undefined
    return {
      emails: await shapeLines(tx, emails, accountId, rows),
      total,
      next: last ? cursorBehind({ value: last.sortedBy, id: last.id }) : null,
      counts,
    }
  })
