import type { StepContext } from '../../server/engine/stepRun.ts'
import { type Answered, callingRun } from '../../server/outside/callingRun.ts'
import { partOf } from '../../server/outside/partOf.ts'
import { webhookCall } from '../../server/outside/webhookCall.ts'
import type { WebhookValues } from './webhook.step.ts'

/** Longer answers are cut where they are kept in a field. */
const MOST_KEPT = 5_000

const fieldValueOf = ({ reply }: Answered, path: string | undefined): unknown => {
  const value = partOf(reply.body, path)
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'object') return JSON.stringify(value).slice(0, MOST_KEPT)
  return typeof value === 'string' ? value.slice(0, MOST_KEPT) : value
}

const save = async (
  { tx, doors, accountId }: StepContext,
  { saveAs, saveFrom }: WebhookValues,
  answers: readonly Answered[],
) => {
  const wrong = new Map<number, string>()
  if (!saveAs) return wrong
  const items = answers.map((one) => ({
    personId: one.token.personId,
    fields: { [saveAs]: fieldValueOf(one, saveFrom) },
  }))
  const changed = await doors.changeFields(tx, accountId, items)
  for (const [index, { refusal }] of changed.entries()) if (refusal) wrong.set(index, refusal)
  return wrong
}

/** Calls for each person, keeps the answer in a field where that is wanted, and goes on. */
export const runWebhook = callingRun<WebhookValues>({
  calls: webhookCall,
  perMinute: ({ perMinute }) => perMinute,
  answered: save,
})
