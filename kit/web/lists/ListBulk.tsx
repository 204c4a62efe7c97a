import type { ReactNode } from 'react'
import { BulkBar } from './BulkBar.tsx'
import { CheckBox } from './CheckBox.tsx'
import { type Selection, useSelected } from './selection.ts'

/** Selects all rows of a list, or none. */
export const AllBox = <Id,>({
  selection,
  ids,
  label,
}: {
  selection: Selection<Id>
  ids: readonly Id[]
  label: string
}) => {
  useSelected(selection)
  const on = ids.filter(selection.has).length
  return (
    <CheckBox
      label={`Select all ${label.toLowerCase()}`}
      isOn={on > 0 && on === ids.length}
      isPartly={on > 0 && on < ids.length}
      onChange={() => selection.set(ids, on < ids.length)}
    />
  )
}

type BulkProps<Row, Id> = {
  selection: Selection<Id>
  rows: readonly Row[]
  idOf: (row: Row) => Id
  bulk: (rows: Row[]) => ReactNode
}

/** What can be done with the selected rows of a list. */
export const Bulk = <Row, Id>({ selection, rows, idOf, bulk }: BulkProps<Row, Id>) => {
  useSelected(selection)
  const chosen = rows.filter((row) => selection.has(idOf(row)))
  return (
    <BulkBar selected={chosen.length} onClear={() => selection.setAll(false)}>
      {bulk(chosen)}
    </BulkBar>
  )
}
