import { type CSSProperties, useEffect, useId, useMemo, useRef, useState } from 'react'
import { count as words } from '../format.ts'
import { useGo } from '../navigation.tsx'
import { ErrorPanel } from '../parts/States.tsx'
import { BigHead } from './BigHead.tsx'
import { type BigColumn, BigRow, nameOfColumn } from './BigRow.tsx'
import css from './BigTable.module.css'
import { useWidths, type Widths } from './columns.ts'
import type { Selection } from './selection.ts'
import type { Sort } from './sorting.ts'
import { useBigKeys } from './useBigKeys.ts'
import { useLongScroll } from './useLongScroll.ts'
import { type PageSource, usePages } from './usePages.ts'

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
  /** Puts a column at a place: columns are moved by dragging their heads, or by Alt and an arrow. */
  onMove?: (column: string, to: number) => void
  /** Widths that are kept elsewhere than in this browser, and who keeps them. */
  widths?: Widths
  onWidth?: (column: string, width: number | undefined) => void
}

const ROW = 44
const HEAD = 36
const TICK = 50

/** Pages of rows that come into sight soon are asked for before they do. */
const AHEAD = 8

const useColumnWidths = <Row,>({ label, columns, selection, widths, onWidth }: Props<Row>) => {
  const [own, setOwn] = useWidths(label)
  const kept = widths ?? own
  const setWidth = onWidth ?? setOwn
  return useMemo(() => {
    const widthOf = (column: BigColumn<Row>) => kept[column.id] ?? column.width
    const all = columns.reduce((sum, column) => sum + widthOf(column), selection ? TICK : 0)
    const entries = columns.map((column) => [`--w-${nameOfColumn(column.id)}`, `${widthOf(column)}px`])
    return { widthOf, all, style: Object.fromEntries(entries) as CSSProperties, setWidth }
  }, [kept, columns, selection, setWidth])
}

/**
 * A table of up to millions of rows: only what is seen is drawn and asked for, in pages of 100; sorted by the server; columns
 * are 100 to 2,000 px wide. Arrow keys move, Enter opens, Space selects, Shift selects on the way.
 */
export const BigTable = <Row,>(props: Props<Row>) => {
  const { label, total, source, idOf, nameOf, columns, sort, onSort, selection, to, onMove } = props
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const go = useGo()
  const { widthOf, all, style, setWidth } = useColumnWidths(props)
  const { height, shift, items, first, last, scrollTo } = useLongScroll(box, total, {
    rowHeight: ROW,
    headHeight: HEAD,
  })
  const pages = usePages(source, Math.max(0, first - AHEAD), Math.min(Math.max(0, total - 1), last + AHEAD))
  const open = useRef((row: Row) => to && go(to(row)))
  open.current = (row) => to && go(to(row))
  const [onOpen] = useState(() => (row: Row) => void open.current(row))
  const [onDraw] = useState(() => (column: string, width: number) => {
    box.current?.style.setProperty(`--w-${nameOfColumn(column)}`, `${width}px`)
  })
  const keys = useBigKeys({
    total,
    seen: () => Math.floor(((box.current?.clientHeight ?? 0) - HEAD) / ROW),
    rowAt: pages.at,
    idsBetween: async (from, last) => (await pages.between(from, last)).map(idOf),
    ...{ idOf, selection, scrollTo, onOpen },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order or search begins at its top
  useEffect(() => {
    box.current?.scrollTo(0, 0)
    keys.forget()
  }, [JSON.stringify(source.key)])
  if (pages.error && !pages.at(0)) return <ErrorPanel error={pages.error} onRetry={pages.retry} />
  return (
    <div
      ref={box}
      className={css.box}
      role="grid"
      aria-label={`${label}, ${words(total)} rows`}
      aria-rowcount={total + 1}
      aria-multiselectable={selection ? true : undefined}
      aria-activedescendant={keys.at >= 0 ? `${id}-${keys.at}` : undefined}
      tabIndex={0}
      onKeyDown={keys.onKey}
      onFocus={(event) => event.target === event.currentTarget && keys.begin(first)}
      style={style}
    >
      <BigHead
        {...{ label, total, columns, widthOf, sort, onSort, selection, onMove }}
        width={all}
        onDraw={onDraw}
        onWidth={setWidth}
      />
      <div style={{ position: 'relative', height, width: all, minWidth: '100%' }} role="presentation">
        <div className={css.layer} role="presentation">
          <div style={{ transform: `translate3d(0,${shift}px,0)` }} role="rowgroup">
            {items.map(({ index, slot, top }) => {
              const row = pages.at(index)
              return (
                <BigRow
                  key={slot}
                  id={index === keys.at ? `${id}-${index}` : undefined}
                  isAt={index === keys.at}
                  rowId={row && idOf(row)}
                  name={row ? nameOf(row) : ''}
                  onTick={keys.onTick}
                  {...{ row, index, slot, top, columns, selection, onOpen }}
                />
              )
            })}
          </div>
        </div>
      </div>
    </div>
  )
}
