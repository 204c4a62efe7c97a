import { IconArrowDown, IconArrowUp, IconCopy, IconTrash } from '@tabler/icons-react'
import type { DesignRow } from '../../contract/design.ts'
import { moveRow, removeRow } from '../design/change.ts'
import { duplicateRow } from '../design/copy.ts'
import { rowIndex, rowsIn, sectionOf } from '../design/places.ts'
import { useChangeDesign, useDesign, useEditor } from '../editor/EditorContext.tsx'
import { Tool } from './Tool.tsx'

/** What can be done with a row as a whole. */
export const RowTools = ({ row }: { row: DesignRow }) => {
  const change = useChangeDesign()
  const store = useEditor()
  const design = useDesign()
  const id = row.id ?? ''
  const at = rowIndex(design, id)
  const copy = () => {
    let made = id
    change((old) => {
      const result = duplicateRow(old, id)
      made = result.id
      return result.design
    })
    store.select({ kind: 'row', id: made })
  }
  return (
    <>
      <Tool
        label="Move up"
        Icon={IconArrowUp}
        isOff={at === 0}
        onClick={() => change((old) => moveRow(old, id, at - 1))}
      />
      <Tool
        label="Move down"
        Icon={IconArrowDown}
        isOff={at === rowsIn(design, sectionOf(design, id)).length - 1}
        onClick={() => change((old) => moveRow(old, id, at + 2))}
      />
      <Tool label="Duplicate" Icon={IconCopy} onClick={copy} />
      <Tool
        label="Delete"
        Icon={IconTrash}
        onClick={() => {
          change((old) => removeRow(old, id))
          store.select(undefined)
        }}
      />
    </>
  )
}
