import type { House, Tx } from '@millrace/kit/server'
import { type Rules, readRules } from '../brakes/rules.ts'
import { type Room, roomOf } from '../brakes/throttles.ts'
import { type Composed, type ComposedMail, composeBatch } from '../compose/composeBatch.ts'
import type { DeliveryPorts } from '../ports.ts'
import type { Gate } from '../providers/gate.ts'
import { roomAt } from '../providers/pace.ts'
import { PROVIDER_NUMBERS, type Provider } from '../providers/provider.ts'
import type { Sealed } from '../senders/signingKeys.ts'
import type { Outcome } from '../smtp/outcome.ts'
import type { LinkList } from '../tracking/links.ts'
import { endUnsent, markAttempting } from './attempt.ts'
import { claimSends } from './claim.ts'
import { countMail } from './counts.ts'
import { type Facts, readFacts } from './facts.ts'
import { giveBack } from './giveBack.ts'
import { putOff } from './putOff.ts'
import { type Ended, figuresOf, isCounted, recordResults } from './recordResults.ts'
import { resultOf } from './result.ts'
import { type ClaimedSend, keyOf } from './row.ts'
import type { SlowMail } from './slowMail.ts'
import { brake, isBraked, recipientsOf, type Sorted, sortBatch } from './sortBatch.ts'
import { keepStopped } from './stops.ts'
import { unspend } from './unspend.ts'
import type { Worker } from './workers.ts'

/** What sending a batch needs. */
export type Sender = {
  house: House
  ports: DeliveryPorts
  /** Who takes mail where an account brings nobody of its own. */
  provider: Provider
  providerOf(accountId: number): Provider
  /** Learns which accounts were moved to another provider; `isAsked` looks in any case. */
  lookAtProviders(isAsked?: boolean): Promise<void>
  worker: Worker
  links: LinkList
  sealed: Sealed
  /** Whose mail is slow to be filled. */
  slow: SlowMail
  /** Lets no more of its transactions run at once than leave connections for everybody else. */
  inTurn: Gate
  /** When an account's throttle has room again. */
  opensAt: Map<number, Date>
  /** Names of the rows that this worker has in hand. */
  inHand: Set<string>
  /** Names of rows whose results could not be written: the journal is needed until they are settled. */
  unsettled: Set<string>
  /** Batches under way; closing waits for them. */
  underWay: Set<Promise<void>>
  /** Told each outcome, for metrics. */
  heard(outcome: string, count: number): void
}

/** Rows of one account, with what decides over them and who is given them. */
export type Claimed = {
  accountId: number
  isUrgent: boolean
  provider: Provider
  sends: ClaimedSend[]
  facts: Facts
  sorted: Sorted
  /** True as long as nobody else can have taken them up. */
  isOurs(): boolean
}

const nothing = (): Sorted => ({ skipped: [], broken: [], later: [], going: [] })

/** What is claimed: everything that is due, or only what is urgent. */
export type Wanted = { most: number; isUrgent?: boolean; provider: Provider }

type Taken = { sends: ClaimedSend[]; rules: Rules; own?: Room | undefined; shared?: Room | undefined }

// Throttles are asked before anything is claimed. What is urgent passes the account's own; no mail passes its provider's.
const take = async (
  tx: Tx,
  { worker }: Sender,
  accountId: number,
  { most, isUrgent, provider }: Wanted,
  now: Date,
): Promise<Taken> => {
  const rules = await readRules(tx, accountId)
  const { perSecond } = rules.throttle
  const claim = async (mails: number, lanes?: readonly [number, number]) =>
    mails > 0 ? claimSends(tx, accountId, worker.id, now, mails, lanes) : []
  const own = !isUrgent && perSecond ? await roomOf(tx, accountId, perSecond, now) : undefined
  const shared = await roomAt(tx, provider.pace, now)
  const room = Math.min(most, shared?.mails ?? most)
  if (isUrgent || !own) return { rules, shared, sends: await claim(room, isUrgent ? [0, 0] : undefined) }
  const urgent = await claim(room, [0, 0])
  const rest = await claim(Math.min(own.mails, room - urgent.length), [1, 2])
  return { rules, own, shared, sends: [...urgent, ...rest] }
}

/** Claims due rows of an account, reads what decides over them and decides; undefined where none may go now. */
export const claimBatch = async (sender: Sender, accountId: number, wanted: Wanted): Promise<Claimed | undefined> => {
  const { house, worker, inHand, opensAt, inTurn } = sender
  const isOurs = worker.watchTrust()
  let sends: ClaimedSend[] = []
  try {
    const claim = async (tx: Tx) => {
      const now = house.clock.now()
      const taken = await take(tx, sender, accountId, wanted, now)
      sends = taken.sends
      for (const send of sends) inHand.add(keyOf(send))
      const facts = sends.length ? await readFacts(tx, sender, accountId, sends, { ...taken, now }) : undefined
      const sorted = facts ? sortBatch(sends, facts) : nothing()
      await keepStopped(tx, accountId, sorted)
      if (facts) await brake(tx, accountId, sorted, facts)
      await taken.own?.spend(sorted.going.filter((mail) => isBraked(mail) && mail.send.lane > 0).length)
      await taken.shared?.spend(recipientsOf(sorted.going, facts))
      if (taken.own) opensAt.set(accountId, taken.own.opensAt)
      else if (!wanted.isUrgent) opensAt.delete(accountId)
      const isUrgent = Boolean(wanted.isUrgent)
      return facts && { accountId, isUrgent, provider: wanted.provider, sends, facts, sorted, isOurs }
    }
    return await inTurn(() => house.db.system(claim))
  } catch (error) {
    for (const send of sends) inHand.delete(keyOf(send))
    throw error
  }
}

