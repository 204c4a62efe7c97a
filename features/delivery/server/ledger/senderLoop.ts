import type { Loop, LoopResult } from '@millrace/kit/jobs'
import { type Due, dueAccounts, nextDue } from './claim.ts'
import { type DueNow, openLanes } from './lanes.ts'
import type { Sender } from './sendBatch.ts'

/** After this long the loop looks who else has rung, while the lanes go on. */
const TURN_MS = 400
/** All accounts are looked through this often, in case a ring was missed. */
const SCAN_EVERY_MS = 15_000
/** After this long without a rest the lanes come to one, so that the journal can be emptied. */
const REST_EVERY_MS = 10_000

/** A turn and the batches that it leaves under way take less. */
const TRUSTED_MS = 4_000

type Times = { urgent: number; rest: number }

const NEVER = Number.POSITIVE_INFINITY

const timesOf = ({ urgent, rest }: Due): Times => ({
  urgent: urgent?.getTime() ?? NEVER,
  rest: rest?.getTime() ?? NEVER,
})

/** When each account's next mail is due, as far as this process knows. */
const dueTimes = () => {
  const next = new Map<number, Times>()
  let scannedAt = Number.NEGATIVE_INFINITY
  // What its throttle has no room for is as good as not due.
  const firstOf = ({ opensAt, providerOf, house }: Sender, accountId: number, { urgent, rest }: Times) => {
    const paused = providerOf(accountId).pausedUntil(house.clock.now())?.getTime() ?? 0
    return Math.max(paused, Math.min(urgent, Math.max(rest, opensAt.get(accountId)?.getTime() ?? 0)))
  }
  return {
    note: async ({ house }: Sender, rung: ReadonlySet<number>) => {
      for (const accountId of rung) next.set(accountId, { urgent: 0, rest: 0 })
      if (!rung.has(0) && performance.now() - scannedAt < SCAN_EVERY_MS) return
      for (const due of await house.db.system(dueAccounts)) next.set(due.accountId, timesOf(due))
      scannedAt = performance.now()
    },
    look: async ({ house }: Sender, accountId: number) => {
      const times = timesOf(await house.db.system((tx) => nextDue(tx, accountId)))
      // Who was served comes after the others, so that a provider without room for all serves them in turn.
      next.delete(accountId)
      if (Math.min(times.urgent, times.rest) < NEVER) next.set(accountId, times)
    },
    due: (sender: Sender, now: number): DueNow => ({
      all: [...next].filter(([accountId, times]) => firstOf(sender, accountId, times) <= now).map(([id]) => id),
      urgent: [...next].filter(([, { urgent }]) => urgent <= now).map(([id]) => id),
    }),
    first: (sender: Sender) => Math.min(...[...next].map(([accountId, times]) => firstOf(sender, accountId, times))),
  }
}

/** The loop that sends: wakes when mail is planned, and at the time when the next one is due. */
export const senderLoop = (open: () => Promise<Sender>): Loop => {
  const times = dueTimes()
  const lanes = openLanes()
  let restedAt = performance.now()
  const rest = ({ worker, unsettled }: Sender) => {
    if (!unsettled.size) worker.journal.settled()
    restedAt = performance.now()
  }
  const work = async (rung: ReadonlySet<number>): Promise<LoopResult> => {
    const sender = await open()
    const { house, providerOf, worker } = sender
    // What a worker claims that others will soon take for dead, as after a long sleep, would only be given back.
    if (!worker.isTrusted(TRUSTED_MS)) await worker.beat()
    await sender.lookAtProviders(rung.has(0))
    await times.note(sender, rung)
    const now = house.clock.now().getTime()
    const mayClaim = (accountId: number) => {
      const provider = providerOf(accountId)
      // One provider that keeps its lanes from coming to a rest stops nobody else's mail.
      const isRestDue = performance.now() - restedAt >= REST_EVERY_MS && !lanes.isHeldUpBeside(provider)
      return !isRestDue && !provider.pausedUntil(house.clock.now())
    }
    const isIdle = await lanes.run(sender, times.due(sender, now), mayClaim, TURN_MS)
    for (const accountId of lanes.takeDry()) await times.look(sender, accountId)
    if (!isIdle) return 'more'
    rest(sender)
    const first = times.first(sender)
    if (first <= house.clock.now().getTime()) return 'more'
    return Number.isFinite(first) ? new Date(first) : undefined
  }
  return { name: 'sends', topic: 'sends', everyMs: 5_000, work }
}
