import type { Tx } from '@millrace/kit/server'

type Kept = { total: number; until: number }

/** A count that took this long in milliseconds is kept for a while. */
const SLOW_MS = 25
/** It is kept this many times as long as it took. */
const KEPT_TIMES = 100

/** Counts people; where counting is slow, the figure of the last seconds stands in. */
export class PeopleCounts {
  private readonly kept = new Map<string, Kept>()

  /** How many people a filter lets through; `filter` is SQL over `people p` with the account as $1. */
  async of(tx: Tx, accountId: number, filter: string): Promise<number> {
    const key = `${accountId}:${filter}`
    const hit = this.kept.get(key)
    const started = performance.now()
    if (hit && hit.until > started) return hit.total
    const row = await tx.one<{ total: number }>(`select count(*) as total from people p where ${filter}`, [accountId])
    const total = row?.total ?? 0
    const took = performance.now() - started
    if (this.kept.size > 1_000) this.kept.clear()
    if (took > SLOW_MS) this.kept.set(key, { total, until: performance.now() + took * KEPT_TIMES })
    return total
  }
}
