import { type Piece, piecesOf, type Tx } from '@millrace/kit/server'
import { FIGURES } from '../ledger/counts.ts'

/** Figures by their columns. */
export type FigureRow = Record<(typeof FIGURES)[number], number>

/** What figures can be told by. */
export type By = 'emailId' | 'flowId' | 'stepId' | 'broadcastId' | 'variantId'

/** Which mail is counted; all where nothing is named. */
export type MailFilter = { [key in By]?: readonly number[] | undefined }

const COLUMNS: Record<By, string> = {
  emailId: 'email_id',
  flowId: 'flow_id',
  stepId: 'step_id',
  broadcastId: 'broadcast_id',
  variantId: 'variant_id',
}
const KINDS = Object.keys(COLUMNS) as By[]
const FILTER_AT = 11

const some = (ids: readonly number[] | undefined) => (ids?.length ? ids : null)

/** True where nothing but the sum of all mail is asked for, which is kept as a row of its own. */
const isWhole = (filter: MailFilter, by: readonly By[]) => !by.length && KINDS.every((kind) => !some(filter[kind]))

const all = (columns: readonly string[], of: (column: string) => string = (column) => column) =>
  columns.map(of).join(', ')

const piecesFrom = (table: string, at: number, by: readonly By[], where: string) =>
  `select p.slice, ${by.map((kind) => `c.${COLUMNS[kind]}, `).join('')}${all(FIGURES, (figure) => `c.${figure}`)}
    from unnest($${at}::int[], $${at + 1}::timestamptz[], $${at + 2}::timestamptz[]) as p (slice, starts, ends)
    join ${table} c on c.account_id = $1 and c.at >= p.starts and c.at < p.ends
    where c.account_id = $1${where}`

/** Figures in slices of time: whole days from their sums, edges from those of quarters of hours, and what is not added up yet. */
const sqlOf = (filter: MailFilter, by: readonly By[]) => {
  const kept = isWhole(filter, by) ? ' and c.email_id = 0' : ' and c.email_id <> 0'
  const named = KINDS.map((kind, index) =>
    some(filter[kind]) ? ` and c.${COLUMNS[kind]} = any($${FILTER_AT + index}::bigint[])` : '',
  ).join('')
  // Parameters that a shape does not use must still have a type.
  const unused = KINDS.map((_kind, index) => `$${FILTER_AT + index}::bigint[]`).join(', ')
  const groups = by.map((kind) => `h.${COLUMNS[kind]}`)
  return `select h.slice, ${by.map((kind) => `h.${COLUMNS[kind]} as "${kind}", `).join('')}
      ${all(FIGURES, (figure) => `sum(h.${figure})::bigint as ${figure}`)}
    from (${piecesFrom('mail_days', 2, by, kept + named)}
      union all ${piecesFrom('mail_quarters', 5, by, kept + named)}
      union all ${piecesFrom('mail_deltas', 8, by, named)}) h
    where num_nulls(${unused}) >= 0
    group by ${['h.slice', ...groups].join(', ')} order by ${['h.slice', ...groups].join(', ')}`
}

const columnsOf = (pieces: readonly Piece[]) => [
  pieces.map(({ slice }) => slice),
  pieces.map(({ from }) => from),
  pieces.map(({ to }) => to),
]

/** Figures of a slice, with what they are told by. */
export type SliceRow = FigureRow & { slice: number } & { [key in By]?: number }

/** Figures of mail in slices of time, told by what is asked for; `starts` ends with the end of the last slice. */
export const readFigures = (
  tx: Tx,
  accountId: number,
  starts: readonly Date[],
  filter: MailFilter = {},
  by: readonly By[] = [],
): Promise<SliceRow[]> => {
  const { days, edges } = piecesOf(starts)
  const slices = starts.slice(0, -1).map((from, slice): Piece => ({ slice, from, to: starts[slice + 1] ?? from }))
  const values = [...columnsOf(days), ...columnsOf(edges), ...columnsOf(slices)]
  const ids = KINDS.map((kind) => some(filter[kind]))
  return tx.rows<SliceRow>(sqlOf(filter, by), [accountId, ...values, ...ids])
}

/** A row of nothing. */
export const noFigures = (): FigureRow => Object.fromEntries(FIGURES.map((figure) => [figure, 0])) as FigureRow

/** Adds the figures of rows up. */
export const sumFigures = (rows: readonly FigureRow[]): FigureRow => {
  const sum = noFigures()
  for (const row of rows) for (const figure of FIGURES) sum[figure] += row[figure]
  return sum
}
