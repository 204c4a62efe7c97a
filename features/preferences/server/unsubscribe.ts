import type { Tx } from '@millrace/kit/server'
import type { Desk } from './ports.ts'
import type { Subscriber } from './token.ts'

/** Notes when the person unsubscribed and why. Answers who it is today where that was not so before, else 0. */
const setUnsubscribed = async (
  { ports }: Desk,
  tx: Tx,
  { accountId, personId }: Subscriber,
  fields: { unsubscribed: boolean; unsubscribeReason: string | null },
): Promise<number> => {
  const [result] = await ports.people.changeFields(tx, accountId, [{ personId, fields }])
  return result?.changedFields.includes('unsubscribed') ? result.personId : 0
}

/** Unsubscribes a person from all marketing mail; a second time changes nothing. Answers whether anything changed. */
export const unsubscribe = async (desk: Desk, tx: Tx, subscriber: Subscriber, reason: string): Promise<boolean> => {
  const { house, ports } = desk
  const { accountId, send } = subscriber
  if (!subscriber.personId) return false
  const personId = await setUnsubscribed(desk, tx, subscriber, { unsubscribed: true, unsubscribeReason: reason })
  if (!personId) return false
  const at = house.clock.now()
  const mail = send ? await ports.noteUnsubscribed(tx, accountId, send, at) : {}
  const props = { ...mail, reason }
  await ports.recordEvents(tx, accountId, [{ personId, name: 'Email unsubscribed', kind: 'email', at, props }])
  return true
}

/** Takes an unsubscription back. */
export const subscribeAgain = async (desk: Desk, tx: Tx, subscriber: Subscriber): Promise<void> => {
  if (subscriber.personId) await setUnsubscribed(desk, tx, subscriber, { unsubscribed: false, unsubscribeReason: null })
}
