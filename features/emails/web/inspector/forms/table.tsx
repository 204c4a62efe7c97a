import { ActionIcon, Button, Group, Switch } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { groupOf, numberOf, textOf } from '../../design/read.ts'
import {
  type Line,
  type Part,
  type TableParts,
  tablePartsOf,
  withCell,
  withColumn,
  withLine,
  withoutColumn,
  withoutLine,
} from '../../design/table.ts'
import { AlignField, ColorField, PixelField } from '../fields.tsx'
import type { FormProps } from '../form.ts'
import c from '../inspector.module.css'

const NAMES: Record<Part, string> = { headers: 'Header', rows: 'Row', footers: 'Footer' }

type LinesProps = { parts: TableParts; part: Part; set: (next: TableParts, key?: string) => void }

const Lines = ({ parts, part, set }: LinesProps) =>
  parts[part].map((line: Line, row) => (
    <div key={row} className={c.tableLine}>
      {line.cells.map((cell, column) => (
        <input
          key={column}
          className={c.cell}
          data-part={part}
          aria-label={`${NAMES[part]} ${row + 1}, column ${column + 1}`}
          value={cell.text}
          onChange={(event) =>
            set(withCell(parts, part, row, column, event.currentTarget.value), `${part}:${row}:${column}`)
          }
        />
      ))}
      {part === 'rows' ? (
        <ActionIcon
          size={22}
          aria-label={`Remove row ${row + 1}`}
          disabled={parts.rows.length < 2}
          onClick={() => set(withoutLine(parts, row))}
        >
          <IconTrash size={13} />
        </ActionIcon>
      ) : (
        <span className={c.noTool} />
      )}
    </div>
  ))

const borderOf = (width: string, color: string) =>
  Object.fromEntries(
    ['Top', 'Left', 'Right', 'Bottom'].flatMap((side) => [
      [`border${side}Width`, width],
      [`border${side}Style`, 'solid'],
      [`border${side}Color`, color],
    ]),
  )

const TableForm = ({ block: { values }, set }: FormProps) => {
  const parts = tablePartsOf(values)
  const columns = parts.rows[0]?.cells.length ?? 0
  const border = groupOf(values, 'border')
  const width = textOf(border, 'borderTopWidth') || '1px'
  const color = textOf(border, 'borderTopColor') || '#cccccc'
  const put = (next: TableParts, key?: string) =>
    set({ table: next, rows: next.rows.length, columns: next.rows[0]?.cells.length ?? 0 }, key)
  const hasHeader = values.enableHeader !== false
  return (
    <>
      <div className={c.table}>
        {hasHeader && <Lines parts={parts} part="headers" set={put} />}
        <Lines parts={parts} part="rows" set={put} />
        {values.enableFooter === true && <Lines parts={parts} part="footers" set={put} />}
      </div>
      <Group gap={6}>
        <Button variant="default" size="xs" onClick={() => put(withLine(parts))}>
          Add a row
        </Button>
        <Button variant="default" size="xs" disabled={columns > 7} onClick={() => put(withColumn(parts))}>
          Add a column
        </Button>
        <Button variant="default" size="xs" disabled={columns < 2} onClick={() => put(withoutColumn(parts))}>
          Remove the last column
        </Button>
      </Group>
      <Switch
        label="Header"
        checked={hasHeader}
        onChange={(event) => set({ enableHeader: event.currentTarget.checked }, 'header')}
      />
      <Switch
        label="Footer"
        checked={values.enableFooter === true}
        onChange={(event) => set({ enableFooter: event.currentTarget.checked, table: parts }, 'footer')}
      />
      <Switch
        label="Stripes"
        checked={values.stripedRows === true}
        onChange={(event) => set({ stripedRows: event.currentTarget.checked }, 'stripes')}
      />
      <div className={c.two}>
        <ColorField
          label="Header"
          value={textOf(values, 'headerBackgroundColor')}
          onChange={(headerBackgroundColor) => set({ headerBackgroundColor }, 'headerColor')}
        />
        <ColorField
          label="Lines"
          value={color}
          onChange={(next) => set({ border: borderOf(width, next) }, 'lineColor')}
        />
        <PixelField
          label="Size"
          value={numberOf(values, 'contentFontSize', 14)}
          max={40}
          onChange={(size) => set({ contentFontSize: `${size}px`, headerFontSize: `${size}px` }, 'size')}
        />
        <PixelField
          label="Thickness"
          value={Number.parseFloat(width) || 0}
          max={10}
          onChange={(next) => set({ border: borderOf(`${next}px`, color) }, 'lineWidth')}
        />
      </div>
      <AlignField
        value={textOf(values, 'contentTextAlign') || 'left'}
        onChange={(align) => set({ contentTextAlign: align, headerTextAlign: align }, 'align')}
      />
    </>
  )
}

export default TableForm
