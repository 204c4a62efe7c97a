import { memo } from 'react'
import { Canvas } from '../canvas/Canvas.tsx'
import { DragArea } from '../canvas/DragContext.tsx'
import { Inspector } from '../inspector/Inspector.tsx'
import { Palette } from '../palette/Palette.tsx'
import { useEditorState } from './EditorContext.tsx'
import c from './editor.module.css'
import { MetaLines } from './MetaLines.tsx'

/** The block editor: palette, mail, settings. */
export const BlockEditor = memo(({ isNarrow }: { isNarrow: boolean }) => {
  const hasSelection = useEditorState((state) => state.selection !== undefined)
  return (
    <DragArea>
      <div className={c.grid} data-mode="edit">
        <aside className={c.left} aria-label="Blocks">
          <Palette />
        </aside>
        <Canvas isNarrow={isNarrow} head={<MetaLines />} />
        <aside className={c.right} aria-label="Settings" data-empty={hasSelection ? undefined : true}>
          <Inspector />
        </aside>
      </div>
    </DragArea>
  )
})
