import { recordChanges } from '@millrace/kit/jobs'
import type { House, Tx } from '@millrace/kit/server'
import { peopleDoor } from '@millrace/people/server'
import type { HookMapping } from '../../steps/webhook-received/webhookReceived.step.ts'
import { mapBody } from './mapBody.ts'

/** A delivery as it is kept: whose it is, and what became of it. */
export type Outcome = { state: 'taken' | 'kept' | 'refused'; why: string | null; personId: number | null }

type Place = { accountId: number; stepId: number; mapping: HookMapping | undefined; isOn: boolean }

/**
 * Makes or finds the person of a delivery and lets the reactor know, in the caller's transaction. While the flow is off
 * nobody is made: what comes then can be delivered again later.
 */
export const takeDelivery = async (
  tx: Tx,
  house: House,
  { accountId, stepId, mapping, isOn }: Place,
  deliveryId: number,
  body: unknown,
): Promise<Outcome> => {
  const refused = (why: string): Outcome => ({ state: 'refused', why, personId: null })
  if (!mapping) return refused('The step does not say who the person is.')
  const mapped = mapBody(mapping, body)
  if ('why' in mapped) return refused(mapped.why)
  if (!isOn) return { state: 'kept', why: 'The flow was off.', personId: null }
  const { email, userId, fields, key } = mapped
  const options = { source: 'webhook', createFields: true, isPartial: true }
  const [person] = await peopleDoor(house).upsertPeople(tx, accountId, [{ email, userId, fields }], options)
  if (!person || person.refusal !== undefined) return refused(person?.refusal ?? 'This person could not be made.')
  const at = house.clock.now().toISOString()
  const data = { deliveryId, at, ...(key && { key }) }
  await recordChanges(tx, house, accountId, [
    { kind: 'webhook.received', personId: person.personId, ref: stepId, data },
  ])
  return { state: 'taken', why: null, personId: person.personId }
}
