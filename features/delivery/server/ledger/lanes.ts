import { claimBatch, type Sender, sendBatch } from './sendBatch.ts'

/** Rows in one batch: small, so that accounts take turns often and a crash leaves little open. */
const BATCH = 64
/** Batches under way at once: one is rendered while another is on the wire and a third is written down. */
const LANES = 4

/** Batches under way, each in a lane of its own. */
export type Lanes = {
  /**
   * Sends what is due of these accounts, a batch of each in turn, until nothing is under way (true) or the time is up
   * (false). What is under way then goes on, and claims for no longer than `ms` unless this is called again.
   */
  run(sender: Sender, due: readonly number[], mayClaim: () => boolean, ms: number): Promise<boolean>
  /** Accounts that were served since the last call and do not wait for another batch. */
  takeDry(): number[]
}

const timer = (ms: number) => {
  let stop = () => {}
  const up = new Promise<void>((resolve) => {
    const running = setTimeout(resolve, ms)
    stop = () => clearTimeout(running)
  })
  return { up, stop }
}

class BatchLanes implements Lanes {
  private queue: number[] = []
  private readonly dry = new Set<number>()
  private readonly lanes = new Set<Promise<void>>()
  private failure: unknown
  private mayClaim = () => true

  takeDry() {
    const waiting = new Set(this.queue)
    const dry = [...this.dry].filter((accountId) => !waiting.has(accountId))
    this.dry.clear()
    return dry
  }

  private wait(accountIds: readonly number[]) {
    const waiting = new Set(this.queue)
    this.queue.push(...accountIds.filter((accountId) => !waiting.has(accountId)))
  }

  private next() {
    return this.mayClaim() ? this.queue.shift() : undefined
  }

  private async lane(sender: Sender) {
    for (let accountId = this.next(); accountId !== undefined; accountId = this.next()) {
      const batch = await claimBatch(sender, accountId, BATCH)
      if (batch && batch.sends.length >= BATCH) this.wait([accountId])
      this.start(sender)
      if (batch) await sendBatch(sender, batch)
      // Only now is it known which rows of the batch are due again, and when.
      this.dry.add(accountId)
    }
  }

  private start(sender: Sender) {
    if (!this.queue.length || this.lanes.size >= LANES || !this.mayClaim()) return
    const running = this.lane(sender)
      .catch((error) => {
        this.failure ??= error
      })
      .finally(() => {
        this.lanes.delete(running)
        sender.underWay.delete(running)
      })
    this.lanes.add(running)
    sender.underWay.add(running)
  }

  async run(sender: Sender, due: readonly number[], mayClaim: () => boolean, ms: number) {
    const endsAt = performance.now() + 2 * ms
    this.mayClaim = () => performance.now() < endsAt && mayClaim()
    this.wait(due)
    for (let more = 0; more < Math.min(LANES, this.queue.length); more++) this.start(sender)
    const { up, stop } = timer(ms)
    let isUp = false
    void up.then(() => {
      isUp = true
    })
    while (this.lanes.size && !isUp) await Promise.race([up, ...this.lanes])
    stop()
    const { failure } = this
    this.failure = undefined
    if (failure) throw failure
    return !this.lanes.size
  }
}

/** Opens the lanes of a process. */
export const openLanes = (): Lanes => new BatchLanes()
