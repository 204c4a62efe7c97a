import type { House, Tx } from '@millrace/kit/server'
import { startWalk } from './walk.ts'

/** The steps of a flow, or one of them, where somebody is held. */
const WITH_HELD = `select s.id from flow_steps s
  where s.account_id = $1 and s.flow_id = $2 and ($3::bigint is null or s.id = $3::bigint)
    and exists (select from flow_runs r where r.account_id = $1 and r.step_id = s.id and r.state = 2)
  order by s.account_id, s.id`

/** A step that failed for everybody is tried again. */
const OPEN_STEPS = `update flow_steps set held_reason = null, held_since = null
  where account_id = $1 and flow_id = $2 and held_since is not null and ($3::bigint is null or id = $3::bigint)`

/** What went wrong before is over. */
const FORGET_TROUBLES = `delete from flow_troubles
  where account_id = $1 and flow_id = $2 and ($3::bigint is null or step_id = $3::bigint)`

/** After steps may have got what they lacked: lets those who are held there try again. Those whose step still cannot run are held again. */
export const releaseHeld = async (
  tx: Tx,
  house: Pick<House, 'bell' | 'clock'>,
  accountId: number,
  flowId: number,
  stepId?: number,
): Promise<void> => {
  const values = [accountId, flowId, stepId ?? null]
  await tx.run(OPEN_STEPS, values)
  await tx.run(FORGET_TROUBLES, values)
  for (const { id } of await tx.rows<{ id: number }>(WITH_HELD, values))
    await startWalk(tx, house, { accountId, flowId, kind: 'release', stepId: id })
}
