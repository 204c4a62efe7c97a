import type { Provider } from '../providers/provider.ts'
import { claimBatch, type Sender, sendBatch } from './sendBatch.ts'
import type { SlowMail } from './slowMail.ts'

/** Rows in one batch: small, so that accounts take turns often and a crash leaves little open. */
const BATCH = 128
/**
 * Batches under way at once: while some are claimed, rendered, marked and settled, others are on the wire, so that neither waits
 * for the other.
 */
const LANES = 8
/**
 * Batches of one provider while it is not known to be quick. What waits on a slow one is in nobody else's way, but urgent mail
 * to it comes behind.
 */
const CAREFUL_LANES = 4
/** A batch that is under way for longer waits on its provider; a provider whose last one was done sooner is quick. */
const SLOW_MS = 2_000
/** However many providers are slow. */
const MOST_LANES = 32

/** Accounts with mail that is due; urgent mail of any account goes before the rest of all. */
export type DueNow = { all: readonly number[]; urgent: readonly number[] }

/** Batches under way, each in a lane of its own. */
export type Lanes = {
  /**
   * Sends what is due of these accounts, a batch of each in turn, until nothing is under way (true) or the time is up
   * (false). What is under way then goes on, and claims for no longer than `ms` unless this is called again.
   */
  run(sender: Sender, due: DueNow, mayClaim: (accountId: number) => boolean, ms: number): Promise<boolean>
  /** True while batches of another provider wait on it, or mail that is slow to be filled takes its time. */
  isHeldUpBeside(provider: Provider): boolean
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

/** `isSlow`: its mail is slow to be filled, not its provider; there is one such turn at a time, beside the lanes. */
type Turn = { accountId: number; isUrgent: boolean; isSlow: boolean; provider: Provider; since: number }

class BatchLanes implements Lanes {
  private readonly queue: number[] = []
  private readonly urgent: number[] = []
  private readonly dry = new Set<number>()
  private readonly lanes = new Set<Promise<void>>()
  private readonly turns = new Set<Turn>()
  private readonly quick = new WeakSet<Provider>()
  private failure: unknown
  private mayClaim: (accountId: number) => boolean = () => true
  private slow: SlowMail | undefined

  takeDry() {
    const waiting = new Set(this.queue)
    const dry = [...this.dry].filter((accountId) => !waiting.has(accountId))
    this.dry.clear()
    return dry
  }

  private wait(queue: number[], accountIds: readonly number[]) {
    const waiting = new Set(queue)
    queue.push(...accountIds.filter((accountId) => !waiting.has(accountId)))
  }

  isHeldUpBeside(provider: Provider) {
    const before = performance.now() - SLOW_MS
    return [...this.turns].some((turn) => turn.since < before && (this.isSlow(turn) || turn.provider !== provider))
  }

  /** Known when it began, or found out meanwhile. */
  private isSlow(turn: Turn): boolean {
    return turn.isSlow || Boolean(this.slow?.has(turn))
  }

  private hasRoom(): boolean {
    const before = performance.now() - SLOW_MS
    const quick = [...this.turns].filter((turn) => turn.since >= before && !this.isSlow(turn)).length
    return quick < LANES && this.turns.size < MOST_LANES
  }

  private isFree(provider: Provider): boolean {
    const most = this.quick.has(provider) ? LANES : CAREFUL_LANES
    return [...this.turns].filter((turn) => turn.provider === provider && !this.isSlow(turn)).length < most
  }

  private nextOf({ providerOf, slow }: Sender, queue: number[], isUrgent: boolean): Turn | undefined {
    const isSlowTaken = [...this.turns].some((turn) => this.isSlow(turn))
    const mayGo = (accountId: number) =>
      slow.has({ accountId, isUrgent }) ? !isSlowTaken : this.isFree(providerOf(accountId))
    const index = queue.findIndex((id) => this.mayClaim(id) && mayGo(id))
    if (index < 0) return undefined
    const [accountId = 0] = queue.splice(index, 1)
    const isSlow = slow.has({ accountId, isUrgent })
    return { accountId, isUrgent, isSlow, provider: providerOf(accountId), since: performance.now() }
  }

  private next(sender: Sender): Turn | undefined {
    if (!this.hasRoom()) return undefined
    return this.nextOf(sender, this.urgent, true) ?? this.nextOf(sender, this.queue, false)
  }

  private learn(turn: Turn) {
    // Mail that is slow to be filled says nothing about who takes it.
    if (this.isSlow(turn)) return
    if (performance.now() - turn.since < SLOW_MS) this.quick.add(turn.provider)
    else this.quick.delete(turn.provider)
  }

  private async serve(sender: Sender, turn: Turn) {
    const { accountId, isUrgent, provider } = turn
    const most = sender.slow.rowsFor({ accountId, isUrgent }, BATCH)
    const batch = await claimBatch(sender, accountId, { most, isUrgent, provider })
    if (batch && batch.sends.length >= most) this.wait(isUrgent ? this.urgent : this.queue, [accountId])
    this.start(sender)
    if (batch) await sendBatch(sender, batch)
    if (batch?.sorted.going.length) this.learn(turn)
    // Only now is it known which rows of the batch are due again, and when.
    if (batch || !isUrgent) this.dry.add(accountId)
  }

  private async lane(sender: Sender, first: Turn) {
    for (let turn: Turn | undefined = first; turn; turn = this.next(sender)) {
      this.turns.add(turn)
      await this.serve(sender, turn).finally(() => this.turns.delete(turn as Turn))
    }
  }

  private start(sender: Sender) {
    const turn = this.next(sender)
    if (!turn) return
    const running = this.lane(sender, turn)
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

  async run(sender: Sender, due: DueNow, mayClaim: (accountId: number) => boolean, ms: number) {
    this.slow = sender.slow
    const endsAt = performance.now() + 2 * ms
    this.mayClaim = (accountId) => performance.now() < endsAt && mayClaim(accountId)
    this.wait(this.queue, due.all)
    this.wait(this.urgent, due.urgent)
    for (let more = 0; more < Math.min(LANES, this.queue.length + this.urgent.length); more++) this.start(sender)
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
