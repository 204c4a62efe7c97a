import type { DesignRow } from '../../contract/design.ts'
import { addRow } from '../design/change.ts'
import { insertRow } from '../design/copy.ts'
import { nextRow } from '../design/nextPlace.ts'
import { useChangeDesign, useEditor } from '../editor/EditorContext.tsx'

/** Adds rows as pressing one in the palette does: an empty one of a layout, or one from elsewhere. */
export const useAddRow = () => {
  const store = useEditor()
  const change = useChangeDesign()
  const put = (
    make: (design: Parameters<Parameters<typeof change>[0]>[0], at: number) => ReturnType<typeof addRow>,
  ) => {
    let id = ''
    store.settle()
    change((design) => {
      const made = make(design, nextRow(design, store.get().selection))
      id = made.id
      return made.design
    })
    store.select({ kind: 'row', id })
  }
  return {
    add: (cells: readonly number[]) => put((design, at) => addRow(design, cells, at)),
    insert: (row: DesignRow) => put((design, at) => insertRow(design, row, at)),
  }
}
