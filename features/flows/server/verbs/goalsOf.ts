import type { Tx } from '@millrace/kit/server'
import type { Goal } from '@millrace/segments/contract'

/** The goals of flows that are not archived, by flow and name. */
const GOALS = `select s.id as "stepId", coalesce(nullif(s.input ->> 'name', ''), 'Goal') as name, f.id as "flowId", f.name as "flowName"
  from flow_steps s join flows f on f.account_id = $1 and f.id = s.flow_id
  where s.account_id = $1 and s.operation_key = '/goal' and f.archived_at is null and s.deleted_at is null
  order by lower(f.name), f.id, lower(s.input ->> 'name'), s.id`

/** The goals that conditions can be about. */
export const goalsOf = (tx: Tx, accountId: number): Promise<Goal[]> => tx.rows<Goal>(GOALS, [accountId], 'flows-goals')
