import { memo } from 'react'
import type { DesignRow } from '../../contract/design.ts'
import { groupOf, textOf } from '../design/read.ts'
import { useDesign } from '../editor/EditorContext.tsx'
import { BlockView } from './BlockView.tsx'
import c from './rowPicture.module.css'

const SAME = () => undefined

/** A row in small, to be known again; nothing in it can be reached. */
export const RowPicture = memo(function RowPicture({ row }: { row: DesignRow }) {
  const values = useDesign().body.values ?? {}
  const template = row.cells.map((share) => `minmax(0, ${share}fr)`).join(' ')
  return (
    <div className={c.picture} inert aria-hidden>
      <div
        className={c.pictureRow}
        style={{
          gridTemplateColumns: template,
          padding: textOf(row.values, 'padding') || '0px',
          background:
            textOf(row.values, 'columnsBackgroundColor') || textOf(row.values, 'backgroundColor') || '#ffffff',
          color: textOf(values, 'textColor') || '#000000',
          fontFamily: textOf(groupOf(values, 'fontFamily'), 'value') || 'arial,helvetica,sans-serif',
        }}
      >
        {row.columns.map((column, index) => (
          <div key={column.id ?? index} style={{ minWidth: 0 }}>
            {column.contents.map((block, at) => (
              <BlockView key={block.id ?? at} block={block} isSelected={false} onText={SAME} />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
})
