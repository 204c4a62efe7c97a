import { foldersWithin } from '@millrace/folders/server'
import type { Input } from '@millrace/kit/contract'
import { type House, likeSearch } from '@millrace/kit/server'
import type { Snippet } from '../../contract/snippet.ts'
import type { snippetCalls } from '../../contract/snippetCalls.ts'
import { SNIPPET_COLUMNS, type SnippetRow, toSnippet, usesOfSnippets } from './rows.ts'

type ListQuery = NonNullable<Input<typeof snippetCalls.listSnippets>['query']>
type Listed = {
  snippets: Snippet[]
  total: number
  counts: { current: number; archived: number }
  tags: string[]
}

/** Snippets lie in the folders of emails; this stands before their id there. */
export const SNIPPET_ITEM = 'snippet-'

/** Archived or not, with words in its name, description or content, of a type, with a tag, in one of some folders. */
const FITS = `(s.archived_at is not null) = $2
  and ($3 = '' or s.name ilike $3 or s.description ilike $3 or s.content ilike $3 or exists (select 1 from unnest(s.tags) t where t ilike $3))
  and ($4::text is null or s.type = $4) and ($5::text is null or $5 = any(s.tags))
  and ($6::uuid[] is null or exists (select 1 from folder_items i where i.account_id = $1 and i.folder_type = 'emails'
    and i.item_id = '${SNIPPET_ITEM}' || s.id and i.folder_id = any($6)))`

/** How many snippets fit, how many there are at all, and all their tags. */
const COUNT = `select count(*) filter (where ${FITS}) as total, count(*) filter (where s.archived_at is null) as current,
  count(*) filter (where s.archived_at is not null) as archived,
  coalesce((select array_agg(distinct t order by t) from snippets a, unnest(a.tags) t where a.account_id = $1), '{}') as tags
  from snippets s where s.account_id = $1`

/** A page of snippets, latest change first. */
const PAGE = `select ${SNIPPET_COLUMNS} from snippets s where s.account_id = $1 and ${FITS}
  order by s.updated_at desc, s.id desc, s.account_id limit $7 offset $8`

/** Snippets that fit, page by page. */
export const listSnippets = (house: House, accountId: number, query: ListQuery): Promise<Listed> =>
  house.db.account(accountId, async (tx) => {
    const { limit = 100, offset = 0, type, tag } = query
    const folders = await foldersWithin(tx, accountId, 'emails', query.folder)
    const fits = [
      accountId,
      query.archived === 'true',
      likeSearch(query.search),
      type ?? null,
      tag ?? null,
      folders ?? null,
    ]
    const rows = await tx.rows<SnippetRow>(PAGE, [...fits, limit, offset])
    type Count = { total: number; current: number; archived: number; tags: string[] }
    const none: Count = { total: 0, current: 0, archived: 0, tags: [] }
    const { total, tags, ...counts } = (await tx.one<Count>(COUNT, fits)) ?? none
    const uses = await usesOfSnippets(tx, accountId, rows)
    return { snippets: rows.map((row) => toSnippet(row, uses.get(row.id) ?? [])), total, counts, tags }
  })
