// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its row by aria-activedescendant
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type MouseEvent as PressEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { count as words } from '../format.ts'
import { useGo } from '../navigation.tsx'
import { Skeleton } from '../parts/Marks.tsx'
import { ErrorPanel } from '../parts/States.tsx'
import css from './BigTable.module.css'
import { CheckBox } from './CheckBox.tsx'
import { ColumnEdge } from './ColumnEdge.tsx'
import { useWidths } from './columns.ts'
import { ariaSort, SortHead } from './SortHead.tsx'
import { type Selection, useIsSelected, useSelected } from './selection.ts'
import { nextSort, type Sort } from './sorting.ts'
import { useLongScroll } from './useLongScroll.ts'
import { type PageSource, usePages } from './usePages.ts'

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

type Props<Row> = {
  /** What it lists: "People"; column widths are remembered under it. */
  label: string
  /** How many rows there are in all. */
  total: number
  source: PageSource<Row>
  idOf: (row: Row) => number
  nameOf: (row: Row) => string
  columns: readonly BigColumn<Row>[]
  sort: Sort | undefined
  onSort: (sort: Sort | undefined) => void
  selection?: Selection<number>
  to?: (row: Row) => string
}

const ROW = 44
const TICK = 50

type RowProps<Row> = {
  id: string
  row: Row | undefined
  index: number
  top: number
  isAt: boolean
  rowId: number | undefined
  name: string
  columns: readonly BigColumn<Row>[]
  selection: Selection<number> | undefined
  onOpen: (row: Row) => void
}

const Tick = ({ selection, id, name }: { selection: Selection<number>; id: number; name: string }) => (
  <CheckBox label={`Select ${name}`} isOn={useIsSelected(selection, id)} onChange={() => selection.toggle(id)} />
)

/** A press on a row opens it, also on a link in it; a press that asks for a new tab is the link's own. */
const openByPress = (event: PressEvent, open: () => void) => {
  const target = event.target as Element
  if (target.closest('button,input,label')) return
  if (target.closest('a') && (event.metaKey || event.ctrlKey || event.shiftKey)) return
  event.preventDefault()
  open()
}

const BigRow = <Row,>({ id, row, index, top, isAt, rowId, name, columns, selection, onOpen }: RowProps<Row>) => (
  // The keys of the rows are the table's: it holds the focus, the row only says that it is meant.
  // biome-ignore lint/a11y/useKeyWithClickEvents: see above
  <div
    id={id}
    role="row"
    tabIndex={-1}
    aria-rowindex={index + 2}
    className={css.row}
    data-at={isAt || undefined}
    style={{ transform: `translateY(${top}px)` }}
    onClick={(event) => row && openByPress(event, () => onOpen(row))}
  >
    {selection && (
      <div className={css.tick} role="gridcell">
        {rowId !== undefined && <Tick selection={selection} id={rowId} name={name} />}
      </div>
    )}
    {columns.map((column) => (
      <div
        key={column.id}
        role="gridcell"
        className={css.cell}
        data-align={column.align}
        style={{ width: `var(--w-${column.id})` }}
      >
        {row ? column.render(row) : <Skeleton width={`${42 + ((index * 13 + column.width) % 34)}%`} />}
      </div>
    ))}
  </div>
)

const QuickRow = memo(BigRow) as typeof BigRow

const AllBox = ({ selection, total, label }: { selection: Selection<number>; total: number; label: string }) => {
  useSelected(selection)
  const on = selection.count(total)
  return (
    <CheckBox
      label={`Select all ${label.toLowerCase()}`}
      isOn={on > 0 && on === total}
      isPartly={on > 0 && on < total}
      onChange={() => selection.setAll(on === 0)}
    />
  )
}

/** Column names that a style variable can carry. */
const nameOfColumn = (id: string) => id.replace(/[^\w-]/g, '_')

const keyMoves = (key: string, at: number, total: number, page: number): number | undefined =>
  ({
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: total - 1,
  })[key]

/**
 * A table of up to millions of rows: only what is seen is drawn and asked for, in pages of 100; sorted by the server; columns
 * are 100 to 2,000 px wide. Arrow keys move, Enter opens, Space selects.
 */
