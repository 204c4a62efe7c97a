/** People in some order, kept for a while: eight bytes each. */
export type Order = { length: number; slice(from: number, to: number): number[] }

type Kept = { order: Promise<Order>; ready?: Order; bytes: number; until: number }

/** Orders older than this are made anew: whoever scrolls sees people stay in their places meanwhile. */
const KEPT_MS = 120_000
/** So much memory all orders may take. */
const MOST_BYTES = 48 << 20

const EIGHT = 8

/** Ids as PostgreSQL wrote them one after the other, eight bytes each. */
export const orderOf = (bytes: Buffer): Order => ({
  length: bytes.length / EIGHT,
  slice: (from, to) => {
    const end = Math.min(to, bytes.length / EIGHT)
    const ids: number[] = []
    for (let place = from; place < end; place++) ids.push(Number(bytes.readBigInt64BE(place * EIGHT)))
    return ids
  },
})

/** The orders that lists were lately scrolled in; who asks while one is being made waits for the same. */
export class Orders {
  private readonly kept = new Map<string, Kept>()

  private forgetOld(now: number) {
    let bytes = 0
    for (const [key, one] of [...this.kept].reverse()) {
      bytes += one.bytes
      if (one.until < now || bytes > MOST_BYTES) this.kept.delete(key)
    }
  }

  /** An order that is there already. */
  ready(key: string): Order | undefined {
    const hit = this.kept.get(key)
    return hit && hit.until > performance.now() ? hit.ready : undefined
  }

  /** An order that is kept, or a new one. */
  async of(key: string, make: () => Promise<Buffer>): Promise<Order> {
    const now = performance.now()
    this.forgetOld(now)
    const hit = this.kept.get(key)
    if (hit) {
      this.kept.delete(key)
      this.kept.set(key, hit)
      return hit.order
    }
    const made = make()
    const one: Kept = { order: made.then(orderOf), bytes: 0, until: now + KEPT_MS }
    this.kept.set(key, one)
    try {
      one.bytes = (await made).length
      one.until = performance.now() + KEPT_MS
      one.ready = await one.order
      return one.ready
    } catch (error) {
      this.kept.delete(key)
      throw error
    }
  }
}
