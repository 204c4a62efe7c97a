import type { MetricGrain } from '@millrace/kit/contract'
import { type House, type Range, refused, slicesOf, type Tx } from '@millrace/kit/server'
import type { LinkClicks, MailFigures, MailStats } from '../../contract/index.ts'
import { FIGURES } from '../ledger/counts.ts'
import { figuresAt, figuresOf } from './figures.ts'
import type { By, MailFilter } from './mailFilter.ts'
import { type AskedTime, readMailRange } from './mailRange.ts'
import {
  countGroups,
  type FigureRow,
  readFigures,
  readSeries,
  type Series,
  type SliceRow,
  sumFigures,
} from './readFigures.ts'
import { readLinks } from './readLinks.ts'

/** What figures are asked for. */
export type Asked = AskedTime & {
  metricsPeriod?: string | undefined
  stepId?: number[] | undefined
  emailIds?: number[] | undefined
  flowIds?: number[] | undefined
  broadcastId?: number | undefined
  broadcastIds?: number[] | undefined
  abTestVariantId?: number | undefined
  groupByEmail?: string | undefined
  groupByBroadcast?: string | undefined
  abTest?: string | undefined
}

const isYes = (text: string | undefined) => text === 'true' || text === '1'

/** Which mail is asked for. */
export const filterOf = (asked: Asked): MailFilter => {
  const broadcasts = [...(asked.broadcastIds ?? []), ...(asked.broadcastId ? [asked.broadcastId] : [])]
  return {
    emailId: asked.emailIds,
    flowId: asked.flowIds,
    stepId: asked.stepId,
    broadcastId: broadcasts,
    variantId: asked.abTestVariantId === undefined ? undefined : [asked.abTestVariantId],
  }
}

const groupsOf = (asked: Asked): By[] => {
  const isByStep = Boolean(asked.stepId?.length)
  const isByEmail = isByStep || Boolean(asked.emailIds?.length) || isYes(asked.groupByEmail)
  const groups: [By, boolean][] = [
    ['emailId', isByEmail],
    ['stepId', isByStep],
    ['broadcastId', isYes(asked.groupByBroadcast)],
    ['variantId', isYes(asked.abTest)],
  ]
  return groups.flatMap(([kind, isAsked]) => (isAsked ? [kind] : []))
}

/** More figures than these in one answer would keep everybody waiting. */
const MOST_POINTS = 100_000
const GRAINS: readonly MetricGrain[] = ['hour', 'day', 'week']

/** Slices as fine as was asked, coarser where there are many emails to tell of. */
const slicesFor = async (tx: Tx, accountId: number, range: Range, filter: MailFilter, by: readonly By[]) => {
  const finest = slicesOf(range, range.grain, range.zone)
  if (!by.length) return finest
  const groups = await countGroups(tx, accountId, range, filter, by)
  const fits = (starts: readonly Date[]) => (starts.length - 1) * groups <= MOST_POINTS
  if (fits(finest)) return finest
  for (const grain of GRAINS.slice(GRAINS.indexOf(range.grain) + 1)) {
    const starts = slicesOf(range, grain, range.zone)
    if (fits(starts)) return starts
  }
  throw refused('These are too many figures for one answer. Ask for fewer emails or a shorter time.')
}

const isAnything = (row: FigureRow) => FIGURES.some((figure) => row[figure] !== 0)

/** The sum of all mail, and every slice until now, whether there was mail in it or not. */
const ofAll = (rows: readonly SliceRow[], starts: readonly Date[], now: Date): MailStats[] => {
  if (!rows.some(isAnything)) return []
  const of = new Map(rows.map((row) => [row.slice, row]))
  const past = starts.slice(0, -1).filter((at) => at <= now)
  const periods = past.map((at, slice) => ({ ...figuresOf(of.get(slice)), at: at.toISOString() }))
  return [{ ...figuresOf(sumFigures(rows)), emailId: null, stepId: null, broadcastId: null, variantId: null, periods }]
}

const sumOf = (numbers: readonly number[]): number => {
  let sum = 0
  for (const number of numbers) sum += number
  return sum
}

/** One email, step and so on, with those slices in which there was mail of it. Written for tens of thousands of slices. */
const ofSeries = ({ slices, figures, ...about }: Series, moments: readonly string[]): MailStats[] => {
  const sum = Object.fromEntries(FIGURES.map((figure) => [figure, sumOf(figures[figure])])) as FigureRow
  if (!FIGURES.some((figure) => figures[figure].some((number) => number !== 0))) return []
  const { emailId = null, stepId = null, broadcastId = null, variantId = null } = about
  const periods = slices.map((slice, index) => figuresAt(figures, index, moments[slice] ?? ''))
  return [{ ...figuresOf(sum), emailId, stepId, broadcastId, variantId, periods }]
}

/** Figures of mail over a stretch of time, slice by slice, and clicks by link. Slices without mail are told of sums only. */
export const emailStats = (
  house: House,
  accountId: number,
  asked: Asked,
): Promise<{ stats: MailStats[]; clicks: LinkClicks[] }> =>
  house.db.account(accountId, async (tx) => {
    const range = await readMailRange(tx, house, accountId, { ...asked, period: asked.period ?? asked.metricsPeriod })
    const [filter, by] = [filterOf(asked), groupsOf(asked)]
    const starts = await slicesFor(tx, accountId, range, filter, by)
    const moments = starts.map((at) => at.toISOString())
    const stats = by.length
      ? (await readSeries(tx, accountId, starts, filter, by)).flatMap((series) => ofSeries(series, moments))
      : ofAll(await readFigures(tx, accountId, starts, filter), starts, house.clock.now())
    return { stats, clicks: await readLinks(tx, accountId, range, filter) }
  })

const SUMS = FIGURES.map((figure) => `sum(h.${figure})::bigint as ${figure}`).join(', ')

const COUNTED = (table: string, column: string) =>
  `select c.${column}, ${FIGURES.map((figure) => `c.${figure}`).join(', ')} from ${table} c
    where c.account_id = $1 and c.email_id <> 0 and ($2::bigint[] is null or c.${column} = any($2))`

/** All-time figures by email, flow or step. */
export const emailCounts = async (
  tx: Tx,
  accountId: number,
  { by, ids }: { by: 'email' | 'flow' | 'step'; ids?: readonly number[] },
): Promise<Map<number, MailFigures>> => {
  const column = { email: 'email_id', flow: 'flow_id', step: 'step_id' }[by]
  // Everything that was ever counted, or that of the ids asked for.
  const rows = await tx.rows<FigureRow & { id: number }>(
    `select h.${column} as id, ${SUMS}
     from (${COUNTED('mail_months', column)} union all ${COUNTED('mail_deltas', column)}) h group by h.${column}`,
    [accountId, ids ?? null],
  )
  return new Map(rows.map((row) => [row.id, figuresOf(row)]))
}