const UNTRUSTED: Outcome = {
  kind: 'notSent',
  error: 'The worker has lost touch with the database.',
  isUnreachable: false,
  isOwn: true,
}

const handOver = async (
  { worker }: Sender,
  provider: Provider,
  mail: ComposedMail,
  isOurs: Claimed['isOurs'],
): Promise<Outcome> => {
  if (!isOurs()) return UNTRUSTED
  const outcome = await provider.send({
    from: mail.returnPath,
    to: mail.to,
    copies: mail.copies,
    messageId: mail.messageId,
    source: mail.source,
    onWire: () => {
      if (!isOurs()) return false
      worker.journal.wire(mail.send)
      return true
    },
  })
  worker.journal.answered(mail.send, outcome)
  return outcome
}

/** Renders and hands over a claimed batch; the ledger says what was about to happen before it does. */
export const sendBatch = async (sender: Sender, batch: Claimed): Promise<void> => {
  try {
    await sendClaimed(sender, batch)
  } catch (error) {
    for (const send of batch.sends) sender.unsettled.add(keyOf(send))
    throw error
  } finally {
    for (const send of batch.sends) sender.inHand.delete(keyOf(send))
  }
}

type Parts = Pick<Sorted, 'skipped' | 'later'> & Composed

const markBatch = async (
  tx: Tx,
  { house, worker }: Sender,
  batch: Claimed,
  { skipped, later, failed, composed, left }: Parts,
) => {
  const { accountId, provider } = batch
  const now = house.clock.now()
  const ended = await endUnsent(tx, accountId, worker.id, now, skipped, failed)
  const unsent = [
    ...skipped.map(({ send }) => ({ send, result: { state: 'skipped' as const } })),
    ...failed.map(({ send }) => ({ send, result: { state: 'failed' as const } })),
  ]
  const counted = unsent.filter(({ send }) => ended.has(send.id) && isCounted(send))
  await countMail(tx, accountId, now, counted.map(figuresOf))
  await putOff(tx, accountId, worker.id, later, now)
  await giveBack(tx, accountId, worker.id, left)
  await unspend(tx, batch, left)
  return markAttempting(tx, accountId, worker.id, now, PROVIDER_NUMBERS[provider.kind], composed)
}

const sendClaimed = async (sender: Sender, batch: Claimed): Promise<void> => {
  const { house, ports, links, worker, inTurn } = sender
  const { accountId, provider } = batch
  const { skipped, broken, later, going } = batch.sorted
  const onSlow = () => sender.slow.note(batch, going)
  const tools = { house, links, provider, takesMail: provider.isMailbox, onSlow }
  const { composed, failed: unmade, left } = await composeBatch(accountId, going, batch.facts, tools)
  onSlow()
  const failed = [...broken, ...unmade]
  const parts = { skipped, later, failed, composed, left }
  const marked = await inTurn(() => house.db.system((tx) => markBatch(tx, sender, batch, parts)))
  // What its throttle was given back it has room for now.
  if (left.length) sender.opensAt.delete(accountId)
  sender.heard('skipped', skipped.length)
  sender.heard('failed', failed.length)
  const mails = composed.filter(({ send }) => marked.has(send.id))
  const outcomes = await Promise.all(mails.map((mail) => handOver(sender, provider, mail, batch.isOurs)))
  const now = house.clock.now()
  const ended = mails.map(({ send, to }, index): Ended => {
    const outcome = outcomes[index] ?? UNTRUSTED
    sender.heard(outcome.kind, 1)
    const tried = { attempts: send.attempts + 1, createdAt: send.createdAt, now, isDelivery: provider.isMailbox }
    return { send, to, result: resultOf(outcome, tried) }
  })
  const record = (tx: Tx) => recordResults(tx, accountId, now, ended, ports, worker.id)
  await keepTrying(house, () => inTurn(() => house.db.system(record)))
}

const LONGEST_TRY_MS = 60_000

/** Tries until the database takes it: what the provider answered must not be forgotten because the database restarts. */
const keepTrying = async (house: House, work: () => Promise<void>): Promise<void> => {
  const giveUpAt = performance.now() + LONGEST_TRY_MS
  for (let wait = 50; ; wait = Math.min(wait * 2, 2_000)) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() > giveUpAt) throw error
      house.log.warn({ err: error }, 'results of mail could not be written yet')
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}
