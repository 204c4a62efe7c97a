import type { House, Tx } from '@millrace/kit/server'
import type { LinkClicks, MailFigures, MailStats } from '../../contract/index.ts'
import { FIGURES } from '../ledger/counts.ts'
import { knownZone, type Span, spanOf } from './period.ts'

type FigureRow = Record<(typeof FIGURES)[number], number>

const SUMS = FIGURES.map((figure) => `sum(h.${figure})::int as ${figure}`).join(', ')

/** Figures under the names that calls answer. */
export const figuresOf = (row: FigureRow | undefined): MailFigures => ({
  accepted: row?.accepted ?? 0,
  delivered: row?.delivered ?? 0,
  opened: row?.opened ?? 0,
  opens: row?.opens ?? 0,
  botOpens: row?.bot_opens ?? 0,
  clicked: row?.clicked ?? 0,
  clicks: row?.clicks ?? 0,
  botClicks: row?.bot_clicks ?? 0,
  bounced: row?.bounced ?? 0,
  complained: row?.complained ?? 0,
  unsubscribed: row?.unsubscribed ?? 0,
  skipped: row?.skipped ?? 0,
  failed: row?.failed ?? 0,
})

/** What figures are asked for. */
export type Asked = {
  period?: string
  metricsPeriod?: string
  stepId?: number[]
  emailIds?: number[]
  flowIds?: number[]
  timezone?: string
  startDate?: string
  endDate?: string
  groupByEmail?: 'true' | 'false'
}

const FILTER = `h.account_id = $1 and h.hour >= $2 and h.hour < $3
    and ($4::bigint[] is null or h.email_id = any($4)) and ($5::bigint[] is null or h.flow_id = any($5))
    and ($6::bigint[] is null or h.step_id = any($6))`

/** Figures by email, step and slice of time. */
const STATS = `select case when $7 then h.email_id end as "emailId", case when $8 then h.step_id end as "stepId",
    date_trunc($9, h.hour at time zone $10) at time zone $10 as at, ${SUMS}
  from email_hours h where ${FILTER} group by 1, 2, 3 order by 1, 2, 3`

/** Clicks by link. */
const CLICKS = `select l.url, h.email_id as "emailId", sum(h.clicked)::int as clicked, sum(h.clicks)::int as clicks,
    sum(h.bot_clicks)::int as "botClicks"
  from link_hours h join email_links l on l.account_id = $1 and l.id = h.link_id
  where ${FILTER} group by l.url, h.email_id order by clicks desc, l.url limit 500`

type StatRow = FigureRow & { emailId: number | null; stepId: number | null; at: Date }

const grouped = (rows: readonly StatRow[]): MailStats[] => {
  const groups = new Map<string, { sum: FigureRow; emailId: number | null; stepId: number | null; rows: StatRow[] }>()
  for (const row of rows) {
    const key = `${row.emailId}.${row.stepId}`
    const zero = Object.fromEntries(FIGURES.map((figure) => [figure, 0])) as FigureRow
    const group = groups.get(key) ?? { sum: zero, emailId: row.emailId, stepId: row.stepId, rows: [] }
    for (const figure of FIGURES) group.sum[figure] += row[figure]
    group.rows.push(row)
    groups.set(key, group)
  }
  return [...groups.values()].map(({ sum, emailId, stepId, rows }) => ({
    ...figuresOf(sum),
    emailId,
    stepId,
    periods: rows.map((row) => ({ ...figuresOf(row), at: row.at.toISOString() })),
  }))
}

const orNull = (ids: number[] | undefined) => (ids?.length ? ids : null)

/** Figures of mail and clicks by link over a span of time. */
export const emailStats = (
  house: House,
  accountId: number,
  asked: Asked,
): Promise<{ stats: MailStats[]; clicks: LinkClicks[] }> => {
  const zone = knownZone(asked.timezone)
  const span: Span = spanOf({ ...asked, period: asked.period ?? asked.metricsPeriod }, zone, house.clock.now())
  const filter = [accountId, span.from, span.to, orNull(asked.emailIds), orNull(asked.flowIds), orNull(asked.stepId)]
  const byStep = Boolean(asked.stepId?.length)
  const byEmail = byStep || Boolean(asked.emailIds?.length) || asked.groupByEmail === 'true'
  return house.db.account(accountId, async (tx) => {
    const rows = await tx.rows<StatRow>(STATS, [...filter, byEmail, byStep, span.grain, zone])
    return { stats: grouped(rows), clicks: await tx.rows<LinkClicks>(CLICKS, filter) }
  })
}

/** All-time figures by email, flow or step. */
export const emailCounts = async (
  tx: Tx,
  accountId: number,
  { by, ids }: { by: 'email' | 'flow' | 'step'; ids?: readonly number[] },
): Promise<Map<number, MailFigures>> => {
  const column = { email: 'email_id', flow: 'flow_id', step: 'step_id' }[by]
  // Everything that was ever counted, or that of the ids asked for.
  const rows = await tx.rows<FigureRow & { id: number }>(
    `select h.${column} as id, ${SUMS} from email_hours h
     where h.account_id = $1 and ($2::bigint[] is null or h.${column} = any($2)) group by 1`,
    [accountId, ids ?? null],
    `mail-counts-${by}`,
  )
  return new Map(rows.map((row) => [row.id, figuresOf(row)]))
}
