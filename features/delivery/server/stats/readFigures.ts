import { type Piece, piecesOf, type Tx, together } from '@millrace/kit/server'
import { FIGURES, type Figure } from '../ledger/counts.ts'
import { type By, COLUMNS, idsOf, isOfAll, type MailFilter, named, typed } from './mailFilter.ts'
import { monthsOf } from './monthsOf.ts'

/** Figures by their columns. */
export type FigureRow = Record<Figure, number>

const RANGE_AT = 14
const FILTER_AT = 16

/** True where nothing but the sum of all mail is asked for, which is kept as a row of its own. */
const isWhole = (filter: MailFilter, by: readonly By[]) => !by.length && isOfAll(filter)

const all = (columns: readonly string[], of: (column: string) => string = (column) => column) =>
  columns.map(of).join(', ')

// The whole stretch is named beside the pieces, so that the planner knows how much there is to read.
const piecesFrom = (table: string, at: number, by: readonly By[], where: string) =>
  `select p.slice, ${by.map((kind) => `c.${COLUMNS[kind]}, `).join('')}${all(FIGURES, (figure) => `c.${figure}`)}
    from unnest($${at}::int[], $${at + 1}::timestamptz[], $${at + 2}::timestamptz[]) as p (slice, starts, ends)
    join ${table} c on c.account_id = $1 and c.at >= p.starts and c.at < p.ends
    where c.account_id = $1 and c.at >= $${RANGE_AT} and c.at < $${RANGE_AT + 1}${where}`

const slicesFrom = (filter: MailFilter, by: readonly By[]) => {
  const kept = isWhole(filter, by) ? ' and c.email_id = 0' : ' and c.email_id <> 0'
  const asked = kept + named(filter, FILTER_AT)
  const groups = by.map((kind) => `h.${COLUMNS[kind]}`)
  return `select h.slice, ${groups.map((group) => `${group}, `).join('')}
      ${all(FIGURES, (figure) => `sum(h.${figure})::bigint as ${figure}`)}
    from (${piecesFrom('mail_days', 2, by, asked)}
      union all ${piecesFrom('mail_quarters', 5, by, asked)}
      union all ${piecesFrom('mail_deltas', 8, by, named(filter, FILTER_AT))}
      union all ${piecesFrom('mail_months', 11, by, asked)}) h
    where num_nulls(${typed(FILTER_AT)}) >= 0
    group by ${[...groups, 'h.slice'].join(', ')} order by ${[...groups, 'h.slice'].join(', ')}`
}

const told = (by: readonly By[]) => by.map((kind) => `f.${COLUMNS[kind]} as "${kind}", `).join('')

/** Figures in slices of time: whole months and days from their sums, edges from those of quarters of hours, and what is not added up yet. */
const sqlOf = (filter: MailFilter, by: readonly By[]) =>
  `select f.slice, ${told(by)}${all(FIGURES, (figure) => `f.${figure}`)} from (${slicesFrom(filter, by)}) f`

/** Figures that are something in most slices; the others are told only where they are something, with their slices. */
const OFTEN: ReadonlySet<Figure> = new Set<Figure>(['accepted', 'delivered', 'opened', 'opens', 'clicked', 'clicks'])

const toldAs = (figure: Figure) =>
  OFTEN.has(figure) ? `f.${figure}::text` : `case when f.${figure} <> 0 then f.slice || ':' || f.${figure} end`

/** The same, one row for all slices of an email, step and so on: thousands of slices are read as few texts. */
const seriesSqlOf = (filter: MailFilter, by: readonly By[]) =>
  `select ${told(by)}string_agg(f.slice::text, ',' order by f.slice) as slices,
      ${FIGURES.map((figure) => `string_agg(${toldAs(figure)}, ',' order by f.slice) as ${figure}`).join(', ')}
    from (${slicesFrom(filter, by)}) f group by ${all(by.map((kind) => `f.${COLUMNS[kind]}`))}
    order by ${all(by.map((kind) => `f.${COLUMNS[kind]}`))}`

/** What is read lies in one of the tables, for the most part: to share it out among processes only takes their start. */
const ALONE = 'set local max_parallel_workers_per_gather = 0'

