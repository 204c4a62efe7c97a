import type { House } from '@millrace/kit/server'
import type { FlowRow } from '../../contract/index.ts'
import { TRIGGER_RUNS } from '../engine/runners.ts'
import type { Editor } from './editFlow.ts'
import { HEAD_COLUMNS, readSteps, toHead } from './readFlow.ts'

type Row = Parameters<typeof toHead>[0] & { stepCount: number; emailIds: number[]; queued: number }

/** Flows with how many steps they have, which emails they send and how many people stand in them. */
const LIST = `select ${HEAD_COLUMNS},
    (select count(*) from flow_steps s where s.account_id = $1 and s.flow_id = f.id)::int as "stepCount",
    (select coalesce(sum(c.queued), 0) from flow_step_counts c where c.account_id = $1 and c.flow_id = f.id)::int as queued,
    array(select distinct (s.input ->> 'emailId')::bigint from flow_steps s
      where s.account_id = $1 and s.flow_id = f.id and s.operation_key = '/send'
        and s.input ->> 'emailId' ~ '^[0-9]{1,15}$') as "emailIds"
  from flows f left join members m on m.id = f.updated_by
  where f.account_id = $1 and ($4::boolean is null or (f.archived_at is not null) = $4)
  order by f.updated_at desc, f.id desc limit $2 offset $3`

const NAMES = `select id, name, archived_at is not null as archived from flows where account_id = $1
  order by lower(name), account_id, id`

/** Flows, latest change first; archived ones only where they are asked for. */
export const listFlows = (
  house: House,
  { accountId }: Editor,
  { limit = 50, offset = 0, isArchived = false }: { limit?: number; offset?: number; isArchived?: boolean },
): Promise<FlowRow[]> =>
  house.db.account(accountId, async (tx) => {
    const rows = await tx.rows<Row>(LIST, [accountId, limit, offset, isArchived], 'flows-list')
    const ids = rows.map(({ id }) => id)
    const triggers = await readSteps(tx, accountId, ids, Object.keys(TRIGGER_RUNS))
    return rows.map((row) => ({
      ...toHead(row),
      stepCount: row.stepCount,
      emailIds: row.emailIds,
      queued: row.queued,
      triggers: triggers.filter(({ integrationId }) => integrationId === row.id),
    }))
  })

/** Every flow's name. */
export const listFlowNames = (
  house: House,
  { accountId }: Editor,
): Promise<{ id: number; name: string; archived: boolean }[]> =>
  house.db.account(accountId, (tx) => tx.rows(NAMES, [accountId], 'flows-names'))
