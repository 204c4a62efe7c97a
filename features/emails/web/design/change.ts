import type { Design, DesignBlock, DesignRow, DesignValues } from '../../contract/design.ts'
import { countName, KINDS, type KindName } from './kinds.ts'
import { newBlock, newId, newRow } from './newBlock.ts'

/** Where a block stands: row, column, place in the column, all from 0. Rows are those of the body; headers and footers stay. */
export type BlockPlace = { row: number; column: number; index: number }
/** Where a block may be put: into a column, or into a new row of its own. */
export type Target = BlockPlace | { row: number }

/** True where a target is a place in a column. */
export const isInColumn = (target: Target): target is BlockPlace => 'column' in target

const withRows = (design: Design, change: (rows: DesignRow[]) => DesignRow[]): Design => ({
  ...design,
  body: { ...design.body, rows: change(design.body.rows) },
})

const withColumn = (design: Design, row: number, column: number, change: (blocks: DesignBlock[]) => DesignBlock[]) =>
  withRows(design, (rows) =>
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
  )

const counted = (design: Design, key: string): { design: Design; number: number } => {
  const number = (design.counters?.[key] ?? 0) + 1
  return { design: { ...design, counters: { ...design.counters, [key]: number } }, number }
}

/** Every part with an id: Unlayer's designs have them, hand-written ones need not. */
export const withIds = (design: Design): Design =>
  withRows(design, (rows) =>
    rows.map((row) => ({
      ...row,
      id: row.id ?? newId(),
      columns: row.columns.map((column) => ({
        ...column,
        id: column.id ?? newId(),
        contents: column.contents.map((block) => ({ ...block, id: block.id ?? newId() })),
      })),
    })),
  )

/** Where the block of an id stands. */
export const placeOf = (design: Design, id: string): BlockPlace | undefined => {
  for (const [row, { columns }] of design.body.rows.entries()) {
    for (const [column, { contents }] of columns.entries()) {
      const index = contents.findIndex((block) => block.id === id)
      if (index >= 0) return { row, column, index }
    }
  }
  return undefined
}

/** The block of an id. */
export const findBlock = (design: Design, id: string): DesignBlock | undefined => {
  const place = placeOf(design, id)
  return place && design.body.rows[place.row]?.columns[place.column]?.contents[place.index]
}

/** The place in the list of rows of the row of an id. */
export const rowIndex = (design: Design, id: string): number => design.body.rows.findIndex((row) => row.id === id)

