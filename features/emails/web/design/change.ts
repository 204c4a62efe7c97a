import type { Design, DesignBlock, DesignValues } from '../../contract/design.ts'
import { counted } from './copy.ts'
import { countName, KINDS, type KindName } from './kinds.ts'
import { newBlock, newRow } from './newBlock.ts'
import {
  columnAt,
  findBlock,
  isInColumn,
  placeOf,
  rowIndex,
  rowsIn,
  sectionOf,
  type Target,
  withColumn,
  withRow,
  withRows,
} from './places.ts'

const put = (design: Design, block: DesignBlock, target: Target): Design => {
  if (isInColumn(target)) {
    return withColumn(design, target, (blocks) => blocks.toSpliced(target.index, 0, block))
  }
  const { design: next, number } = counted(design, 'u_row')
  const row = newRow([1], number)
  const filled = { ...row, columns: row.columns.map((column) => ({ ...column, contents: [block] })) }
  return withRows(next, (rows) => rows.toSpliced(target.row, 0, filled))
}

/** Adds a new block; answers its id too. */
export const addBlock = (design: Design, kind: KindName, target: Target): { design: Design; id: string } => {
  const { design: next, number } = counted(design, `u_${countName(KINDS[kind])}`)
  const block = newBlock(kind, number)
  return { design: put(next, block, target), id: block.id ?? '' }
}

/** Adds an empty row; answers its id too. */
export const addRow = (design: Design, cells: readonly number[], at: number): { design: Design; id: string } => {
  const { design: next, number } = counted(design, 'u_row')
  const row = newRow(cells, number)
  return { design: withRows(next, (rows) => rows.toSpliced(at, 0, row)), id: row.id ?? '' }
}

/** Takes a block out. */
export const removeBlock = (design: Design, id: string): Design => {
  const place = placeOf(design, id)
  return place ? withColumn(design, place, (blocks) => blocks.toSpliced(place.index, 1)) : design
}

/** Takes a row out with everything in it. */
export const removeRow = (design: Design, id: string): Design =>
  withRows(design, (rows) => rows.filter((row) => row.id !== id), sectionOf(design, id))

/** Moves a block. The target is counted before the block is taken out. */
export const moveBlock = (design: Design, id: string, target: Target): Design => {
  const from = placeOf(design, id)
  const block = findBlock(design, id)
  if (!from || !block) return design
  const isSameColumn =
    isInColumn(target) && target.section === from.section && target.row === from.row && target.column === from.column
  if (isSameColumn && (target.index === from.index || target.index === from.index + 1)) return design
  const shifted = isSameColumn && target.index > from.index ? { ...target, index: target.index - 1 } : target
  return put(removeBlock(design, id), block, shifted)
}

/** Moves a row before the one that stands at `to` of its section, counted before it is taken out. */
export const moveRow = (design: Design, id: string, to: number): Design => {
  const section = sectionOf(design, id)
  const from = rowIndex(design, id)
  const row = rowsIn(design, section)[from]
  if (!section || !row || to < 0 || to > rowsIn(design, section).length || to === from || to === from + 1) return design
  return withRows(design, (rows) => rows.toSpliced(from, 1).toSpliced(to > from ? to - 1 : to, 0, row), section)
}

/** Moves a block one step by keyboard: within its column, then into the row above or below. */
export const stepBlock = (design: Design, id: string, by: -1 | 1): Design => {
  const place = placeOf(design, id)
  if (!place) return design
  const blocks = columnAt(design, place)?.contents ?? []
  const index = place.index + by
  if (index >= 0 && index < blocks.length) {
    return moveBlock(design, id, { ...place, index: by < 0 ? index : index + 1 })
  }
  const row = place.row + by
  const next = rowsIn(design, place.section)[row]
  if (!next) return design
  const column = Math.min(place.column, next.columns.length - 1)
  const last = next.columns[column]?.contents.length ?? 0
  return moveBlock(design, id, { ...place, row, column, index: by < 0 ? last : 0 })
}

/** Moves a block into the next column of its row; from the last into the first. */
export const stepColumn = (design: Design, id: string): Design => {
  const place = placeOf(design, id)
  const columns = place ? (rowsIn(design, place.section)[place.row]?.columns ?? []) : []
  if (!place || columns.length < 2) return design
  const column = (place.column + 1) % columns.length
  return moveBlock(design, id, { ...place, column, index: columns[column]?.contents.length ?? 0 })
}

const without = (values: DesignValues): DesignValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** Changes settings of a block; a `type` turns it into another kind. */
export const changeBlock = (design: Design, id: string, values: DesignValues, type?: string): Design => {
  const place = placeOf(design, id)
  if (!place) return design
  return withColumn(design, place, (blocks) =>
    blocks.map((block) =>
      block.id === id ? { ...block, ...(type && { type }), values: without({ ...block.values, ...values }) } : block,
    ),
  )
}

/** Changes settings of a row. */
export const changeRow = (design: Design, id: string, values: DesignValues): Design =>
  withRow(design, id, (row) => ({ ...row, values: { ...row.values, ...values } }))

/** Changes settings of a column of a row. */
export const changeColumn = (design: Design, rowId: string, column: number, values: DesignValues): Design =>
  withRow(design, rowId, (row) => ({
    ...row,
    columns: row.columns.map((one, index) =>
      index === column ? { ...one, values: { ...one.values, ...values } } : one,
    ),
  }))

/** Changes the layout of a row. Blocks of columns that go move into the last that stays. */
export const changeLayout = (design: Design, id: string, cells: readonly number[]): Design =>
  withRow(design, id, (row) => {
    const fresh = newRow(cells, design.counters?.u_row ?? 1).columns
    const kept = cells
      .map((_share, index) => row.columns[index] ?? fresh[index])
      .filter((column) => column !== undefined)
    const rest = row.columns.slice(cells.length).flatMap((column) => column.contents)
    const columns = kept.map((column, index) =>
      index === kept.length - 1 && rest.length ? { ...column, contents: [...column.contents, ...rest] } : column,
    )
    return { ...row, cells: [...cells], columns }
  })

/** Changes settings of the whole mail. */
export const changeBody = (design: Design, values: DesignValues): Design => ({
  ...design,
  body: { ...design.body, values: { ...design.body.values, ...values } },
})
