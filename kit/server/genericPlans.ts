import type { Tx } from './database.ts'

/**
 * Runs set-based statements (`unnest` of parameters joined to tables by key) with plans that do not look at the values: index
 * lookups. Plans made for the values go by the table's statistics, which right after a large load still say that it is small.
 * Leave such statements unnamed: a named one keeps the plan that was made for it while the table was empty.
 */
export const withGenericPlans = async <T>(tx: Tx, work: () => Promise<T>): Promise<T> => {
  await tx.run('set local plan_cache_mode = force_generic_plan')
  const result = await work()
  await tx.run('set local plan_cache_mode = auto')
  return result
}
