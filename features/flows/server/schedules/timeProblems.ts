import type { Tx } from '@millrace/kit/server'
import type { Problem, Step } from '../../contract/index.ts'
import { scheduleOf } from './schedule.ts'

/** Triggers that have begun to let people in at their time, or are done. */
const BEGUN = `select step_id as "stepId", coalesce(walk_at, last_at) as at from flow_schedules
  where account_id = $1 and step_id = any($2::bigint[]) and coalesce(walk_at, last_at) is not null`

/**
 * Triggers with one time that has gone by. Those that let people in then are no problem, or a flow that was stopped for a while
 * could not go on.
 */
export const timeProblems = async (
  tx: Tx,
  accountId: number,
  steps: readonly Step[],
  now: Date,
): Promise<Problem[]> => {
  const late = steps.flatMap((step) => {
    const { serviceId, operationKey, inputFields } = step
    const schedule = scheduleOf({ serviceId, operationKey, input: inputFields.values }, step.id)
    return schedule?.by === 'clock' && schedule.once && schedule.once <= now ? [{ id: step.id, at: schedule.once }] : []
  })
  if (!late.length) return []
  const rows = await tx.rows<{ stepId: number; at: Date }>(BEGUN, [accountId, late.map(({ id }) => id)])
  const begun = new Map(rows.map(({ stepId, at }) => [stepId, at.getTime()]))
  return late
    .filter(({ id, at }) => begun.get(id) !== at.getTime())
    .map(({ id }) => ({
      code: 'time-in-the-past',
      message: 'The time of a time trigger cannot be in the past.',
      stepId: id,
      field: 'at',
    }))
}
