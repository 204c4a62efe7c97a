import type { House, Tx } from '@millrace/kit/server'
import { isWait, type Step, stepTypeOf } from '../../contract/index.ts'
import { startWalk } from './walk.ts'

/** Holds those who wait at a step to its settings as they are now, counted from when they came: a longer wait credits the time waited, a shorter one lets those go who are over it. */
export const recomputeWaits = async (
  tx: Tx,
  house: Pick<House, 'bell' | 'clock'>,
  accountId: number,
  { id, integrationId, serviceId, operationKey, inputFields }: Step,
): Promise<void> => {
  const settings = { serviceId, operationKey, values: inputFields.values }
  await startWalk(tx, house, { accountId, flowId: integrationId, kind: 'recompute', stepId: id, settings })
  await house.bell.ring(tx, 'flows', accountId)
}

/**
 * Lets those who stand at steps that watch for something be looked at once more, after what is watched for became another, or
 * after nobody has looked for a while. Waits that have an end of their own are left to it.
 */
export const lookAgain = async (
  tx: Tx,
  house: Pick<House, 'bell' | 'clock'>,
  accountId: number,
  steps: readonly Step[],
): Promise<void> => {
  for (const step of steps) {
    const read = stepTypeOf(step)?.values.safeParse(step.inputFields.values)
    const watches = read?.success && stepTypeOf(step)?.watches(read.data as Record<string, unknown>)
    if (watches && !isWait(step)) await recomputeWaits(tx, house, accountId, step)
  }
}
