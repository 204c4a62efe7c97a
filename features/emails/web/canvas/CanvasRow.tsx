import { IconGripVertical } from '@tabler/icons-react'
import { memo, type PointerEvent } from 'react'
import type { DesignRow } from '../../contract/design.ts'
import { textOf } from '../design/read.ts'
import { useEditor } from '../editor/EditorContext.tsx'
import { CanvasBlock } from './CanvasBlock.tsx'
import c from './canvas.module.css'
import type { DragSource } from './drag.ts'

type Props = {
  row: DesignRow
  index: number
  selectedId: string | undefined
  isNarrow: boolean
  width: string
  grab: (event: PointerEvent, source: DragSource) => void
}

/** A row on the canvas with its columns. */
export const CanvasRow = memo(function CanvasRow({ row, index, selectedId, isNarrow, width, grab }: Props) {
  const store = useEditor()
  const id = row.id ?? ''
  const isSelected = selectedId === id
  const isStacked = isNarrow && !row.values.noStackMobile
  const template = isStacked ? '1fr' : row.cells.map((share) => `minmax(0, ${share}fr)`).join(' ')
  return (
    <div
      className={c.row}
      data-row={index}
      data-selected={isSelected || undefined}
      style={{ background: textOf(row.values, 'backgroundColor'), padding: textOf(row.values, 'padding') || '0px' }}
    >
      <button
        type="button"
        className={c.rowGrip}
        aria-label={`Row ${index + 1}: select or drag`}
        onClick={() => store.select({ kind: 'row', id })}
        onPointerDown={(event) => grab(event, { kind: 'row', id, label: 'Row' })}
      >
        <IconGripVertical size={14} aria-hidden />
      </button>
      <div
        className={c.columns}
        style={{
          gridTemplateColumns: template,
          maxWidth: width,
          background: textOf(row.values, 'columnsBackgroundColor'),
        }}
      >
        {row.columns.map((column, at) => (
          <div
            key={column.id ?? at}
            className={c.column}
            data-column={`${index}:${at}`}
            style={{
              background: textOf(column.values ?? {}, 'backgroundColor'),
              padding: textOf(column.values ?? {}, 'padding'),
            }}
          >
            {column.contents.map((block) => (
              <CanvasBlock key={block.id} block={block} isSelected={selectedId === block.id} grab={grab} />
            ))}
            {!column.contents.length && <div className={c.empty}>Drop a block here</div>}
          </div>
        ))}
      </div>
    </div>
  )
})
