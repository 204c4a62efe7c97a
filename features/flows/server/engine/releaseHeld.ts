import type { House, Tx } from '@millrace/kit/server'

/** Lets those who are held at steps without proper settings try again; those whose step still cannot run are held again. */
const RELEASE = `update flow_runs set state = 0, due_at = $3
  where account_id = $1 and flow_id = $2 and state = 2 and ($4::bigint is null or step_id = $4::bigint)`

/** After steps may have got the settings that they lacked. */
export const releaseHeld = async (
  tx: Tx,
  { bell, clock }: Pick<House, 'bell' | 'clock'>,
  accountId: number,
  flowId: number,
  stepId?: number,
): Promise<void> => {
  const released = await tx.run(RELEASE, [accountId, flowId, clock.now(), stepId ?? null])
  if (released) await bell.ring(tx, 'flows', accountId)
}
