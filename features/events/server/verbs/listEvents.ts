import { type House, malformed, notFound, type Tx } from '@millrace/kit/server'
import type { PersonEvent } from '../../contract/index.ts'
import { type EventRow, readCursor, toEvent } from '../rules/eventShape.ts'

/** What a listing is asked for. */
export type ListEvents = {
  /** One person, or everybody. */
  personId?: number
  cursor?: string
  limit?: number
  /** A kind of event, or the name of one. */
  source?: string
  includeEndUsers?: boolean
  ignoreAnonymous?: boolean
}

const KINDS = ['custom', 'email', 'page', 'system']

/** Names that a source means. */
const NAMES = `select id from event_names where account_id = $1 and (kind = $2 or name = $2)`

const PERSON = `select 1 as is_there from people where account_id = $1 and id = $2`

const COLUMNS = `e.id, e.created_at, e.created_at::text as at, e.person_id, e.props`

/**
 * Events of everybody or of one person, newest first, behind a cursor. $2, $3: the cursor's time and id; $4: names;
 * $5: the person; $6: how many.
 */
const select = ({ personId, includeEndUsers, ignoreAnonymous }: ListEvents) => {
  const joinsPeople = includeEndUsers || ignoreAnonymous
  return `
select ${COLUMNS}, n.name, n.kind, n.label${includeEndUsers ? ', p.email, p.fields' : ''}
from events e
join event_names n on n.account_id = $1 and n.id = e.name_id
${joinsPeople ? 'join people p on p.account_id = $1 and p.id = e.person_id' : ''}
where e.account_id = $1
  and ($2::timestamptz is null or (e.created_at, e.id) < ($2::timestamptz, $3::bigint))
  and ($4::bigint[] is null or e.name_id = any($4::bigint[]))
  and ${personId === undefined ? '$5::bigint is null' : 'e.person_id = $5::bigint'}
  ${ignoreAnonymous ? 'and not p.is_anonymous' : ''}
order by e.account_id, e.created_at desc, e.id desc
limit $6`
}

const namesOf = async (tx: Tx, accountId: number, source: string | undefined) => {
  if (!source || source === 'all') return null
  const rows = await tx.rows<{ id: number }>(NAMES, [accountId, source])
  return KINDS.includes(source) || rows.length ? rows.map(({ id }) => id) : []
}

/** A page of what people did, newest first, and where it goes on. */
export const listEvents = (
  house: House,
  accountId: number,
  wanted: ListEvents,
): Promise<{ events: PersonEvent[]; paging: { after: string | null } }> =>
  house.db.account(accountId, async (tx) => {
    const { personId = null, cursor, limit = 100, source } = wanted
    const from = cursor === undefined ? undefined : readCursor(cursor)
    if (cursor !== undefined && !from) throw malformed('This cursor is not one of ours.')
    if (personId !== null && !(await tx.one(PERSON, [accountId, personId]))) throw notFound()
    const nameIds = await namesOf(tx, accountId, source)
    const values = [accountId, from?.at ?? null, from?.id ?? null, nameIds, personId, limit]
    const events = (await tx.rows<EventRow>(select(wanted), values)).map(toEvent)
    return { events, paging: { after: events.length === limit ? (events.at(-1)?.cursor ?? null) : null } }
  })
