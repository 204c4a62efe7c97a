import type { Tx } from '@millrace/kit/server'

/** The figures that are kept for each quarter of an hour, email and reason, by their columns. */
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
  'replied',
  'refused',
] as const

/** One of the figures. */
export type Figure = (typeof FIGURES)[number]

/** What mail was sent for. */
export type MailReason = {
  emailId: number
  flowId: number
  stepId: number
  broadcastId: number
  variantId: number
}

/** What a figure is counted for. */
export type Counted = MailReason & { figures: Partial<Record<Figure, number>> }

/** The columns that say what mail was sent for. */
export const REASONS = ['email_id', 'flow_id', 'step_id', 'broadcast_id', 'variant_id'] as const

/** A reason as the values of its columns. */
export const reasonValues = ({ emailId, flowId, stepId, broadcastId, variantId }: MailReason): readonly number[] => [
  emailId,
  flowId,
  stepId,
  broadcastId,
  variantId,
]

/** Begins the quarter of an hour that `at` (SQL) lies in. */
export const QUARTER_OF = (at: string): string => `date_bin('15 minutes', ${at}, timestamptz '2000-01-01 00:00Z')`

const FIRST = 3

/** Writes down what is to be added to the figures; nobody waits for anybody. */
const NOTE = `insert into mail_deltas (account_id, at, ${REASONS.join(', ')}, ${FIGURES.join(', ')})
  select $1::int, ${QUARTER_OF('$2::timestamptz')}, u.* from unnest(
    ${REASONS.map((_reason, index) => `$${index + FIRST}::bigint[]`).join(', ')},
    ${FIGURES.map((_figure, index) => `$${index + FIRST + REASONS.length}::int[]`).join(', ')}) as u`

/** Counts what happened to mails; the figures that are read say so from the moment the transaction commits. */
export const countMail = async (tx: Tx, accountId: number, at: Date, counted: readonly Counted[]): Promise<void> => {
  const sums = new Map<string, Counted>()
  for (const { figures, ...reason } of counted) {
    const key = reasonValues(reason).join('.')
    const sum = sums.get(key) ?? { ...reason, figures: {} }
    for (const [figure, value] of Object.entries(figures) as [Figure, number][]) {
      sum.figures[figure] = (sum.figures[figure] ?? 0) + value
    }
    sums.set(key, sum)
  }
  const rows = [...sums.values()].filter(({ figures }) => Object.values(figures).some(Boolean))
  if (!rows.length) return
  const reasons = REASONS.map((_reason, index) => rows.map((row) => reasonValues(row)[index]))
  const columns = FIGURES.map((figure) => rows.map((row) => row.figures[figure] ?? 0))
  await tx.run(NOTE, [accountId, at, ...reasons, ...columns], 'mail-count')
}