export const BigTable = <Row,>(props: Props<Row>) => {
  const { label, total, source, idOf, nameOf, sort, onSort, selection, to } = props
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const go = useGo()
  const [at, setAt] = useState(-1)
  const [widths, setWidth] = useWidths(label)
  const { height, shift, items, scrollTo } = useLongScroll(box, total, ROW)
  const pages = usePages(source, items[0]?.index ?? 0, items.at(-1)?.index ?? 0)
  const columns = useMemo(() => props.columns.map((one) => ({ ...one, id: nameOfColumn(one.id) })), [props.columns])
  const widthOf = (column: BigColumn<Row>) => widths[column.id] ?? column.width
  const all = columns.reduce((sum, column) => sum + widthOf(column), selection ? TICK : 0)
  const style = Object.fromEntries(columns.map((column) => [`--w-${column.id}`, `${widthOf(column)}px`]))
  const open = useRef((row: Row) => to && go(to(row)))
  open.current = (row) => to && go(to(row))
  const [onOpen] = useState(() => (row: Row) => void open.current(row))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order or search begins at its top
  useEffect(() => {
    box.current?.scrollTo(0, 0)
    setAt(-1)
  }, [JSON.stringify(source.key)])
  const onKey = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    const seen = Math.floor((box.current?.clientHeight ?? 0) / ROW) - 1
    const next = keyMoves(event.key, at, total, seen)
    const row = pages.at(at)
    if (next !== undefined) {
      const kept = Math.max(0, Math.min(total - 1, next))
      setAt(kept)
      scrollTo(kept)
    } else if (event.key === 'Enter' && row) onOpen(row)
    else if ((event.key === ' ' || event.key === 'x') && row && selection) selection.toggle(idOf(row))
    else return
    event.preventDefault()
  }
  if (pages.error && !pages.at(0)) return <ErrorPanel error={pages.error} onRetry={pages.retry} />
  return (
    <div
      ref={box}
      className={css.box}
      role="grid"
      aria-label={`${label}, ${words(total)} rows`}
      aria-rowcount={total + 1}
      aria-multiselectable={selection ? true : undefined}
      aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
      tabIndex={0}
      onKeyDown={onKey}
      onFocus={(event) => event.target === event.currentTarget && at < 0 && setAt(items[0]?.index ?? 0)}
      style={style as CSSProperties}
    >
      <div className={css.head} role="row" aria-rowindex={1} style={{ width: all }}>
        {selection && (
          <div className={css.tick} role="columnheader">
            <AllBox selection={selection} total={total} label={label} />
          </div>
        )}
        {columns.map((column, index) => {
          const by = props.columns[index]?.id ?? column.id
          return (
            <div
              key={column.id}
              role="columnheader"
              className={css.th}
              data-align={column.align}
              style={{ width: `var(--w-${column.id})` }}
              aria-sort={ariaSort(sort, by)}
            >
              {column.canSort ? (
                <SortHead
                  by={by}
                  title={column.title}
                  sort={sort}
                  onPress={() => onSort(nextSort(sort, by, column.isDownFirst))}
                />
              ) : (
                column.title
              )}
              <ColumnEdge
                title={column.title}
                width={widthOf(column)}
                onDraw={(width) => box.current?.style.setProperty(`--w-${column.id}`, `${width}px`)}
                onDone={(width) => setWidth(column.id, width)}
              />
            </div>
          )
        })}
      </div>
      <div style={{ position: 'relative', height, width: all, minWidth: '100%' }} role="presentation">
        <div className={css.layer} role="presentation">
          <div style={{ transform: `translate3d(0,${shift}px,0)` }} role="rowgroup">
            {items.map(({ index, top }) => {
              const row = pages.at(index)
              return (
                <QuickRow
                  key={index}
                  id={`${id}-${index}`}
                  row={row}
                  index={index}
                  top={top}
                  isAt={index === at}
                  rowId={row && idOf(row)}
                  name={row ? nameOf(row) : ''}
                  columns={columns}
                  selection={selection}
                  onOpen={onOpen}
                />
              )
            })}
          </div>
        </div>
      </div>
    </div>
  )
}
