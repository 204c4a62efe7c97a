import { useDrags } from '../canvas/DragContext.tsx'
import { KIND_NAMES, nameOfKind } from '../design/kinds.ts'
import { LAYOUTS } from '../design/newBlock.ts'
import { BlockIcon } from '../inspector/BlockIcon.tsx'
import c from './palette.module.css'
import { useAddBlock } from './useAddBlock.ts'
import { useAddRow } from './useAddRow.ts'

/** Blocks and empty rows that can be put into the mail. */
export const ContentPanel = () => {
  const { grab, wasDragged } = useDrags()
  const add = useAddBlock()
  const { add: addLayout } = useAddRow()
  return (
    <>
      <h2 className={c.section}>Blocks</h2>
      <div className={c.tiles}>
        {KIND_NAMES.map((kind) => {
          const label = nameOfKind(kind)
          return (
            <button
              key={kind}
              type="button"
              className={c.tile}
              onPointerDown={(event) => grab(event, { kind: 'new-block', of: kind, label })}
              onClick={() => !wasDragged() && add(kind)}
            >
              <BlockIcon kind={kind} size={20} />
              {label}
            </button>
          )
        })}
      </div>
      <h2 className={c.section}>Rows</h2>
      {LAYOUTS.map((cells) => (
        <button
          key={cells.join('-')}
          type="button"
          className={c.layout}
          aria-label={cells.length === 1 ? 'Row with one column' : `Row with columns ${cells.join(' to ')}`}
          style={{ gridTemplateColumns: cells.map((share) => `${share}fr`).join(' ') }}
          onPointerDown={(event) => grab(event, { kind: 'new-row', cells, label: 'Row' })}
          onClick={() => !wasDragged() && addLayout(cells)}
        >
          {cells.map((_share, index) => (
            <i key={index} />
          ))}
        </button>
      ))}
      <p className={c.hint}>Drag to a place, or press to put it after what is selected.</p>
    </>
  )
}
