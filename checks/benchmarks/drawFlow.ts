import { flowsContract } from '@millrace/flows/contract'
import type { World } from './world.ts'

/** A flow whose steps follow each other, switched on; its id and those of its steps. */
export const drawFlow = async (
  { owner }: Pick<World, 'owner'>,
  name: string,
  steps: readonly (readonly [operationKey: string, values: Record<string, unknown>])[],
): Promise<{ flowId: number; ids: number[] }> => {
  const { integration } = await owner(flowsContract.createFlow, { query: {}, body: { name } })
  const ids: number[] = []
  for (const [operationKey, values] of steps) {
    const body = { integrationId: integration.id, operationKey, inputFields: { values } }
    const { step } = await owner(flowsContract.createStep, { body })
    const source = ids.at(-1)
    if (source !== undefined) await owner(flowsContract.createLink, { body: { source, target: step.id } })
    ids.push(step.id)
  }
  await owner(flowsContract.updateFlow, { params: { id: integration.id }, body: { status: 'on' } })
  return { flowId: integration.id, ids }
}
