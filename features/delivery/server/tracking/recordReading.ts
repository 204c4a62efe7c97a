import type { House, Tx } from '@millrace/kit/server'
import type { SendKey } from '../ledger/row.ts'
import type { DeliveryPorts } from '../ports.ts'
import { isFresh, NEAR_MS } from './machines.ts'
import type { Reader } from './reader.ts'
import { holdSend, type ReadSend } from './readSend.ts'
import { noteMachine, type ReadLink, tellClick, tellOpen } from './tellReading.ts'
import { clicksSince, keepWaiting, waitsOf } from './waits.ts'

type Tools = { house: House; ports: Pick<DeliveryPorts, 'recordEvents'> }

/** Who asked, and from where. */
export type Asking = { reader: Reader; from: string }

/** For so long after a machine was at a mail, whoever comes is looked at more closely. */
export const SUSPECT_MS = 60_000

/** Whether it is too early to say whose a reading is. */
const mustWait = async (tx: Tx, send: ReadSend, at: Date, linkId?: number) => {
  const now = at.getTime()
  if (isFresh(now, send.acceptedAt)) return true
  if (linkId === undefined && !send.botClicks) return false
  const recent = await clicksSince(tx, send, now - SUSPECT_MS)
  const isNear = (other: { linkId: number; at: number }) => other.linkId !== linkId && now - other.at <= NEAR_MS
  if (recent.some((click) => click.isBot || (linkId !== undefined && isNear(click)))) return true
  return (await waitsOf(tx, send)).some(({ at: then }) => now - then <= NEAR_MS)
}

/** Writes down that a mail was opened. Unknown mails are none of our business. */
export const recordOpen = ({ house, ports }: Tools, key: SendKey, { reader, from }: Asking): Promise<void> =>
  house.db.system(async (tx) => {
    const send = await holdSend(tx, key)
    if (!send) return
    const at = house.clock.now()
    if (reader.isBot || !(await mustWait(tx, send, at))) return tellOpen(tx, ports, send, at, reader)
    await keepWaiting(tx, house, send, { kind: 'opening', reader, from, at })
  })

/** Writes down that a link was clicked: at once, or a moment later where it may be a machine's. */
export const recordClick = (
  { house, ports }: Tools,
  key: SendKey,
  link: ReadLink,
  { reader, from }: Asking,
): Promise<void> =>
  house.db.system(async (tx) => {
    const send = await holdSend(tx, key)
    if (!send) return
    const at = house.clock.now()
    if (reader.isBot || !(await mustWait(tx, send, at, link.linkId)))
      return tellClick(tx, ports, send, link, at, reader)
    await keepWaiting(tx, house, send, { kind: 'click', ...link, reader, from, at })
  })

/** Writes down that the link was followed which no reader sees: a machine is at the mail. */
export const recordTrap = ({ house }: Pick<Tools, 'house'>, key: SendKey, { reader, from }: Asking): Promise<void> =>
  house.db.system(async (tx) => {
    const send = await holdSend(tx, key)
    if (!send) return
    const at = house.clock.now()
    await noteMachine(tx, send, at)
    await keepWaiting(tx, house, send, { kind: 'trap', reader, from, at })
  })
