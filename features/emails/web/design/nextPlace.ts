import type { Design, DesignRow } from '../../contract/design.ts'
import { placeOf, rowIndex, sectionOf, type Target } from './places.ts'

type Selected = { kind: 'block' | 'row'; id: string } | undefined

const isFooter = (row: DesignRow) => JSON.stringify(row.columns).includes('unsubscribe_url')

const chosenRow = (design: Design, selection: Selected) =>
  selection?.kind === 'row' && sectionOf(design, selection.id) === 'rows' ? rowIndex(design, selection.id) : undefined

/**
 * Where a pressed block goes: after the selected block, into the first empty column of the selected row, else to the end of
 * the mail's last row above its footer.
 */
export const nextPlace = (design: Design, selection: Selected): Target => {
  const place = selection?.kind === 'block' ? placeOf(design, selection.id) : undefined
  if (place) return { ...place, index: place.index + 1 }
  const { rows } = design.body
  const chosen = chosenRow(design, selection) ?? rows.findLastIndex((one) => !isFooter(one))
  const row = rows[chosen]
  if (!row) return { row: 0 }
  const empty = row.columns.findIndex(({ contents }) => !contents.length)
  const column = Math.max(0, empty)
  return { row: chosen, column, index: row.columns[column]?.contents.length ?? 0 }
}

/** Where a pressed row goes: behind the selected one, or the one whose block is selected, else to the end of the mail. */
export const nextRow = (design: Design, selection: Selected): number => {
  const place = selection?.kind === 'block' ? placeOf(design, selection.id) : undefined
  const row = place && !place.section ? place.row : chosenRow(design, selection)
  return row === undefined ? design.body.rows.length : row + 1
}
