import type { House, Tx } from '@millrace/kit/server'
import type { Step } from '../../contract/index.ts'
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
