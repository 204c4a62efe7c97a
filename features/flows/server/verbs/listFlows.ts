import { foldersWithin } from '@millrace/folders/server'
import type { Input, Result } from '@millrace/kit/contract'
import { cursorBehind, type House, readCursor, type Tx } from '@millrace/kit/server'
import type { FlowRow, flowsContract } from '../../contract/index.ts'
import { operationKeysOf } from '../../contract/index.ts'
import type { Editor } from './editFlow.ts'
import { HEAD_COLUMNS, readSteps, toHead } from './readFlow.ts'

const triggerKeys = () => operationKeysOf(({ type }) => type === 'trigger')
const sendingKeys = () => operationKeysOf(({ sends }) => sends)

type Row = Parameters<typeof toHead>[0] & { stepCount: number; emailIds: number[]; queued: number; sortedBy: string }
type Count = { total: number; current: number; archived: number }

/** Which flows a list shows. */
type ListQuery = NonNullable<Input<typeof flowsContract.listFlows>['query']>

const SORTS = {
  updatedAt: { by: 'f.updated_at', type: 'timestamptz', isTime: true },
  createdAt: { by: 'f.created_at', type: 'timestamptz', isTime: true },
  name: { by: 'lower(f.name)', type: 'text', isTime: false },
}

/** Archived or not, with words in its name, in a state, in one of some folders. */
const FITS = `f.deleted_at is null and (f.archived_at is not null) = $2 and strpos(lower(f.name), lower($3)) > 0
  and ($4::text is null or $4 = case when f.status = 'on' then 'active' when f.activated_at is null then 'draft' else 'paused' end)
  and ($5::uuid[] is null or exists (select 1 from folder_items i where i.account_id = $1 and i.folder_type = 'flows'
    and i.item_id = f.id::text and i.folder_id = any($5)))`

/** How many flows fit, and how many there are at all. */
const COUNT = `select count(*) filter (where ${FITS}) as total, count(*) filter (where f.archived_at is null) as current,
  count(*) filter (where f.archived_at is not null) as archived from flows f where f.account_id = $1 and f.deleted_at is null`

/**
 * Flows with how many steps they have, which emails they send and how many people stand in them. $6, $7: the row that a page
 * goes on behind.
 */
const listOf = ({ by, type }: { by: string; type: string }, order: 'asc' | 'desc') => `select ${HEAD_COLUMNS},
    (${by})::text as "sortedBy",
    (select count(*) from flow_steps s where s.account_id = $1 and s.flow_id = f.id and s.deleted_at is null)::int as "stepCount",
    (select coalesce(sum(c.queued), 0) from flow_step_counts c where c.account_id = $1 and c.flow_id = f.id)::int as queued,
    array(select distinct (s.input ->> 'emailId')::bigint from flow_steps s
      where s.account_id = $1 and s.flow_id = f.id and s.deleted_at is null and s.operation_key = any($10::text[])
        and s.input ->> 'emailId' ~ '^[0-9]{1,15}$') as "emailIds"
  from flows f left join members m on m.id = f.updated_by
  where f.account_id = $1 and ${FITS}
    and ($6::text is null or (${by}, f.id) ${order === 'asc' ? '>' : '<'} ($6::${type}, $7::bigint))
  order by ${by} ${order}, f.id ${order}, f.account_id limit $8 offset $9`

const NAMES = `select id, name, archived_at is not null as archived, object_type as "objectType" from flows where account_id = $1 and deleted_at is null
  order by lower(name), account_id, id`

const shapeRows = async (tx: Tx, accountId: number, rows: Row[]): Promise<FlowRow[]> => {
  const ids = rows.map(({ id }) => id)
  const triggers = await readSteps(tx, accountId, ids, triggerKeys())
  return rows.map((row) => ({
    ...toHead(row),
    stepCount: row.stepCount,
    emailIds: row.emailIds,
    queued: row.queued,
    triggers: triggers.filter(({ integrationId }) => integrationId === row.id),
  }))
}

/** Flows page by page, latest change first unless told; archived ones only where they are asked for. */
export const listFlows = (
  house: House,
  { accountId }: Editor,
  query: ListQuery,
): Promise<Result<typeof flowsContract.listFlows>> =>
  house.db.account(accountId, async (tx) => {
    const { sort = 'updatedAt', order = sort === 'name' ? 'asc' : 'desc', limit = 50, offset = 0 } = query
    const behind = readCursor(query.cursor, SORTS[sort].isTime)
    const folders = await foldersWithin(tx, accountId, 'flows', query.folder)
    const fits = [accountId, query.archived === 'true', query.search?.trim() ?? '', query.state ?? null, folders]
    const page = [...fits, behind?.value ?? null, behind?.id ?? null, limit, offset, sendingKeys()]
    const rows = await tx.rows<Row>(listOf(SORTS[sort], order), page)
    const { total, ...counts } = (await tx.one<Count>(COUNT, fits)) ?? { total: 0, current: 0, archived: 0 }
    const last = rows.length === limit ? rows.at(-1) : undefined
    return {
      integrations: await shapeRows(tx, accountId, rows),
      total,
      next: last ? cursorBehind({ value: last.sortedBy, id: last.id }) : null,
      counts,
    }
  })

/** Every flow's name. */
export const listFlowNames = (
  house: House,
  { accountId }: Editor,
): Promise<{ id: number; name: string; archived: boolean; objectType: string }[]> =>
  house.db.account(accountId, (tx) => tx.rows(NAMES, [accountId], 'flows-names'))
