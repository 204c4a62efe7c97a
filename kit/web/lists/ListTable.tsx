import {
  type CSSProperties,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useGo } from '../navigation.tsx'
import { ErrorPanel } from '../parts/States.tsx'
import { AllBox, Bulk } from './ListBulk.tsx'
import { ListRow, SkeletonRows } from './ListRow.tsx'
import type { ListColumn } from './listColumn.ts'
import css from './lists.module.css'
import { ariaSort, SortHead } from './SortHead.tsx'
import type { Selection } from './selection.ts'
import { nextSort, type Sort, sorted } from './sorting.ts'

type Props<Row, Id> = {
  /** What the list is of: "Flows". */
  label: string
  /** undefined while they are on their way. */
  rows: readonly Row[] | undefined
  /** Why they could not be had, and what asks again: said where there are none. */
  error?: Pick<Error, 'message'> | null
  onRetry?: () => unknown
  idOf: (row: Row) => Id
  /** What a row is called, for those who cannot see it. */
  nameOf: (row: Row) => string
  columns: readonly ListColumn<Row>[]
  /** The order as the address has it (`name`, `-updatedAt`), and who is told of another one. Sorted here unless `isSortedElsewhere`. */
  sort?: Sort | undefined
  onSort?: (sort: Sort | undefined) => void
  isSortedElsewhere?: boolean
  selection?: Selection<Id>
  /** Buttons for the chosen rows. */
  bulk?: (rows: Row[]) => ReactNode
  /** More about a row's element: what makes it draggable, say. */
  rowProps?: (row: Row) => HTMLAttributes<HTMLTableRowElement>
  /** Items of the menu at the end of a row. */
  menu?: (row: Row) => ReactNode
  /** Where a row leads. */
  to?: (row: Row) => string
  /** Or what opening a row does. */
  onOpen?: (row: Row) => void
  rowHeight?: 44 | 54
  /** Shown where there are no rows. */
  empty?: ReactNode
  /** Asked for more rows when the end comes near. */
  onEnd?: (() => void) | undefined
}

const STEP = 150

/** How many rows are drawn: more as the end comes near, so that thousands do not cost at once. */
const useGrowing = (total: number, onEnd: (() => void) | undefined) => {
  const [drawn, setDrawn] = useState(STEP)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!end.current || (drawn >= total && !onEnd)) return
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      if (drawn < total) setDrawn((now) => now + STEP)
      else onEnd?.()
    })
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [drawn, total, onEnd])
  return { drawn, end }
}

const moveFocus = (row: HTMLElement, key: string) => {
  const rows = [...(row.parentElement?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const at = rows.indexOf(row)
  const to = { ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1, Home: 0, End: rows.length - 1 }[key]
  if (to === undefined) return false
  rows[Math.max(0, Math.min(rows.length - 1, to))]?.focus()
  return true
}

/**
 * A list of tens to thousands of rows: sort, select (shift for a range), bulk bar, row menu. Arrow keys move, Enter opens, X
 * selects. For people and other endless lists there is `BigTable`.
 */
export const ListTable = <Row, Id extends string | number>(props: Props<Row, Id>) => {
  const { label, rows, idOf, nameOf, columns, selection, bulk, menu, to, onOpen, empty, rowHeight = 54, onEnd } = props
  const [ownSort, setOwnSort] = useState<Sort>()
  const sort = props.onSort ? props.sort : (props.sort ?? ownSort)
  const go = useGo()
  const last = useRef<Id>(undefined)
  const shown = useMemo(() => {
    if (!rows || props.isSortedElsewhere) return rows ?? []
    return sorted(rows, sort, (row, by) => columns.find(({ id }) => id === by)?.sortBy?.(row))
  }, [rows, sort, columns, props.isSortedElsewhere])
  const { drawn, end } = useGrowing(shown.length, onEnd)
  const changeSort = (column: ListColumn<Row>) => {
    const next = nextSort(sort, column.id, column.isDownFirst)
    if (props.onSort) props.onSort(next)
    else setOwnSort(next)
  }
  const open = (row: Row) => {
    if (to) go(to(row))
    else onOpen?.(row)
  }
  const pick = (id: Id, withShift: boolean) => {
    if (!selection) return
    const ids = shown.map(idOf)
    const [from, until] = [ids.indexOf(last.current as Id), ids.indexOf(id)].sort((a, b) => a - b)
    if (withShift && from !== undefined && from >= 0)
      selection.set(ids.slice(from, (until ?? 0) + 1), !selection.has(id))
    else selection.toggle(id)
    last.current = id
  }
  const onKey = (event: KeyboardEvent<HTMLTableRowElement>, row: Row) => {
    if (event.target !== event.currentTarget || event.metaKey || event.ctrlKey || event.altKey) return
    if (event.key === 'Enter') open(row)
    else if (event.key === 'x' && selection) pick(idOf(row), event.shiftKey)
    else if (!moveFocus(event.currentTarget, event.key)) return
    event.preventDefault()
  }
  if (!rows && props.error) {
    return <ErrorPanel error={props.error} {...(props.onRetry && { onRetry: props.onRetry })} />
  }
  if (rows && rows.length === 0) return empty ?? null
  return (
    <>
      <div className={css.frame}>
        <table className={css.table} aria-label={label} style={{ '--row': `${rowHeight}px` } as CSSProperties}>
          <thead>
            <tr>
              {selection && (
                <th className={css.tick} scope="col">
                  <AllBox selection={selection} ids={shown.map(idOf)} label={label} />
                </th>
              )}
              {columns.map((column) => (
                <th
                  key={column.id}
                  scope="col"
                  data-align={column.align}
                  data-narrow={column.isWideOnly || undefined}
                  style={{ width: column.width }}
                  aria-sort={ariaSort(sort, column.id)}
                >
                  {column.sortBy ? (
                    <SortHead by={column.id} title={column.title} sort={sort} onPress={() => changeSort(column)} />
                  ) : (
                    column.title
                  )}
                </th>
              ))}
              <th className={css.dots} scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {!rows && <SkeletonRows columns={columns} lead={selection !== undefined} />}
            {shown.slice(0, drawn).map((row, index) => (
              <ListRow
                key={idOf(row)}
                {...{ row, columns, selection, menu, onKey, pick }}
                about={props.rowProps?.(row)}
                id={idOf(row)}
                name={nameOf(row)}
                isFirst={index === 0}
                onOpen={to || onOpen ? open : undefined}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className={css.more} ref={end} />
      {selection && bulk && <Bulk selection={selection} rows={shown} idOf={idOf} bulk={bulk} />}
    </>
  )
}
