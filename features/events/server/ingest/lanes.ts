import { tooMany } from '@millrace/kit/server'

/** Most items in one transaction. */
const BATCH = 5_000
/** Most items of an account that wait; more are turned away until it is less. */
const MOST_WAITING = 100_000
/** Accounts that write at the same time in one process. */
const AT_ONCE = 4

type Waiting<I, R> = { items: readonly I[]; resolve(results: R[]): void; reject(error: unknown): void }
type Lane<I, R> = { waiting: Waiting<I, R>[]; size: number; isFlushing: boolean }

/** Writes the items of one account in one transaction and answers a result an item. */
export type Flush<I, R> = (accountId: number, items: readonly I[]) => Promise<R[]>

/**
 * Puts the requests of an account together: while one transaction is written, the requests that arrive meanwhile wait
 * and share the next one. A request is answered only after its items are committed.
 */
export class Lanes<I, R> {
  private readonly lanes = new Map<number, Lane<I, R>>()
  private readonly ready: number[] = []
  private flushing = 0
  private readonly flush: Flush<I, R>

  constructor(flush: Flush<I, R>) {
    this.flush = flush
  }

  /** Answers once the items are committed; throws 429 where too many wait. */
  add(accountId: number, items: readonly I[]): Promise<R[]> {
    if (!items.length) return Promise.resolve([])
    const lane = this.lanes.get(accountId) ?? { waiting: [], size: 0, isFlushing: false }
    this.lanes.set(accountId, lane)
    if (lane.size + items.length > MOST_WAITING)
      throw tooMany('Too much arrives at once. Please try again in a second.', 1)
    return new Promise((resolve, reject) => {
      lane.waiting.push({ items, resolve, reject })
      lane.size += items.length
      if (lane.waiting.length === 1 && !lane.isFlushing) this.ready.push(accountId)
      // Requests that were read in the same turn of the event loop share a transaction.
      setImmediate(() => this.next())
    })
  }

  private next() {
    while (this.flushing < AT_ONCE && this.ready.length) {
      const accountId = this.ready.shift() as number
      const lane = this.lanes.get(accountId)
      if (!lane || lane.isFlushing) continue
      lane.isFlushing = true
      this.flushing++
      void this.run(accountId, lane)
    }
  }

  private take(lane: Lane<I, R>): Waiting<I, R>[] {
    let size = 0
    let count = 0
    for (const { items } of lane.waiting) {
      if (count && size + items.length > BATCH) break
      size += items.length
      count++
    }
    lane.size -= size
    return lane.waiting.splice(0, count)
  }

  private async run(accountId: number, lane: Lane<I, R>) {
    const requests = this.take(lane)
    await this.write(accountId, requests)
    lane.isFlushing = false
    this.flushing--
    if (lane.waiting.length) this.ready.push(accountId)
    else this.lanes.delete(accountId)
    this.next()
  }

  private async write(accountId: number, requests: readonly Waiting<I, R>[]): Promise<void> {
    try {
      const results = await this.flush(
        accountId,
        requests.flatMap(({ items }) => items),
      )
      let from = 0
      for (const { items, resolve } of requests) {
        resolve(results.slice(from, from + items.length))
        from += items.length
      }
    } catch (error) {
      if (requests.length === 1) requests[0]?.reject(error)
      // One request must not spoil the others: each gets a transaction of its own.
      else for (const request of requests) await this.write(accountId, [request])
    }
  }
}
