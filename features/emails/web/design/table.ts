import type { DesignValues } from '../../contract/design.ts'
import { groupOf } from './read.ts'

/** A cell of a table block; what else it holds is kept. */
export type Cell = { text: string; width?: number; [other: string]: unknown }
/** A line of a table block. */
export type Line = { cells: Cell[]; height?: number; [other: string]: unknown }
export type Part = 'headers' | 'rows' | 'footers'
/** The lines of a table block. */
export type TableParts = Record<Part, Line[]>

const linesOf = (held: DesignValues, part: Part): Line[] => {
  const lines = held[part]
  if (!Array.isArray(lines)) return []
  return lines.map((line: Partial<Line>) => ({
    ...line,
    cells: (line.cells ?? []).map((cell) => ({ ...cell, text: String(cell?.text ?? '') })),
  }))
}

const empty = (columns: number): Line => ({
  cells: Array.from({ length: columns }, () => ({ text: '', width: 0 })),
  height: 0,
})

const PARTS: readonly Part[] = ['headers', 'rows', 'footers']

/** The lines of a table block, at least one of each part. */
export const tablePartsOf = (values: DesignValues): TableParts => {
  const held = groupOf(values, 'table')
  const rows = linesOf(held, 'rows')
  const columns = rows[0]?.cells.length || Number(values.columns) || 2
  const filled = rows.length ? rows : Array.from({ length: Number(values.rows) || 2 }, () => empty(columns))
  const [headers, footers] = [linesOf(held, 'headers'), linesOf(held, 'footers')]
  const one = [empty(columns)]
  return { ...held, headers: headers.length ? headers : one, rows: filled, footers: footers.length ? footers : one }
}

// Shares of columns are said in percent; a share of nothing would be half of the table.
const evened = (line: Line): Line => ({
  ...line,
  cells: line.cells.map((cell) => ({ ...cell, width: Math.round(10_000 / line.cells.length) / 100 })),
})

const inAll = (parts: TableParts, change: (line: Line) => Line): TableParts => {
  const next = { ...parts }
  for (const part of PARTS) next[part] = parts[part].map(change)
  return next
}

/** With another text in a cell. */
export const withCell = (parts: TableParts, part: Part, row: number, column: number, text: string): TableParts => ({
  ...parts,
  [part]: parts[part].map((line, at) =>
    at === row
      ? { ...line, cells: line.cells.map((cell, index) => (index === column ? { ...cell, text } : cell)) }
      : line,
  ),
})

/** With one more row. */
export const withLine = (parts: TableParts): TableParts => {
  const last = parts.rows.at(-1)
  const line = last ? { ...last, cells: last.cells.map((cell) => ({ ...cell, text: '' })) } : empty(2)
  return { ...parts, rows: [...parts.rows, line] }
}

/** Without a row. */
export const withoutLine = (parts: TableParts, row: number): TableParts => ({
  ...parts,
  rows: parts.rows.toSpliced(row, 1),
})

/** With one more column, all as wide as each other. */
export const withColumn = (parts: TableParts): TableParts =>
  inAll(parts, (line) => evened({ ...line, cells: [...line.cells, { ...line.cells.at(-1), text: '' }] }))

/** Without the last column. */
export const withoutColumn = (parts: TableParts): TableParts =>
  inAll(parts, (line) => evened({ ...line, cells: line.cells.slice(0, -1) }))
