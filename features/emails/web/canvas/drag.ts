import type { Design, DesignRow } from '../../contract/design.ts'
import { addBlock, addRow, moveBlock, moveRow } from '../design/change.ts'
import { insertRow } from '../design/copy.ts'
import type { KindName } from '../design/kinds.ts'
import { isInColumn, type Target } from '../design/places.ts'
import type { Selection } from '../editor/editorStore.ts'

/** What is being dragged. */
export type DragSource =
  | { kind: 'new-block'; of: KindName; label: string }
  | { kind: 'new-row'; cells: readonly number[]; label: string }
  | { kind: 'saved-row'; row: DesignRow; label: string }
  | { kind: 'block'; id: string; label: string }
  | { kind: 'row'; id: string; label: string }

/** Where the line is drawn that shows the place, relative to the page. */
export type Indicator = { left: number; top: number; width: number }

/** A place to drop at. */
export type Drop = { target: Target; indicator: Indicator }

/** So close to a row's edge a block gets a row of its own. */
const EDGE = 7

const rowsIn = (page: HTMLElement) =>
  [...page.querySelectorAll<HTMLElement>('[data-row]')].map((row) => row.getBoundingClientRect())

const lineAt = (page: DOMRect, top: number, from = page): Indicator => ({
  left: from.left - page.left,
  top: top - page.top,
  width: from.width,
})

const betweenRows = (page: HTMLElement, y: number): Drop => {
  const box = page.getBoundingClientRect()
  const rows = rowsIn(page)
  const found = rows.findIndex((row) => y < row.top + row.height / 2)
  const row = found < 0 ? rows.length : found
  const top = rows[row]?.top ?? rows.at(-1)?.bottom ?? box.top + 8
  return { target: { row }, indicator: lineAt(box, top) }
}

const inColumn = (page: HTMLElement, row: number, x: number, y: number): Drop => {
  const box = page.getBoundingClientRect()
  const columns = [...page.querySelectorAll<HTMLElement>(`[data-column^="${row}:"]`)]
  const rects = columns.map((column) => column.getBoundingClientRect())
  const hit = rects.findIndex((rect) => x <= rect.right)
  const column = hit < 0 ? rects.length - 1 : hit
  const rect = rects[column] ?? box
  const blocks = [...(columns[column]?.querySelectorAll('[data-block]') ?? [])].map((block) =>
    block.getBoundingClientRect(),
  )
  const found = blocks.findIndex((block) => y < block.top + block.height / 2)
  const index = found < 0 ? blocks.length : found
  const top = blocks[index]?.top ?? blocks.at(-1)?.bottom ?? rect.top + rect.height / 2
  return { target: { row, column, index }, indicator: lineAt(box, top, rect) }
}

/** The place under the pointer. */
export const dropAt = (page: HTMLElement, source: DragSource, x: number, y: number): Drop => {
  if (source.kind !== 'block' && source.kind !== 'new-block') return betweenRows(page, y)
  const rows = rowsIn(page)
  const row = rows.findIndex((rect) => y >= rect.top && y <= rect.bottom)
  const rect = rows[row]
  if (!rect || y - rect.top < EDGE || rect.bottom - y < EDGE) return betweenRows(page, y)
  return inColumn(page, row, x, y)
}

/** The design after a drop, and what is selected then. */
export const drop = (design: Design, source: DragSource, target: Target): { design: Design; selection: Selection } => {
  if (source.kind === 'block') {
    return { design: moveBlock(design, source.id, target), selection: { kind: 'block', id: source.id } }
  }
  if (source.kind === 'new-block') {
    const made = addBlock(design, source.of, target)
    return { design: made.design, selection: { kind: 'block', id: made.id } }
  }
  const row = isInColumn(target) ? target.row + 1 : target.row
  if (source.kind === 'row') {
    return { design: moveRow(design, source.id, row), selection: { kind: 'row', id: source.id } }
  }
  const made = source.kind === 'saved-row' ? insertRow(design, source.row, row) : addRow(design, source.cells, row)
  return { design: made.design, selection: { kind: 'row', id: made.id } }
}
