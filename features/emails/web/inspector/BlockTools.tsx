import { IconArrowDown, IconArrowRight, IconArrowUp, IconCopy, IconTrash } from '@tabler/icons-react'
import { memo } from 'react'
import type { Design } from '../../contract/design.ts'
import { removeBlock, stepBlock, stepColumn } from '../design/change.ts'
import { duplicateBlock } from '../design/copy.ts'
import { placeOf, rowsIn } from '../design/places.ts'
import { useChangeDesign, useEditor, useEditorState } from '../editor/EditorContext.tsx'
import { Tool } from './Tool.tsx'

const columnsBeside = (design: Design, id: string) => {
  const place = placeOf(design, id)
  return place ? (rowsIn(design, place.section)[place.row]?.columns.length ?? 1) : 1
}

/** What can be done with a block as a whole. */
export const BlockTools = memo(({ id }: { id: string }) => {
  const columns = useEditorState(({ content }) => columnsBeside(content.editor.state as unknown as Design, id))
  const change = useChangeDesign()
  const store = useEditor()
  const copy = () => {
    let made = id
    change((old) => {
      const result = duplicateBlock(old, id)
      made = result.id
      return result.design
    })
    store.select({ kind: 'block', id: made })
  }
  return (
    <>
      <Tool label="Move up" Icon={IconArrowUp} onClick={() => change((old) => stepBlock(old, id, -1))} />
      <Tool label="Move down" Icon={IconArrowDown} onClick={() => change((old) => stepBlock(old, id, 1))} />
      {columns > 1 && (
        <Tool
          label="Move into the next column"
          Icon={IconArrowRight}
          onClick={() => change((old) => stepColumn(old, id))}
        />
      )}
      <Tool label="Duplicate" Icon={IconCopy} onClick={copy} />
      <Tool
        label="Delete"
        Icon={IconTrash}
        onClick={() => {
          change((old) => removeBlock(old, id))
          store.select(undefined)
        }}
      />
    </>
  )
})
