import type { Design, DesignRow } from '../../contract/design.ts'
import { placeOf, rowIndex, type Target } from './change.ts'

type Selected = { kind: 'block' | 'row'; id: string } | undefined

const isFooter = (row: DesignRow) => JSON.stringify(row.columns).includes('unsubscribe_url')

/**
 * Where a pressed block goes: after the selected block, into the first empty column of the selected row, else to the end of
 * the mail's last row above its footer.
 */
export const nextPlace = (design: Design, selection: Selected): Target => {
  const place = selection?.kind === 'block' ? placeOf(design, selection.id) : undefined
  if (place) return { ...place, index: place.index + 1 }
  const { rows } = design.body
  const chosen =
    selection?.kind === 'row' ? rowIndex(design, selection.id) : rows.findLastIndex((one) => !isFooter(one))
  const row = rows[chosen]
  if (!row) return { row: 0 }
  const empty = row.columns.findIndex(({ contents }) => !contents.length)
  const column = Math.max(0, empty)
  return { row: chosen, column, index: row.columns[column]?.contents.length ?? 0 }
}
