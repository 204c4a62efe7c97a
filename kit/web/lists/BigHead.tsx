// biome-ignore-all lint/a11y/useFocusableInteractive: what is pressed in a head is a button of its own
import { type DragEvent, type KeyboardEvent, memo, useState } from 'react'
import { type BigColumn, nameOfColumn } from './BigRow.tsx'
import css from './BigTable.module.css'
import { CheckBox } from './CheckBox.tsx'
import { ColumnEdge } from './ColumnEdge.tsx'
import { ariaSort, SortHead } from './SortHead.tsx'
import { type Selection, useSelected } from './selection.ts'
import { nextSort, type Sort } from './sorting.ts'

type Props<Row> = {
  label: string
  total: number
  width: number
  columns: readonly BigColumn<Row>[]
  widthOf: (column: BigColumn<Row>) => number
  sort: Sort | undefined
  onSort: (sort: Sort | undefined) => void
  selection: Selection<number> | undefined
  onDraw: (column: string, width: number) => void
  onWidth: (column: string, width: number | undefined) => void
  /** Puts a column at a place; without it columns stay where they are. */
  onMove: ((column: string, to: number) => void) | undefined
}

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

type Drag = { from: string; over: string | undefined }

/** Columns are moved by dragging their heads, or by the Alt key with an arrow. */
const useMoves = <Row,>(columns: readonly BigColumn<Row>[], onMove: Props<Row>['onMove']) => {
  const [drag, setDrag] = useState<Drag>()
  const placeOf = (id: string) => columns.findIndex((column) => column.id === id)
  const handlersOf = (id: string) => {
    if (!onMove) return {}
    return {
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', id)
        setDrag({ from: id, over: undefined })
      },
      onDragOver: (event: DragEvent) => {
        if (!drag) return
        event.preventDefault()
        if (drag.over !== id) setDrag({ ...drag, over: id })
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        if (drag && drag.from !== id) onMove(drag.from, placeOf(id))
        setDrag(undefined)
      },
      onDragEnd: () => setDrag(undefined),
      onKeyDown: (event: KeyboardEvent) => {
        const by = event.altKey ? { ArrowLeft: -1, ArrowRight: 1 }[event.key] : undefined
        const to = placeOf(id) + (by ?? 0)
        if (by === undefined || to < 0 || to >= columns.length) return
        event.preventDefault()
        event.stopPropagation()
        onMove(id, to)
      },
    }
  }
  const sideOf = (id: string) => {
    if (!drag || drag.over !== id || drag.from === id) return undefined
    return placeOf(drag.from) < placeOf(id) ? 'after' : 'before'
  }
  return { handlersOf, sideOf }
}

const Head = <Row,>(props: Props<Row>) => {
  const { label, total, width, columns, widthOf, sort, onSort, selection, onDraw, onWidth, onMove } = props
  const { handlersOf, sideOf } = useMoves(columns, onMove)
  return (
    <div className={css.head} role="row" aria-rowindex={1} style={{ width }}>
      {selection && (
        <div className={css.tick} role="columnheader">
          <AllBox selection={selection} total={total} label={label} />
        </div>
      )}
      {columns.map((column) => (
        <div
          key={column.id}
          role="columnheader"
          className={css.th}
          data-align={column.align}
          data-drop={sideOf(column.id)}
          style={{ width: `var(--w-${nameOfColumn(column.id)})` }}
          aria-sort={ariaSort(sort, column.id)}
          {...handlersOf(column.id)}
        >
          {column.canSort ? (
            <SortHead
              by={column.id}
              title={column.title}
              sort={sort}
              onPress={() => onSort(nextSort(sort, column.id, column.isDownFirst))}
            />
          ) : (
            column.title
          )}
          <ColumnEdge
            title={column.title}
            width={widthOf(column)}
            onDraw={(drawn) => onDraw(column.id, drawn)}
            onDone={(drawn) => onWidth(column.id, drawn)}
          />
        </div>
      ))}
    </div>
  )
}

/** The heads of a long table's columns: sorted by a press, drawn at their edges, moved by dragging. Rows scroll without them. */
export const BigHead = memo(Head) as typeof Head
