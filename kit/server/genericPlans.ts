import type { Tx } from './database.ts'

type Choice = { plans: string; bitmaps: string }

// The choice that held until now, and from now on another one, until the transaction ends.
const CHOOSE = `select current_setting('plan_cache_mode') as plans, current_setting('enable_bitmapscan') as bitmaps,
  set_config('plan_cache_mode', $1, true), set_config('enable_bitmapscan', $2, true)`

const choose = async (tx: Tx, { plans, bitmaps }: Choice): Promise<Choice> => {
  const before = await tx.one<Choice>(CHOOSE, [plans, bitmaps])
  return before ?? { plans: 'auto', bitmaps: 'on' }
}

/**
 * Runs set-based statements (`unnest` of parameters joined to tables by key) with plans that do not look at the values: index
 * lookups. Plans made for the values go by the table's statistics, which right after a large load still say that it is small.
 * Bitmaps are off because with such statistics the trigram index of `people.email` looks as cheap as the unique one, and
 * answers 100 times slower (seen on PostgreSQL 15: 14 s for 1,000 addresses).
 * Leave such statements unnamed: a named one keeps the plan that was made for it while the table was empty.
 * What held before holds again afterwards, so that one may run inside another.
 */
export const withGenericPlans = async <T>(tx: Tx, work: () => Promise<T>): Promise<T> => {
  const before = await choose(tx, { plans: 'force_generic_plan', bitmaps: 'off' })
  const result = await work()
  await choose(tx, before)
  return result
}
