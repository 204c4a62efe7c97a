import type { Tx } from '@millrace/kit/server'
import type { Desk } from './ports.ts'
import { suppress } from './suppressions/suppress.ts'
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

/** The address that a mail went to. */
const SENT_TO = `select s.to_address as address from sends s where s.account_id = $1 and s.reason_at = $2 and s.id = $3`

/** Where a mail went that did not go to the person's own address. */
export const addressElsewhere = async (tx: Tx, { accountId, send }: Subscriber): Promise<string | undefined> => {
  if (!send) return undefined
  const row = await tx.one<{ address: string | null }>(SENT_TO, [accountId, send.reasonAt, send.id])
  return row?.address?.trim().toLowerCase() || undefined
}

/** A colleague's wish is about the colleague's address; the person whom the mail was about goes on getting mail. */
const suppressElsewhere = async ({ house, ports }: Desk, tx: Tx, subscriber: Subscriber, reason: string) => {
  const { accountId, send } = subscriber
  const address = await addressElsewhere(tx, subscriber)
  if (!address || !send) return false
  const at = house.clock.now()
  const item = { address, reason: 'unsubscribed' as const, detail: reason }
  if (!(await suppress(tx, accountId, [item], at, { source: 'page' }))) return false
  await ports.noteUnsubscribed(tx, accountId, send, at)
  return true
}

/** Unsubscribes a person from all marketing mail; a second time changes nothing. Answers whether anything changed. */
export const unsubscribe = async (desk: Desk, tx: Tx, subscriber: Subscriber, reason: string): Promise<boolean> => {
  const { house, ports } = desk
  const { accountId, send } = subscriber
  if (!subscriber.personId) return false
  if (subscriber.isElsewhere) return suppressElsewhere(desk, tx, subscriber, reason)
  const personId = await setUnsubscribed(desk, tx, subscriber, { unsubscribed: true, unsubscribeReason: reason })
  if (!personId) return false
  const at = house.clock.now()
  const mail = send ? await ports.noteUnsubscribed(tx, accountId, send, at) : {}
  const props = { ...mail, reason }
  await ports.recordEvents(tx, accountId, [{ personId, name: 'Email unsubscribed', kind: 'email', at, props }])
  return true
}

/** Takes back that whoever reads an address wants no mail, also where they called it spam. Dead addresses stay dead. */
const WRITE_AGAIN = `delete from suppressions where account_id = $1 and address = $2 and reason in ('unsubscribed', 'complained')`

/** A person's own address, as suppressions are kept. */
const OWN_ADDRESS = 'select lower(trim(p.email)) as address from people p where p.account_id = $1 and p.id = $2'

/** Takes an unsubscription back, on the reader's own word: nobody else has a link that leads here. */
export const subscribeAgain = async (desk: Desk, tx: Tx, subscriber: Subscriber): Promise<void> => {
  const { accountId, personId, isElsewhere } = subscriber
  if (!isElsewhere && !personId) return
  if (!isElsewhere) await setUnsubscribed(desk, tx, subscriber, { unsubscribed: false, unsubscribeReason: null })
  const address = isElsewhere
    ? await addressElsewhere(tx, subscriber)
    : (await tx.one<{ address: string | null }>(OWN_ADDRESS, [accountId, personId]))?.address
  if (address) await tx.run(WRITE_AGAIN, [accountId, address])
}
