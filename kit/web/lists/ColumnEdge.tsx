import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import css from './BigTable.module.css'
import { allowedWidth, NARROWEST, WIDEST } from './columns.ts'

type Props = {
  title: string
  width: number
  /** While it is drawn: shown, not kept. */
  onDraw: (width: number) => void
  /** When it is let go; undefined puts the column back to its own width. */
  onDone: (width: number | undefined) => void
}

const STEP = 20

/** The right edge of a column's head: drawn by the pointer or the arrow keys; a double press puts it back. */
export const ColumnEdge = ({ title, width, onDraw, onDone }: Props) => {
  const begun = useRef<{ x: number; width: number }>(undefined)
  const now = (event: PointerEvent) =>
    allowedWidth((begun.current?.width ?? 0) + event.clientX - (begun.current?.x ?? 0))
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
    if (by === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onDone(allowedWidth(width + by))
  }
  return (
    <span
      className={css.edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${title}`}
      aria-valuenow={Math.round(width)}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      tabIndex={0}
      onKeyDown={onKey}
      // The head around it is dragged elsewhere; its edge is drawn.
      draggable
      onDragStart={(event) => {
        event.preventDefault()
        event.stopPropagation()
      }}
      onDoubleClick={() => onDone(undefined)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        begun.current = { x: event.clientX, width }
      }}
      onPointerMove={(event) => begun.current && onDraw(now(event))}
      onPointerUp={(event) => {
        if (begun.current && begun.current.x !== event.clientX) onDone(now(event))
        begun.current = undefined
      }}
    />
  )
}
