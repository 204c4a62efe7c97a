import { SNIPPET_BLOCK } from './snippet.ts'

/** Settings of a part of a design, by Unlayer's names. What is not known here is kept as it is. */
export type DesignValues = Record<string, unknown>

/** A block: a heading, a text, a button, … or something that only its maker knows. */
export type DesignBlock = { id?: string; type: string; slug?: string; values: DesignValues; [other: string]: unknown }

/** A column of a row, with its blocks from top to bottom. */
export type DesignColumn = { id?: string; contents: DesignBlock[]; values: DesignValues; [other: string]: unknown }

/** A row; `cells` holds the share of each column. */
export type DesignRow = {
  id?: string
  cells: number[]
  columns: DesignColumn[]
  values: DesignValues
  [other: string]: unknown
}

/** What the block editor saves: Unlayer design JSON. */
export type Design = {
  counters?: Record<string, number>
  schemaVersion?: number
  body: {
    id?: string
    rows: DesignRow[]
    headers?: DesignRow[]
    footers?: DesignRow[]
    values: DesignValues
    [other: string]: unknown
  }
  [other: string]: unknown
}

/** True where `value` has the shape of a row: columns of blocks. */
export const isDesignRow = (value: unknown): value is DesignRow => {
  const row = value as DesignRow | null | undefined
  return (
    Array.isArray(row?.cells) &&
    Array.isArray(row.columns) &&
    row.columns.every(
      (column) => Array.isArray(column?.contents) && column.contents.every((block) => typeof block?.type === 'string'),
    )
  )
}

/** True where `state` has the shape of a design: rows of columns of blocks. */
export const isDesign = (state: unknown): state is Design => {
  const rows = (state as Design | null)?.body?.rows
  return Array.isArray(rows) && rows.every(isDesignRow)
}

/** Every row of a design: headers, rows, footers. */
export const rowsOf = (design: Design): DesignRow[] => [
  ...(design.body.headers ?? []),
  ...design.body.rows,
  ...(design.body.footers ?? []),
]

/** Every block of a design in reading order. */
export const blocksOf = (design: Design): DesignBlock[] =>
  rowsOf(design).flatMap((row) => row.columns.flatMap((column) => column.contents))

/** The snippet that a block shows; undefined where it shows none. */
export const snippetIdOf = ({ type, slug, values }: DesignBlock): number | undefined => {
  const id = type === 'custom' && slug === SNIPPET_BLOCK ? values.snippetId : undefined
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined
}
