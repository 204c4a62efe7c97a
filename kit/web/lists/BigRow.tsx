// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its row by aria-activedescendant
import { memo, type MouseEvent as PressEvent, type ReactNode } from 'react'
import { Skeleton } from '../parts/Marks.tsx'
import css from './BigTable.module.css'
import { CheckBox } from './CheckBox.tsx'
import { type Selection, useIsSelected } from './selection.ts'

/** A column of a long table. `render` draws plain elements: a component of the library in each cell would be slow. */
export type BigColumn<Row> = {
  id: string
  title: string
  width: number
  render: (row: Row) => ReactNode
  canSort?: boolean
  /** Sorts the largest first at the first press: figures, times. */
  isDownFirst?: boolean
  align?: 'right'
}

/** Column names that a style variable can carry. */
export const nameOfColumn = (id: string): string => id.replace(/[^\w-]/g, '_')

type RowProps<Row> = {
  /** Only of the row that the keys are at: the grid names it. */
  id: string | undefined
  row: Row | undefined
  index: number
  /** Which of the drawn elements it is: the next row that stands in it draws only what differs. */
  slot: number
  top: number
  isAt: boolean
  rowId: number | undefined
  name: string
  columns: readonly BigColumn<Row>[]
  selection: Selection<number> | undefined
  onTick: (index: number, withShift: boolean) => void
  onOpen: (row: Row) => void
}

type TickProps = {
  selection: Selection<number>
  id: number
  name: string
  index: number
  onTick: (index: number, withShift: boolean) => void
}

const Tick = ({ selection, id, name, index, onTick }: TickProps) => (
  <CheckBox
    label={`Select ${name}`}
    isOn={useIsSelected(selection, id)}
    onChange={(_isOn, withShift) => onTick(index, withShift)}
  />
)

/** A press on a row opens it, also on a link in it; a press that asks for a new tab is the link's own. */
const openByPress = (event: PressEvent, open: () => void) => {
  const target = event.target as Element
  if (target.closest('button,input,label')) return
  if (target.closest('a') && (event.metaKey || event.ctrlKey || event.shiftKey)) return
  event.preventDefault()
  open()
}

type CellsProps<Row> = { row: Row | undefined; slot: number; columns: readonly BigColumn<Row>[] }

const AllCells = <R,>({ row, slot, columns }: CellsProps<R>) => (
  <>
    {columns.map((column) => (
      <div
        key={column.id}
        role="gridcell"
        className={css.cell}
        data-align={column.align}
        style={{ width: `var(--w-${nameOfColumn(column.id)})` }}
      >
        {row ? column.render(row) : <Skeleton width={`${42 + ((slot * 13 + column.width) % 34)}%`} />}
      </div>
    ))}
  </>
)

/** Apart from the row, which is another one with each frame of a quick scroll while its cells are as empty as before. */
const Cells = memo(AllCells) as typeof AllCells

const Row = <R,>({ id, row, index, slot, top, isAt, rowId, name, columns, selection, onTick, onOpen }: RowProps<R>) => (
  // The keys of the rows are the table's: it holds the focus, the row only says that it is meant.
  // biome-ignore lint/a11y/useKeyWithClickEvents: see above
  <div
    id={id}
    role="row"
    tabIndex={-1}
    aria-rowindex={index + 2}
    className={css.row}
    data-at={isAt || undefined}
    data-empty={row === undefined || undefined}
    style={{ top }}
    onClick={(event) => row && openByPress(event, () => onOpen(row))}
  >
    {selection && (
      <div className={css.tick} role="gridcell">
        {rowId !== undefined && (
          <Tick key={rowId} selection={selection} id={rowId} name={name} index={index} onTick={onTick} />
        )}
      </div>
    )}
    <Cells row={row} slot={slot} columns={columns} />
  </div>
)

/** A row of a long table; drawn anew only when something of it changes. */
export const BigRow = memo(Row) as typeof Row
