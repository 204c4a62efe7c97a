import type { Tx } from '@millrace/kit/server'
import { slotsFor } from '../brakes/throttles.ts'
import { nextDay, takeFromDay, warmUpLimit } from '../brakes/warmUp.ts'
import type { FailedMail, GoingMail } from '../compose/composeBatch.ts'
import { domainOf } from '../mime/headers.ts'
import { domainHosts } from '../senders/domainHosts.ts'
import type { Skipped } from './attempt.ts'
import { categoryOf, decide, type Hold } from './decide.ts'
import type { Facts } from './facts.ts'
import type { Later } from './putOff.ts'
import { type ClaimedSend, templateKey } from './row.ts'

/** What becomes of the rows of a batch. */
export type Sorted = { skipped: Skipped[]; broken: FailedMail[]; later: Later[]; going: GoingMail[] }

const DAY = 86_400_000
/** Who comes so much later than a throttle promised waits again. */
const PROMISE_MS = 60_000

const SKIPPED_FOR = {
  'over the frequency cap': 'over the frequency cap',
  'quiet hours': 'quiet hours',
  'account out of quota': 'account out of quota',
} as const

const held = (send: ClaimedSend, { hold, until }: Hold, { now, rules }: Facts): Skipped | Later => {
  if (!until) return { send, state: 'held', dueAt: send.dueAt, why: hold }
  const ends = (send.heldSince ?? now).getTime() + rules.holdDays * DAY
  if (until.getTime() <= ends) return { send, state: 'planned', dueAt: until, why: hold }
  return { send, skip: SKIPPED_FOR[hold as keyof typeof SKIPPED_FOR] ?? 'held too long' }
}

const noteGoing = (mail: GoingMail, facts: Facts) => {
  if (mail.send.reasonKind === 'test' || mail.send.reasonKind === 'system') return
  if (facts.quota) facts.quota.left--
  if (mail.isTransactional || !facts.rules.caps.length) return
  const got = facts.got.get(mail.send.personId) ?? []
  got.push({ at: facts.now, categoryId: categoryOf(mail.template, facts) })
  facts.got.set(mail.send.personId, got)
}

/** Decides over a batch, each row in the light of those before it. */
export const sortBatch = (sends: readonly ClaimedSend[], facts: Facts): Sorted => {
  const sorted: Sorted = { skipped: [], broken: [], later: [], going: [] }
  for (const send of sends) {
    const why = facts.broken.get(templateKey(send))
    if (why !== undefined) {
      sorted.broken.push({ send, why })
      continue
    }
    const decision = decide(send, facts)
    if ('skip' in decision) sorted.skipped.push({ send, skip: decision.skip })
    else if ('hold' in decision) {
      const what = held(send, decision, facts)
      if ('skip' in what) sorted.skipped.push(what)
      else sorted.later.push(what)
    } else {
      sorted.going.push({ send, ...decision })
      noteGoing({ send, ...decision }, facts)
    }
  }
  return sorted
}

/** How many a provider counts: everybody who gets a mail. */
export const recipientsOf = (going: Sorted['going'], facts: Facts | undefined): number =>
  going.reduce((sum, { send }) => {
    const copies = facts?.copies.get(send.id)
    return sum + 1 + (copies?.cc.length ?? 0) + (copies?.bcc.length ?? 0)
  }, 0)

/** True for mail that throttles and warm-ups hold back. */
export const isBraked = ({ send, isTransactional }: GoingMail): boolean =>
  !isTransactional && send.reasonKind !== 'test' && send.reasonKind !== 'system'

const putOff = (sorted: Sorted, late: ReadonlyMap<GoingMail, Omit<Later, 'send' | 'state'>>) => {
  sorted.going = sorted.going.filter((mail) => !late.has(mail))
  for (const [{ send }, when] of late) sorted.later.push({ send, state: 'planned', ...when })
}

const throttle = async (tx: Tx, accountId: number, sorted: Sorted, rate: number, now: Date) => {
  const isPromised = ({ send }: GoingMail) =>
    send.why === 'throttled' && now.getTime() - send.dueAt.getTime() < PROMISE_MS
  const byDomain = Map.groupBy(
    sorted.going.filter((mail) => isBraked(mail) && !isPromised(mail)),
    ({ to }) => domainOf(to),
  )
  const counts = new Map([...byDomain].map(([domain, mails]) => [domain, mails.length]))
  const late = new Map<GoingMail, { dueAt: Date; why: 'throttled' }>()
  for (const [domain, slots] of await slotsFor(tx, accountId, rate, counts, now))
    byDomain.get(domain)?.forEach((mail, index) => {
      const dueAt = slots[index]
      if (dueAt && dueAt > now) late.set(mail, { dueAt, why: 'throttled' })
    })
  putOff(sorted, late)
}

/** The domain that a mail is written from. */
export const fromDomain = ({ send, template }: GoingMail) =>
  domainOf(send.content?.from?.address ?? template?.fromEmail ?? '')

const warmUp = async (tx: Tx, accountId: number, sorted: Sorted, now: Date) => {
  const byDomain = Map.groupBy(sorted.going.filter(isBraked), fromDomain)
  const late = new Map<GoingMail, { dueAt: Date; why: 'warming up' }>()
  const hosts = await domainHosts(tx, accountId, [...byDomain.keys()])
  for (const domain of [...byDomain.keys()].sort()) {
    const [verifiedAt, mails = []] = [hosts.get(domain)?.verifiedAt, byDomain.get(domain)]
    const limit = verifiedAt && warmUpLimit(verifiedAt, now)
    if (limit === undefined) continue
    const granted = await takeFromDay(tx, accountId, domain, { wanted: mails.length, limit, now })
    for (const mail of mails.slice(granted)) late.set(mail, { dueAt: nextDay(now), why: 'warming up' })
  }
  putOff(sorted, late)
}

/** Holds back what warm-ups and throttles to domains have no room for. What they let through is spent with the transaction. */
export const brake = async (tx: Tx, accountId: number, sorted: Sorted, { rules, now }: Facts): Promise<void> => {
  if (rules.warmUp && sorted.going.length) await warmUp(tx, accountId, sorted, now)
  const { perDomain } = rules.throttle
  if (perDomain && sorted.going.length) await throttle(tx, accountId, sorted, perDomain, now)
}
