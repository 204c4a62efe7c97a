import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { DesignRow, DesignValues } from '../../contract/design.ts'
import { BORDER_SIDES, borderOf } from '../design/border.ts'
import { groupOf, numberOf, textOf } from '../design/read.ts'
import { ColorField, PixelField } from './fields.tsx'
import c from './inspector.module.css'
import { PaddingField } from './PaddingField.tsx'

type Props = { row: DesignRow; set: (column: number, values: DesignValues, key?: string) => void }

/** Colour, line, corners and space of one column of a row. */
export const ColumnFields = ({ row, set }: Props) => {
  const [chosen, setChosen] = useState(0)
  const column = Math.min(chosen, row.columns.length - 1)
  const values = row.columns[column]?.values ?? {}
  const border = groupOf(values, 'border')
  const [width, color] = [numberOf(border, BORDER_SIDES[0], 0), textOf(border, 'borderTopColor') || '#e0e0e6']
  const put = (change: DesignValues, key: string) => set(column, change, `column${column}:${key}`)
  return (
    <fieldset className={c.group}>
      <legend>{row.columns.length > 1 ? 'Each column' : 'Column'}</legend>
      {row.columns.length > 1 && (
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label="Column"
          data={row.columns.map((_column, index) => ({ value: String(index), label: String(index + 1) }))}
          value={String(column)}
          onChange={(next) => setChosen(Number(next))}
        />
      )}
      <div className={c.two}>
        <ColorField
          label="Fill"
          value={textOf(values, 'backgroundColor')}
          onChange={(backgroundColor) => put({ backgroundColor }, 'fill')}
        />
        <PixelField
          label="Corners"
          value={numberOf(values, 'borderRadius', 0)}
          max={60}
          onChange={(next) => put({ borderRadius: `${next}px` }, 'corners')}
        />
        <PixelField
          label="Line"
          value={width}
          max={20}
          onChange={(next) => put({ border: borderOf(next, color) }, 'line')}
        />
        <ColorField
          label="Line colour"
          value={color}
          onChange={(next) => put({ border: borderOf(width || 1, next) }, 'lineColor')}
        />
      </div>
      <PaddingField
        label="Space inside"
        value={textOf(values, 'padding') || '0px'}
        onChange={(padding) => put({ padding }, 'padding')}
      />
    </fieldset>
  )
}
