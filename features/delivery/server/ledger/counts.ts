import type { Tx } from '@millrace/kit/server'

/** The figures that are kept for each hour, email and step, by their columns. */
export const FIGURES = [
  'accepted',
  'delivered',
  'opened',
  'opens',
  'bot_opens',
  'clicked',
  'clicks',
  'bot_clicks',
  'bounced',
  'complained',
  'unsubscribed',
  'skipped',
  'failed',
] as const

/** One of the figures. */
export type Figure = (typeof FIGURES)[number]

/** What a figure is counted for. */
export type Counted = { emailId: number; flowId: number; stepId: number; figures: Partial<Record<Figure, number>> }

/** Adds to the figures of an hour, one row an email and step. */
const ADD = `insert into email_hours (account_id, hour, email_id, flow_id, step_id, ${FIGURES.join(', ')})
  select $1::int, date_trunc('hour', $2::timestamptz), u.* from unnest($3::bigint[], $4::bigint[], $5::bigint[],
    ${FIGURES.map((_figure, index) => `$${index + 6}::int[]`).join(', ')}) as u
  on conflict (account_id, hour, email_id, flow_id, step_id) do update set
    ${FIGURES.map((figure) => `${figure} = email_hours.${figure} + excluded.${figure}`).join(', ')}`

/** Adds to the figures; in a fixed order, so that two workers never wait for each other in a circle. */
export const countMail = async (tx: Tx, accountId: number, at: Date, counted: readonly Counted[]): Promise<void> => {
  const sums = new Map<string, Counted>()
  for (const { emailId, flowId, stepId, figures } of counted) {
    const key = `${emailId}.${flowId}.${stepId}`
    const sum = sums.get(key) ?? { emailId, flowId, stepId, figures: {} }
    for (const [figure, value] of Object.entries(figures) as [Figure, number][]) {
      sum.figures[figure] = (sum.figures[figure] ?? 0) + value
    }
    sums.set(key, sum)
  }
  if (!sums.size) return
  const rows = [...sums.values()].sort((a, b) => a.emailId - b.emailId || a.flowId - b.flowId || a.stepId - b.stepId)
  const columns = FIGURES.map((figure) => rows.map((row) => row.figures[figure] ?? 0))
  const keys = [rows.map((row) => row.emailId), rows.map((row) => row.flowId), rows.map((row) => row.stepId)]
  await tx.run(ADD, [accountId, at, ...keys, ...columns], 'mail-count')
}
