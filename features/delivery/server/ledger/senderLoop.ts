import type { Loop, LoopResult } from '@millrace/kit/jobs'
import { dueAccounts, nextDue } from './claim.ts'
import { openLanes } from './lanes.ts'
import type { Sender } from './sendBatch.ts'

/** After this long the loop looks who else has rung, while the lanes go on. */
const TURN_MS = 400
/** All accounts are looked through this often, in case a ring was missed. */
const SCAN_EVERY_MS = 15_000
/** After this long without a rest the lanes come to one, so that the journal can be emptied. */
const REST_EVERY_MS = 10_000

/** A turn and the batches that it leaves under way take less. */
const TRUSTED_MS = 4_000

/** When each account's next mail is due, as far as this process knows. */
const dueTimes = () => {
  const next = new Map<number, number>()
  let scannedAt = Number.NEGATIVE_INFINITY
  return {
    next,
    note: async ({ house }: Sender, rung: ReadonlySet<number>) => {
      for (const accountId of rung) next.set(accountId, 0)
      if (!rung.has(0) && performance.now() - scannedAt < SCAN_EVERY_MS) return
      for (const { accountId, due } of await house.db.system(dueAccounts)) next.set(accountId, due.getTime())
      scannedAt = performance.now()
    },
    look: async ({ house }: Sender, accountId: number) => {
      const at = await house.db.system((tx) => nextDue(tx, accountId))
      if (at) next.set(accountId, at.getTime())
      else next.delete(accountId)
    },
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
    const { house, provider, worker } = sender
    // What a worker claims that others will soon take for dead, as after a long sleep, would only be given back.
    if (!worker.isTrusted(TRUSTED_MS)) await worker.beat()
    await times.note(sender, rung)
    const now = house.clock.now().getTime()
    const due = [...times.next].filter(([, at]) => at <= now).map(([accountId]) => accountId)
    const mayClaim = () => !provider.pausedUntil(house.clock.now()) && performance.now() - restedAt < REST_EVERY_MS
    const isIdle = await lanes.run(sender, due, mayClaim, TURN_MS)
    for (const accountId of lanes.takeDry()) await times.look(sender, accountId)
    if (!isIdle) return 'more'
    rest(sender)
    const pause = provider.pausedUntil(house.clock.now())
    if (pause) return pause
    const first = Math.min(...times.next.values())
    if (first <= house.clock.now().getTime()) return 'more'
    return Number.isFinite(first) ? new Date(first) : undefined
  }
  return { name: 'sends', topic: 'sends', everyMs: 5_000, work }
}
