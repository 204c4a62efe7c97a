import type { Loop } from '@millrace/kit/jobs'
import { recoverWorkers } from './recover.ts'
import { releaseForgotten } from './releaseForgotten.ts'
import { resolveUncertain } from './resolveUncertain.ts'
import type { Sender } from './sendBatch.ts'

const BEAT_EVERY_MS = 3_000

/** The loop that says that this worker lives and takes up what dead ones left. */
export const workersLoop = (open: () => Promise<Sender>): Loop => {
  const forgotten = new Set<string>()
  const work = async () => {
    const sender = await open()
    const { house, worker, ports, provider } = sender
    await worker.beat()
    const now = () => house.clock.now()
    const onError = (err: unknown, accountId?: number) =>
      house.log.warn({ err, accountId }, 'mail that a worker left could not be settled yet')
    const tools = { ports, isMailbox: provider.isMailbox, now, onError }
    const touched: number[] = []
    // What one of them cannot do is no reason for the others to wait.
    for (const settle of [
      () => recoverWorkers(house.db, worker.id, tools),
      () => releaseForgotten(sender, forgotten),
      () => resolveUncertain(house.db, tools),
    ])
      await settle().then((accounts) => touched.push(...accounts), onError)
    if (touched.length) {
      await house.db.system(async (tx) => {
        for (const accountId of new Set(touched)) await house.bell.ring(tx, 'sends', accountId)
      })
    }
    return new Date(now().getTime() + BEAT_EVERY_MS)
  }
  return { name: 'mail workers', topic: 'workers', everyMs: BEAT_EVERY_MS, work }
}
