import type { House, Tx } from '@millrace/kit/server'
import { type ComposedMail, composeBatch, type FailedMail, type GoingMail } from '../compose/composeBatch.ts'
import { domainOf } from '../mime/headers.ts'
import type { DeliveryPorts } from '../ports.ts'
import type { Sealed } from '../senders/signingKeys.ts'
import type { Outcome } from '../smtp/outcome.ts'
import type { LinkList } from '../tracking/links.ts'
import { endUnsent, markAttempting, type Skipped } from './attempt.ts'
import { claimSends } from './claim.ts'
import { countMail } from './counts.ts'
import { decide } from './decide.ts'
import { type Facts, readFacts } from './facts.ts'
import { postpone } from './postpone.ts'
import type { Provider } from './provider.ts'
import { type Ended, figuresOf, isCounted, recordResults } from './recordResults.ts'
import { resultOf } from './result.ts'
import { type ClaimedSend, keyOf, templateKey } from './row.ts'
import type { Throttle } from './throttle.ts'
import type { Worker } from './workers.ts'

/** What sending a batch needs. */
export type Sender = {
  house: House
  ports: DeliveryPorts
  provider: Provider
  worker: Worker
  links: LinkList
  sealed: Sealed
  throttle: Throttle
  /** Names of the rows that this worker has in hand. */
  inHand: Set<string>
  /** Names of rows whose results could not be written: the journal is needed until they are settled. */
  unsettled: Set<string>
  /** Batches under way; closing waits for them. */
  underWay: Set<Promise<void>>
  /** Told each outcome, for metrics. */
  heard(outcome: string, count: number): void
}

/** Rows of one account, with what decides over them. */
export type Claimed = {
  accountId: number
  sends: ClaimedSend[]
  facts: Facts
  /** True as long as nobody else can have taken them up. */
  isOurs(): boolean
}

/** Claims due rows of an account and reads what decides over them; undefined where none is due. */
export const claimBatch = async (sender: Sender, accountId: number, most: number): Promise<Claimed | undefined> => {
  const { house, worker, inHand } = sender
  const isOurs = worker.watchTrust()
  let sends: ClaimedSend[] = []
  try {
    return await house.db.system(async (tx) => {
      sends = await claimSends(tx, accountId, worker.id, house.clock.now(), most)
      for (const send of sends) inHand.add(keyOf(send))
      return sends.length
        ? { accountId, sends, isOurs, facts: await readFacts(tx, sender.house, accountId, sends, sender.sealed) }
        : undefined
    })
  } catch (error) {
    for (const send of sends) inHand.delete(keyOf(send))
    throw error
  }
}

const UNTRUSTED: Outcome = {
  kind: 'notSent',
  error: 'The worker has lost touch with the database.',
  isUnreachable: false,
}

const handOver = async (
  { provider, worker }: Sender,
  mail: ComposedMail,
  isOurs: Claimed['isOurs'],
): Promise<Outcome> => {
  if (!isOurs()) return UNTRUSTED
  const outcome = await provider.send({
    from: mail.from,
    to: mail.to,
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

const split = ({ house, throttle }: Sender, { sends, facts }: Claimed) => {
  const skipped: Skipped[] = []
  const broken: FailedMail[] = []
  const later: { send: ClaimedSend; dueAt: Date }[] = []
  const going: GoingMail[] = []
  for (const send of sends) {
    const why = facts.broken.get(templateKey(send))
    if (why !== undefined) {
      broken.push({ send, why })
      continue
    }
    const decision = decide(send, facts)
    if ('skip' in decision) {
      skipped.push({ send, skip: decision.skip })
      continue
    }
    const dueAt = decision.isTransactional
      ? undefined
      : throttle(send.accountId, domainOf(decision.to), house.clock.now())
    if (dueAt) later.push({ send, dueAt })
    else going.push({ send, ...decision })
  }
  return { skipped, broken, later, going }
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

type Parts = {
  skipped: Skipped[]
  later: { send: ClaimedSend; dueAt: Date }[]
  failed: FailedMail[]
  composed: ComposedMail[]
}

const markBatch = async (
  tx: Tx,
  { house, worker }: Sender,
  accountId: number,
  { skipped, later, failed, composed }: Parts,
) => {
  const now = house.clock.now()
  const ended = await endUnsent(tx, accountId, worker.id, now, skipped, failed)
  const unsent = [
    ...skipped.map(({ send }) => ({ send, result: { state: 'skipped' as const } })),
    ...failed.map(({ send }) => ({ send, result: { state: 'failed' as const } })),
  ]
  const counted = unsent.filter(({ send }) => ended.has(send.id) && isCounted(send))
  await countMail(tx, accountId, now, counted.map(figuresOf))
  await postpone(tx, accountId, worker.id, later)
  return markAttempting(tx, accountId, worker.id, now, composed)
}

const sendClaimed = async (sender: Sender, batch: Claimed): Promise<void> => {
  const { house, ports, provider, links, worker } = sender
  const { accountId } = batch
  const { skipped, broken, later, going } = split(sender, batch)
  const tools = { house, links, takesMail: provider.isMailbox }
  const { composed, failed: unmade } = await composeBatch(accountId, going, batch.facts, tools)
  const failed = [...broken, ...unmade]
  const marked = await house.db.system((tx) => markBatch(tx, sender, accountId, { skipped, later, failed, composed }))
  sender.heard('skipped', skipped.length)
  sender.heard('failed', failed.length)
  const mails = composed.filter(({ send }) => marked.has(send.id))
  const outcomes = await Promise.all(mails.map((mail) => handOver(sender, mail, batch.isOurs)))
  const now = house.clock.now()
  const ended = mails.map(({ send, to }, index): Ended => {
    const outcome = outcomes[index] ?? UNTRUSTED
    sender.heard(outcome.kind, 1)
    return { send, to, result: resultOf(outcome, send.attempts + 1, now, provider.isMailbox) }
  })
  await keepTrying(house, () => house.db.system((tx) => recordResults(tx, accountId, now, ended, ports, worker.id)))
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
