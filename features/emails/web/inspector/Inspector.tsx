import { Keys, lazyScreen } from '@millrace/kit/web'
import { IconSquareRounded } from '@tabler/icons-react'
import { Suspense, useDeferredValue, useEffect } from 'react'
import { useEditorState, useSelectedBlock, useSelectedRow } from '../editor/EditorContext.tsx'
import { loadForms } from './forms.ts'
import c from './inspector.module.css'

const BlockInspector = lazyScreen(() => import('./BlockInspector.tsx'))
const RowInspector = lazyScreen(() => import('./RowInspector.tsx'))

const Nothing = () => (
  <div className={c.none}>
    <IconSquareRounded size={22} stroke={1.5} aria-hidden />
    <b>Nothing is selected</b>
    Press a block in the mail to change its words and looks, or the handle at the left of a row.
    <div className={c.keys}>
      <Keys of="mod Z" /> Undo
      <Keys of="mod ⇧ Z" /> Redo
      <Keys of="Alt ↑" /> Move a block up
      <Keys of="Alt ↓" /> Move a block down
      <Keys of="Del" /> Delete a block
      <Keys of="mod S" /> Save
    </div>
  </div>
)

/** So long after the editor opened the settings are fetched, when nothing else waits. */
const LOADED_AFTER_MS = 600

const loadAll = () => {
  for (const load of [BlockInspector.load, RowInspector.load]) load().catch(() => undefined)
  loadForms()
}

/**
 * The right side of the editor: settings of what is selected. Those of another block are drawn piece by piece while the ones
 * before stay, so that who selects a text and types at once never waits for them.
 */
export const Inspector = () => {
  const selection = useDeferredValue(useEditorState((state) => state.selection))
  const block = useSelectedBlock(selection)
  const row = useSelectedRow(selection)
  useEffect(() => {
    const timer = setTimeout(loadAll, LOADED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Suspense fallback={null}>
      {block ? <BlockInspector block={block} /> : row ? <RowInspector row={row} /> : <Nothing />}
    </Suspense>
  )
}
