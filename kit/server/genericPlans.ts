import type { Tx } from './database.ts'
import { together } from './together.ts'
import { unanswered } from './unanswered.ts'

// Index lookups, from now on until the transaction ends.
const CHOOSE = `select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_bitmapscan', 'off', true)`

// As a transaction begins.
const RELEASE = `select set_config('plan_cache_mode', 'auto', true), set_config('enable_bitmapscan', 'on', true)`

/** Transactions in which the choice holds. */
const chosen = new WeakSet<Tx>()

/**
 * Runs set-based statements (`unnest` of parameters joined to tables by key) with plans that do not look at the values: index
 * lookups. Plans made for the values go by the table's statistics, which right after a large load still say that it is small.
 * Bitmaps are off because with such statistics the trigram index of `people.email` looks as cheap as the unique one, and
 * answers 100 times slower (seen on PostgreSQL 15: 14 s for 1,000 addresses).
 * Leave such statements unnamed: a named one keeps the plan that was made for it while the table was empty.
 * One may run inside another: the choice holds until the outer one ends.
 */
export const withGenericPlans = async <T>(tx: Tx, work: () => Promise<T>): Promise<T> => {
  if (chosen.has(tx)) return work()
  chosen.add(tx)
  try {
    const [, result] = await together([tx.run(CHOOSE, [], 'plans-generic'), work()])
    unanswered(tx, tx.run(RELEASE, [], 'plans-auto'))
    return result
  } finally {
    chosen.delete(tx)
  }
}
