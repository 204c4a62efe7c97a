import type { Tx } from './database.ts'

const choose = (tx: Tx, mode: 'force_generic_plan' | 'auto', bitmaps: 'off' | 'on') =>
  tx.run(`select set_config('plan_cache_mode', '${mode}', true), set_config('enable_bitmapscan', '${bitmaps}', true)`)

/**
 * Runs set-based statements (`unnest` of parameters joined to tables by key) with plans that do not look at the values: index
 * lookups. Plans made for the values go by the table's statistics, which right after a large load still say that it is small.
 * Bitmaps are off because with such statistics the trigram index of `people.email` looks as cheap as the unique one, and
 * answers 100 times slower (seen on PostgreSQL 15: 14 s for 1,000 addresses).
 * Leave such statements unnamed: a named one keeps the plan that was made for it while the table was empty.
 */
export const withGenericPlans = async <T>(tx: Tx, work: () => Promise<T>): Promise<T> => {
  await choose(tx, 'force_generic_plan', 'off')
  const result = await work()
  await choose(tx, 'auto', 'on')
  return result
}