/** Reads figures in one process. */
export const readAlone = async <R extends object>(tx: Tx, sql: string, values: unknown[]): Promise<R[]> => {
  const [, rows] = await together([tx.run(ALONE, [], 'figures-alone'), tx.rows<R>(sql, values)])
  return rows
}

const columnsOf = (pieces: readonly Piece[]) => [
  pieces.map(({ slice }) => slice),
  pieces.map(({ from }) => from),
  pieces.map(({ to }) => to),
]

/** Figures of a slice, with what they are told by. */
export type SliceRow = FigureRow & { slice: number } & { [key in By]?: number }

const valuesOf = (accountId: number, starts: readonly Date[], filter: MailFilter) => {
  const { days: whole, edges } = piecesOf(starts)
  const { days, months } = monthsOf(whole)
  const slices = starts.slice(0, -1).map((from, slice): Piece => ({ slice, from, to: starts[slice + 1] ?? from }))
  const values = [...columnsOf(days), ...columnsOf(edges), ...columnsOf(slices), ...columnsOf(months)]
  return [accountId, ...values, starts[0], starts.at(-1), ...idsOf(filter)]
}

/** Figures of mail in slices of time, told by what is asked for; `starts` ends with the end of the last slice. */
export const readFigures = (
  tx: Tx,
  accountId: number,
  starts: readonly Date[],
  filter: MailFilter = {},
  by: readonly By[] = [],
): Promise<SliceRow[]> => readAlone<SliceRow>(tx, sqlOf(filter, by), valuesOf(accountId, starts, filter))

/** All slices of one email, step and so on: which they are, and each figure in their order. */
export type Series = { slices: number[]; figures: Record<Figure, number[]> } & {
  [key in By]?: number
}

const numbersIn = (text: string): number[] => text.split(',').map(Number)

/** A figure in the order of the slices. */
const figureIn = (figure: Figure, text: string | null, slices: readonly number[]): number[] => {
  if (OFTEN.has(figure)) return numbersIn(text ?? '')
  if (text === null) return slices.map(() => 0)
  const told = new Map(text.split(',').map((pair) => pair.split(':').map(Number) as [number, number]))
  return slices.map((slice) => told.get(slice) ?? 0)
}

/** The same as series, for answers with a great many slices; told by something. */
export const readSeries = async (
  tx: Tx,
  accountId: number,
  starts: readonly Date[],
  filter: MailFilter,
  by: readonly By[],
): Promise<Series[]> => {
  type Row = { slices: string } & Record<Figure, string | null> & { [key in By]?: number }
  const rows = await readAlone<Row>(tx, seriesSqlOf(filter, by), valuesOf(accountId, starts, filter))
  return rows.map((row) => {
    const slices = numbersIn(row.slices)
    const told = FIGURES.map((figure) => [figure, figureIn(figure, row[figure], slices)])
    const figures = Object.fromEntries(told) as Series['figures']
    return { ...Object.fromEntries(by.map((kind) => [kind, row[kind]])), slices, figures }
  })
}

/** How many emails, steps and so on figures of a stretch of time are told by, as far as they are added up. */
export const countGroups = async (
  tx: Tx,
  accountId: number,
  { from, to }: { from: Date; to: Date },
  filter: MailFilter,
  by: readonly By[],
): Promise<number> => {
  // What any mail of the months that the stretch touches was sent for.
  const row = await tx.one<{ groups: number }>(
    `select count(*)::int as groups from (
      select distinct ${all(by.map((kind) => `c.${COLUMNS[kind]}`))} from mail_months c
      where c.account_id = $1 and c.email_id <> 0 and c.at >= date_trunc('month', $2::timestamptz, 'UTC') and c.at < $3${named(filter, 4)}
        and num_nulls(${typed(4)}) >= 0) g`,
    [accountId, from, to, ...idsOf(filter)],
  )
  return row?.groups ?? 0
}

/** A row of nothing. */
export const noFigures = (): FigureRow => Object.fromEntries(FIGURES.map((figure) => [figure, 0])) as FigureRow

/** Adds the figures of rows up. */
export const sumFigures = (rows: readonly FigureRow[]): FigureRow => {
  const sum = noFigures()
  for (const row of rows) for (const figure of FIGURES) sum[figure] += row[figure]
  return sum
}