const put = (design: Design, block: DesignBlock, target: Target): Design => {
  if (isInColumn(target)) {
    return withColumn(design, target.row, target.column, (blocks) => blocks.toSpliced(target.index, 0, block))
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
  if (!place) return design
  return withColumn(design, place.row, place.column, (blocks) => blocks.toSpliced(place.index, 1))
}

/** Takes a row out with everything in it. */
export const removeRow = (design: Design, id: string): Design =>
  withRows(design, (rows) => rows.filter((row) => row.id !== id))

/** Moves a block. The target is counted before the block is taken out. */
export const moveBlock = (design: Design, id: string, target: Target): Design => {
  const from = placeOf(design, id)
  const block = findBlock(design, id)
  if (!from || !block) return design
  const isSameColumn = isInColumn(target) && target.row === from.row && target.column === from.column
  if (isSameColumn && (target.index === from.index || target.index === from.index + 1)) return design
  const shifted = isSameColumn && target.index > from.index ? { ...target, index: target.index - 1 } : target
  return put(removeBlock(design, id), block, shifted)
}

/** Moves a row before the one that stands at `to`, counted before it is taken out. */
export const moveRow = (design: Design, id: string, to: number): Design => {
  const from = rowIndex(design, id)
  const row = design.body.rows[from]
  if (!row || to === from || to === from + 1) return design
  return withRows(design, (rows) => rows.toSpliced(from, 1).toSpliced(to > from ? to - 1 : to, 0, row))
}

/** Moves a block one step by keyboard: within its column, then into the row above or below. */
export const stepBlock = (design: Design, id: string, by: -1 | 1): Design => {
  const place = placeOf(design, id)
  if (!place) return design
  const blocks = design.body.rows[place.row]?.columns[place.column]?.contents ?? []
  const index = place.index + by
  if (index >= 0 && index < blocks.length) {
    return moveBlock(design, id, { ...place, index: by < 0 ? index : index + 1 })
  }
  const row = place.row + by
  const next = design.body.rows[row]
  if (!next) return design
  const column = Math.min(place.column, next.columns.length - 1)
  return moveBlock(design, id, { row, column, index: by < 0 ? (next.columns[column]?.contents.length ?? 0) : 0 })
}

/** Moves a block into the next column of its row; from the last into the first. */
export const stepColumn = (design: Design, id: string): Design => {
  const place = placeOf(design, id)
  const columns = place ? (design.body.rows[place.row]?.columns ?? []) : []
  if (!place || columns.length < 2) return design
  const column = (place.column + 1) % columns.length
  return moveBlock(design, id, { row: place.row, column, index: columns[column]?.contents.length ?? 0 })
}

const copyOf = (block: DesignBlock, number: number): DesignBlock => {
  const copy = structuredClone(block)
  const meta = copy.values._meta as DesignValues | undefined
  if (meta) copy.values._meta = { ...meta, htmlID: `u_${countName(block)}_${number}` }
  return { ...copy, id: newId() }
}

/** Puts a copy of a block after it; answers the copy's id too. */
export const duplicateBlock = (design: Design, id: string): { design: Design; id: string } => {
  const place = placeOf(design, id)
  const block = findBlock(design, id)
  if (!place || !block) return { design, id }
  const { design: next, number } = counted(design, `u_${countName(block)}`)
  const copy = copyOf(block, number)
  return { design: put(next, copy, { ...place, index: place.index + 1 }), id: copy.id ?? '' }
}

/** Puts a copy of a row after it; answers the copy's id too. */
export const duplicateRow = (design: Design, id: string): { design: Design; id: string } => {
  const at = rowIndex(design, id)
  const row = design.body.rows[at]
  if (!row) return { design, id }
  let next = design
  const number = (key: string) => {
    const step = counted(next, key)
    next = step.design
    return step.number
  }
  const copy: DesignRow = structuredClone(row)
  copy.id = newId()
  copy.values._meta = { ...(copy.values._meta as DesignValues), htmlID: `u_row_${number('u_row')}` }
  for (const column of copy.columns) {
    column.id = newId()
    column.values._meta = { ...(column.values._meta as DesignValues), htmlID: `u_column_${number('u_column')}_copy` }
    column.contents = column.contents.map((block) => copyOf(block, number(`u_${countName(block)}`)))
  }
  return { design: withRows(next, (rows) => rows.toSpliced(at + 1, 0, copy)), id: copy.id }
}

/** Changes settings of a block; a `type` turns it into another kind. */
export const changeBlock = (design: Design, id: string, values: DesignValues, type?: string): Design => {
  const place = placeOf(design, id)
  if (!place) return design
  return withColumn(design, place.row, place.column, (blocks) =>
    blocks.map((block) =>
      block.id === id ? { ...block, ...(type && { type }), values: without({ ...block.values, ...values }) } : block,
    ),
  )
}

const without = (values: DesignValues): DesignValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** Changes settings of a row. */
export const changeRow = (design: Design, id: string, values: DesignValues): Design =>
  withRows(design, (rows) =>
    rows.map((row) => (row.id === id ? { ...row, values: { ...row.values, ...values } } : row)),
  )

/** Changes the layout of a row. Blocks of columns that go move into the last that stays. */
export const changeLayout = (design: Design, id: string, cells: readonly number[]): Design =>
  withRows(design, (rows) =>
    rows.map((row) => {
      if (row.id !== id) return row
      const fresh = newRow(cells, design.counters?.u_row ?? 1).columns
      const kept = cells
        .map((_share, index) => row.columns[index] ?? fresh[index])
        .filter((column) => column !== undefined)
      const rest = row.columns.slice(cells.length).flatMap((column) => column.contents)
      const columns = kept.map((column, index) =>
        index === kept.length - 1 && rest.length ? { ...column, contents: [...column.contents, ...rest] } : column,
      )
      return { ...row, cells: [...cells], columns }
    }),
  )

/** Changes settings of the whole mail. */
export const changeBody = (design: Design, values: DesignValues): Design => ({
  ...design,
  body: { ...design.body, values: { ...design.body.values, ...values } },
})
