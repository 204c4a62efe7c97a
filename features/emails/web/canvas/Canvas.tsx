import { type CSSProperties, type ReactNode, useEffect, useMemo } from 'react'
import type { DesignRow, DesignValues } from '../../contract/design.ts'
import { groupOf, textOf } from '../design/read.ts'
import { useDesign, useEditor, useEditorState } from '../editor/EditorContext.tsx'
import { useUpload } from '../palette/useUpload.ts'
import { pictureOf } from './backgrounds.ts'
import { CanvasRow } from './CanvasRow.tsx'
import c from './canvas.module.css'
import { useDrags } from './DragContext.tsx'
import { useImageDrop } from './useImageDrop.ts'
import { useImagePaste } from './useImagePaste.ts'
import { useWebFonts } from './useWebFonts.ts'

const lookOf = (values: DesignValues): CSSProperties => {
  const link = groupOf(values, 'linkStyle')
  return {
    background: textOf(values, 'backgroundColor') || '#F7F8F9',
    ...pictureOf(values).style,
    color: textOf(values, 'textColor') || '#000000',
    fontFamily: textOf(groupOf(values, 'fontFamily'), 'value') || 'arial,helvetica,sans-serif',
    ['--link' as string]: textOf(link, 'linkColor') || '#0000ee',
    ['--link-line' as string]: link.linkUnderline === false ? 'none' : 'underline',
  }
}

// Only the row in which something is selected is drawn anew.
const holds = (row: DesignRow, id: string | undefined) =>
  id !== undefined && (row.id === id || row.columns.some(({ contents }) => contents.some((block) => block.id === id)))

/** The mail as it is edited: rows of blocks, drawn as their readers will see them. */
export const Canvas = ({ isNarrow, head }: { isNarrow: boolean; head: ReactNode }) => {
  const store = useEditor()
  const design = useDesign()
  useWebFonts(design)
  const upload = useUpload()
  const onPaste = useImagePaste(upload.add)
  const selectedId = useEditorState((state) => state.selection?.id)
  const { grab, dragging, page } = useDrags()
  const look = useMemo(() => lookOf(design.body.values ?? {}), [design.body.values])
  const width = textOf(design.body.values ?? {}, 'contentWidth') || '500px'
  const shared = (row: DesignRow) => ({
    selectedId: holds(row, selectedId) ? selectedId : undefined,
    isNarrow,
    width,
    grab,
  })
  const { line: fileLine, ...drops } = useImageDrop(page, upload.add)
  const line = dragging?.place?.indicator ?? fileLine
  useEffect(() => {
    // On narrow screens the settings come up over the mail's lower half.
    if (selectedId) page.current?.querySelector(`[data-block="${selectedId}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [selectedId, page])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press beside the mail only lets go of what is selected
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <div
      className={c.view}
      data-scroller
      onPaste={onPaste}
      {...drops}
      onClick={(event) => event.target === event.currentTarget && store.select(undefined)}
    >
      <div className={c.frame} data-narrow={isNarrow || undefined}>
        {head}
        <div className={c.page} style={look} ref={page} data-dragging={dragging ? true : undefined}>
          {(design.body.headers ?? []).map((row) => (
            <CanvasRow key={row.id} row={row} title="Header" {...shared(row)} />
          ))}
          {design.body.rows.map((row, index) => (
            <CanvasRow key={row.id} row={row} index={index} {...shared(row)} />
          ))}
          {!design.body.rows.length && (
            <div className={c.nothing}>
              <b>The mail is empty</b>
              <span>Drag a block here from the left, or press one there.</span>
            </div>
          )}
          {(design.body.footers ?? []).map((row) => (
            <CanvasRow key={row.id} row={row} title="Footer" {...shared(row)} />
          ))}
          {line && <div className={c.line} style={line} aria-hidden />}
          {upload.isBusy && (
            <div className={c.uploading} role="status">
              Uploading the image…
            </div>
          )}
        </div>
      </div>
    </div>
  )
}
