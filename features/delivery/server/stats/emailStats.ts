import { type House, slicesOf, type Tx } from '@millrace/kit/server'
import type { LinkClicks, MailFigures, MailStats } from '../../contract/index.ts'
import { FIGURES } from '../ledger/counts.ts'
import { figuresOf } from './figures.ts'
import { type AskedTime, readMailRange } from './mailRange.ts'
import { type By, type FigureRow, type MailFilter, readFigures, type SliceRow, sumFigures } from './readFigures.ts'
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

type Group = { rows: SliceRow[] } & { [key in Exclude<By, 'flowId'>]: number | null }

const grouped = (rows: readonly SliceRow[]): Group[] => {
  const groups = new Map<string, Group>()
  for (const row of rows) {
    const { emailId = null, stepId = null, broadcastId = null, variantId = null } = row
    const key = [emailId, stepId, broadcastId, variantId].join('.')
    const group = groups.get(key) ?? { emailId, stepId, broadcastId, variantId, rows: [] }
    group.rows.push(row)
    groups.set(key, group)
  }
  return [...groups.values()]
}

const isAnything = (row: FigureRow) => FIGURES.some((figure) => row[figure] !== 0)

/** Figures of mail over a stretch of time, slice by slice, and clicks by link. Slices without mail are told of sums only. */
export const emailStats = (
  house: House,
  accountId: number,
  asked: Asked,
): Promise<{ stats: MailStats[]; clicks: LinkClicks[] }> =>
  house.db.account(accountId, async (tx) => {
    const range = await readMailRange(tx, house, accountId, { ...asked, period: asked.period ?? asked.metricsPeriod })
    const [filter, by] = [filterOf(asked), groupsOf(asked)]
    const starts = slicesOf(range, range.grain, range.zone)
    const groups = grouped(await readFigures(tx, accountId, starts, filter, by))
    const past = starts.slice(0, -1).filter((at) => at <= house.clock.now())
    const periodsOf = (rows: readonly SliceRow[]) => {
      const of = new Map(rows.map((row) => [row.slice, row]))
      const slices = by.length ? [...of.keys()] : past.map((_at, slice) => slice)
      return slices.map((slice) => ({ ...figuresOf(of.get(slice)), at: starts[slice]!.toISOString() }))
    }
    return {
      stats: groups
        .filter(({ rows }) => rows.some(isAnything))
        .map(({ rows, ...about }) => ({ ...figuresOf(sumFigures(rows)), ...about, periods: periodsOf(rows) })),
      clicks: await readLinks(tx, accountId, range, filter),
    }
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
     from (${COUNTED('mail_days', column)} union all ${COUNTED('mail_deltas', column)}) h group by h.${column}`,
    [accountId, ids ?? null],
  )
  return new Map(rows.map((row) => [row.id, figuresOf(row)]))
}
