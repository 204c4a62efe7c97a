import type { Loop, LoopResult } from '@millrace/kit/jobs'
import { dueAccounts, nextDue } from './claim.ts'
import { claimBatch, type Sender, sendBatch } from './sendBatch.ts'

/** Rows in one batch: small, so that accounts take turns often and a crash leaves little open. */
const BATCH = 64
/** Batches under way at once: one is rendered while another is on the wire and a third is written down. */
const LANES = 4
/** After this long the loop looks who else has rung. */
const TURN_MS = 400
/** All accounts are looked through this often, in case a ring was missed. */
const SCAN_EVERY_MS = 15_000

/** One turn: accounts one after the other, each a batch at a time, several batches under way. */
const takeTurn = async (sender: Sender, due: number[], onDry: (accountId: number) => void) => {
  const endsAt = performance.now() + TURN_MS
  const mayClaim = () => performance.now() < endsAt && !sender.provider.pausedUntil(sender.house.clock.now())
  const queue = [...due]
  const lanes = new Set<Promise<void>>()
  let failure: unknown
  const lane = async () => {
    for (let accountId = queue.shift(); accountId !== undefined; accountId = queue.shift()) {
      const batch = await claimBatch(sender, accountId, BATCH)
      if (batch && batch.sends.length >= BATCH) queue.push(accountId)
      else onDry(accountId)
      start()
      if (batch) await sendBatch(sender, batch)
      if (!mayClaim()) return
    }
  }
  const start = () => {
    if (!queue.length || lanes.size >= LANES || !mayClaim()) return
    const running = lane()
      .catch((error) => {
        failure ??= error
      })
      .finally(() => lanes.delete(running))
    lanes.add(running)
  }
  for (let more = 0; more < Math.min(LANES, due.length); more++) start()
  while (lanes.size) await Promise.all(lanes)
  if (failure) throw failure
  return queue
}

/** The loop that sends: wakes when mail is planned, and at the time when the next one is due. */
export const senderLoop = (open: () => Promise<Sender>): Loop => {
  const next = new Map<number, number>()
  let scannedAt = Number.NEGATIVE_INFINITY
  const scan = async ({ house }: Sender) => {
    for (const { accountId, due } of await house.db.system(dueAccounts)) next.set(accountId, due.getTime())
    scannedAt = performance.now()
  }
  const work = async (rung: ReadonlySet<number>): Promise<LoopResult> => {
    const sender = await open()
    const { house, provider } = sender
    const pause = provider.pausedUntil(house.clock.now())
    for (const accountId of rung) next.set(accountId, 0)
    if (pause) return pause
    if (rung.has(0) || performance.now() - scannedAt > SCAN_EVERY_MS) await scan(sender)
    const now = house.clock.now().getTime()
    const due = [...next].filter(([, at]) => at <= now).map(([accountId]) => accountId)
    const dry: number[] = []
    const rest = await takeTurn(sender, due, (accountId) => dry.push(accountId))
    for (const accountId of new Set(dry)) {
      if (rest.includes(accountId)) continue
      const at = await house.db.system((tx) => nextDue(tx, accountId))
      if (at) next.set(accountId, at.getTime())
      else next.delete(accountId)
    }
    sender.worker.journal.settled()
    const first = Math.min(...next.values())
    if (first <= house.clock.now().getTime()) return provider.pausedUntil(house.clock.now()) ?? 'more'
    return Number.isFinite(first) ? new Date(first) : undefined
  }
  return { name: 'sends', topic: 'sends', everyMs: 5_000, work }
}
