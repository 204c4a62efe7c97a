import { type House, notFound, refused } from '@millrace/kit/server'
import type { Editor } from '../verbs/editFlow.ts'
import { readStep } from '../verbs/readFlow.ts'
import { operationsOfService } from './plugSteps.ts'

type Asked = { serviceId: string; operationName: string; stepId: number; values: Record<string, unknown> }

/** Asks a service what a dynamic field of a step offers. */
export const runOperation = async (
  house: House,
  { accountId }: Editor,
  { serviceId, operationName, stepId, values }: Asked,
): Promise<{ schema: Record<string, unknown> }> => {
  const step = await house.db.account(accountId, (tx) => readStep(tx, accountId, stepId))
  const operations = operationsOfService(serviceId)
  if (!operations || step.service.id !== serviceId) throw notFound('Missing step service')
  const operation = Object.hasOwn(operations, operationName) ? operations[operationName] : undefined
  if (!operation) throw notFound('Missing operation')
  const schema = await operation({ house, accountId, stepId, values })
  if (!Object.keys(schema).length) throw refused('The service answered nothing.')
  return { schema }
}
