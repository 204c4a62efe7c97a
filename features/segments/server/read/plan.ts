import type { Tx } from '@millrace/kit/server'

/** What the planner thinks of a statement: what it costs, in pages read in order, and how many rows it answers. */
export type Plan = { cost: number; rows: number }

/** Asks the planner about a statement, which takes about 1 ms and runs nothing. */
export const planOf = async (tx: Tx, sql: string, values: unknown[]): Promise<Plan> => {
  type Answer = { 'QUERY PLAN': [{ Plan: { 'Total Cost': number; 'Plan Rows': number } }] }
  // What the planner thinks of a statement.
  const row = await tx.one<Answer>(`explain (format json) ${sql}`, values)
  const plan = row?.['QUERY PLAN'][0].Plan
  return {
    cost: plan?.['Total Cost'] ?? Number.POSITIVE_INFINITY,
    rows: plan?.['Plan Rows'] ?? Number.POSITIVE_INFINITY,
  }
}
