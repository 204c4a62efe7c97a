import { foldersWithin } from '@millrace/folders/server'
import type { Input, Result } from '@millrace/kit/contract'
import { cursorBehind, type House, readCursor } from '@millrace/kit/server'
import type { broadcastsContract } from '../../contract/index.ts'
import { BROADCAST_COLUMNS, type BroadcastRow } from '../store/rows.ts'
import { shapeBroadcasts } from '../store/shape.ts'

type ListQuery = NonNullable<Input<typeof broadcastsContract.listBroadcasts>['query']>

const SORTS = {
  updatedAt: { by: 'b.updated_at', type: 'timestamptz', isTime: true },
  createdAt: { by: 'b.created_at', type: 'timestamptz', isTime: true },
  sendAt: { by: 'coalesce(b.send_at, b.created_at)', type: 'timestamptz', isTime: true },
  name: { by: 'lower(b.name)', type: 'text', isTime: false },
}

/** Archived or not, with words in its name, in a status, in one of some folders. */
const FITS = `(b.archived_at is not null) = $2 and strpos(lower(b.name), lower($3)) > 0 and ($4::text is null or b.status = $4)
  and ($5::uuid[] is null or exists (select 1 from folder_items i where i.account_id = $1 and i.folder_type = 'broadcasts'
    and i.item_id = b.id::text and i.folder_id = any($5)))`

/** How many broadcasts fit, and how many there are at all. */
const COUNT = `select count(*) filter (where ${FITS}) as total, count(*) filter (where b.archived_at is null) as current,
  count(*) filter (where b.archived_at is not null) as archived from broadcasts b where b.account_id = $1`

/** A page of broadcasts. $6, $7: the row that it goes on behind. */
const listOf = ({ by, type }: { by: string; type: string }, order: 'asc' | 'desc') =>
  `select ${BROADCAST_COLUMNS}, (${by})::text as "sortedBy" from broadcasts b where b.account_id = $1 and ${FITS}
     and ($6::text is null or (${by}, b.id) ${order === 'asc' ? '>' : '<'} ($6::${type}, $7::bigint))
   order by ${by} ${order}, b.id ${order}, b.account_id limit $8 offset $9`

type Count = { total: number; current: number; archived: number }

/** Broadcasts page by page, the latest change first unless told. */
export const listBroadcasts = (
  house: House,
  accountId: number,
  query: ListQuery,
): Promise<Result<typeof broadcastsContract.listBroadcasts>> =>
  house.db.account(accountId, async (tx) => {
    const { sort = 'updatedAt', order = sort === 'name' ? 'asc' : 'desc', limit = 100, offset = 0 } = query
    const behind = readCursor(query.cursor, SORTS[sort].isTime)
    const folders = await foldersWithin(tx, accountId, 'broadcasts', query.folder)
    const fits = [accountId, query.archived === 'true', query.search?.trim() ?? '', query.status ?? null, folders]
    const page = [...fits, behind?.value ?? null, behind?.id ?? null, limit, offset]
    const rows = await tx.rows<BroadcastRow & { sortedBy: string }>(listOf(SORTS[sort], order), page)
    const { total, ...counts } = (await tx.one<Count>(COUNT, fits)) ?? { total: 0, current: 0, archived: 0 }
    const last = rows.length === limit ? rows.at(-1) : undefined
    return {
      items: await shapeBroadcasts(tx, accountId, rows, house.clock.now()),
      total,
      next: last ? cursorBehind({ value: last.sortedBy, id: last.id }) : null,
      counts,
    }
  })
