import type { Design, DesignBlock, DesignColumn, DesignRow } from '../../contract/design.ts'
import { newId } from './newBlock.ts'

/** The parts of a mail that hold rows. */
export type Section = 'headers' | 'rows' | 'footers'
const SECTIONS: readonly Section[] = ['rows', 'headers', 'footers']

/** Where a block stands: row, column, place in the column, all from 0; `section` is said for headers and footers alone. */
export type BlockPlace = { section?: Section; row: number; column: number; index: number }
/** Where a block may be put: into a column, or into a new row of its own. */
export type Target = BlockPlace | { row: number }

/** True where a target is a place in a column. */
export const isInColumn = (target: Target): target is BlockPlace => 'column' in target

/** The rows of a section. */
export const rowsIn = (design: Design, section: Section = 'rows'): DesignRow[] => design.body[section] ?? []

/** A design whose rows of a section are changed. */
export const withRows = (
  design: Design,
  change: (rows: DesignRow[]) => DesignRow[],
  section: Section = 'rows',
): Design => {
  const rows = rowsIn(design, section)
  const next = change(rows)
  return next === rows ? design : { ...design, body: { ...design.body, [section]: next } }
}

/** A design in which the row of an id is changed, whatever section it stands in. */
export const withRow = (design: Design, id: string, change: (row: DesignRow) => DesignRow): Design => {
  const section = sectionOf(design, id)
  return section ? withRows(design, (rows) => rows.map((row) => (row.id === id ? change(row) : row)), section) : design
}

/** A design in which the blocks of a column are changed. */
export const withColumn = (
  design: Design,
  { section, row, column }: BlockPlace,
  change: (blocks: DesignBlock[]) => DesignBlock[],
): Design =>
  withRows(
    design,
    (rows) =>
      rows.map((one, at) =>
        at !== row
          ? one
          : {
              ...one,
              columns: one.columns.map((part, index) =>
                index === column ? { ...part, contents: change(part.contents) } : part,
              ),
            },
      ),
    section,
  )

/** The section in which the row of an id stands. */
export const sectionOf = (design: Design, rowId: string): Section | undefined =>
  SECTIONS.find((section) => rowsIn(design, section).some(({ id }) => id === rowId))

/** The row of an id. */
export const findRow = (design: Design, id: string): DesignRow | undefined =>
  SECTIONS.flatMap((section) => rowsIn(design, section)).find((row) => row.id === id)

/** The place of the row of an id in its section. */
export const rowIndex = (design: Design, id: string): number =>
  rowsIn(design, sectionOf(design, id)).findIndex((row) => row.id === id)

const inRows = (rows: DesignRow[], id: string): BlockPlace | undefined => {
  for (const [row, { columns }] of rows.entries()) {
    for (const [column, { contents }] of columns.entries()) {
      const index = contents.findIndex((block) => block.id === id)
      if (index >= 0) return { row, column, index }
    }
  }
  return undefined
}

/** Where the block of an id stands. */
export const placeOf = (design: Design, id: string): BlockPlace | undefined => {
  for (const section of SECTIONS) {
    const place = inRows(rowsIn(design, section), id)
    if (place) return section === 'rows' ? place : { section, ...place }
  }
  return undefined
}

/** The column of a place. */
export const columnAt = (design: Design, { section, row, column }: BlockPlace): DesignColumn | undefined =>
  rowsIn(design, section)[row]?.columns[column]

/** The block of an id. */
export const findBlock = (design: Design, id: string): DesignBlock | undefined => {
  const place = placeOf(design, id)
  return place && columnAt(design, place)?.contents[place.index]
}

const named = (row: DesignRow): DesignRow => ({
  ...row,
  id: row.id ?? newId(),
  columns: row.columns.map((column) => ({
    ...column,
    id: column.id ?? newId(),
    contents: column.contents.map((block) => ({ ...block, id: block.id ?? newId() })),
  })),
})

/** Every part with an id: Unlayer's designs have them, hand-written ones need not. */
export const withIds = (design: Design): Design => {
  const namedAll = (rows: DesignRow[]) => (rows.length ? rows.map(named) : rows)
  return SECTIONS.reduce((next, section) => withRows(next, namedAll, section), design)
}
