import type { Design, DesignBlock, DesignRow, DesignValues } from '../../contract/design.ts'
import { countName } from './kinds.ts'
import { newId } from './newBlock.ts'
import { columnAt, findBlock, findRow, placeOf, rowIndex, sectionOf, withColumn, withRows } from './places.ts'

/** Counts one more part of a kind, as designs count them. */
export const counted = (design: Design, key: string): { design: Design; number: number } => {
  const number = (design.counters?.[key] ?? 0) + 1
  return { design: { ...design, counters: { ...design.counters, [key]: number } }, number }
}

const copyOf = (block: DesignBlock, number: number): DesignBlock => {
  const copy = structuredClone(block)
  const meta = copy.values._meta as DesignValues | undefined
  if (meta) copy.values._meta = { ...meta, htmlID: `u_${countName(block)}_${number}` }
  return { ...copy, id: newId() }
}

const copyOfRow = (design: Design, row: DesignRow): { design: Design; copy: DesignRow } => {
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
    column.values ??= {}
    column.values._meta = { ...(column.values._meta as DesignValues), htmlID: `u_column_${number('u_column')}_copy` }
    column.contents = column.contents.map((block) => copyOf(block, number(`u_${countName(block)}`)))
  }
  return { design: next, copy }
}

/** Puts a copy of a block after it; answers the copy's id too. */
export const duplicateBlock = (design: Design, id: string): { design: Design; id: string } => {
  const place = placeOf(design, id)
  const block = findBlock(design, id)
  if (!place || !block || !columnAt(design, place)) return { design, id }
  const { design: next, number } = counted(design, `u_${countName(block)}`)
  const copy = copyOf(block, number)
  const put = withColumn(next, place, (blocks) => blocks.toSpliced(place.index + 1, 0, copy))
  return { design: put, id: copy.id ?? '' }
}

/** Puts a copy of a row after it; answers the copy's id too. */
export const duplicateRow = (design: Design, id: string): { design: Design; id: string } => {
  const [at, row] = [rowIndex(design, id), findRow(design, id)]
  if (!row) return { design, id }
  const { design: next, copy } = copyOfRow(design, row)
  const put = withRows(next, (rows) => rows.toSpliced(at + 1, 0, copy), sectionOf(design, id))
  return { design: put, id: copy.id ?? '' }
}

/** Puts a row from elsewhere in, with names of its own; answers its id too. */
export const insertRow = (design: Design, row: DesignRow, at: number): { design: Design; id: string } => {
  const { design: next, copy } = copyOfRow(design, row)
  return { design: withRows(next, (rows) => rows.toSpliced(at, 0, copy)), id: copy.id ?? '' }
}
