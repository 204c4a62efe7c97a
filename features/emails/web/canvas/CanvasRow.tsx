import { IconGripVertical } from '@tabler/icons-react'
import { type CSSProperties, memo, type PointerEvent } from 'react'
import type { DesignRow, DesignValues } from '../../contract/design.ts'
import { textOf } from '../design/read.ts'
import { useEditor } from '../editor/EditorContext.tsx'
import { Badges } from './Badges.tsx'
import { bordersOf, pictureOf } from './backgrounds.ts'
import { CanvasBlock } from './CanvasBlock.tsx'
import c from './canvas.module.css'
import type { DragSource } from './drag.ts'

type Props = {
  row: DesignRow
  /** Its place among the rows of the mail; headers and footers have none, because nothing can be dropped there. */
  index?: number
  title?: string
  selectedId: string | undefined
  isNarrow: boolean
  width: string
  grab: (event: PointerEvent, source: DragSource) => void
}

const columnLook = (values: DesignValues): CSSProperties => ({
  ...bordersOf(values),
  background: textOf(values, 'backgroundColor'),
  padding: textOf(values, 'padding'),
  borderRadius: textOf(values, 'borderRadius'),
})

/** A row on the canvas with its columns. */
export const CanvasRow = memo(function CanvasRow({ row, index, title, selectedId, isNarrow, width, grab }: Props) {
  const store = useEditor()
  const id = row.id ?? ''
  const isSelected = selectedId === id
  const isStacked = isNarrow && !row.values.noStackMobile
  const template = isStacked ? '1fr' : row.cells.map((share) => `minmax(0, ${share}fr)`).join(' ')
  const name = title ?? `Row ${(index ?? 0) + 1}`
  const picture = pictureOf(row.values)
  return (
    <div
      className={c.row}
      {...(index !== undefined && { 'data-row': index })}
      data-selected={isSelected || undefined}
      style={{
        background: textOf(row.values, 'backgroundColor'),
        padding: textOf(row.values, 'padding') || '0px',
        ...(picture.isWide && picture.style),
      }}
    >
      <Badges values={row.values} />
      <button
        type="button"
        className={c.rowGrip}
        aria-label={`${name}: select or drag`}
        onClick={() => store.select({ kind: 'row', id })}
        onPointerDown={(event) => index !== undefined && grab(event, { kind: 'row', id, label: 'Row' })}
      >
        <IconGripVertical size={14} aria-hidden />
      </button>
      <div
        className={c.columns}
        style={{
          gridTemplateColumns: template,
          maxWidth: width,
          background: textOf(row.values, 'columnsBackgroundColor'),
          ...(!picture.isWide && picture.style),
        }}
      >
        {row.columns.map((column, at) => (
          <div
            key={column.id ?? at}
            className={c.column}
            {...(index !== undefined && { 'data-column': `${index}:${at}` })}
            style={columnLook(column.values ?? {})}
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
