import { createContext, type PointerEvent, type ReactNode, type RefObject, use, useMemo, useRef, useState } from 'react'
import { useChangeDesign, useEditor } from '../editor/EditorContext.tsx'
import c from './canvas.module.css'
import { type DragSource, type Drop, drop, dropAt } from './drag.ts'

/** A running drag: what, and where it would fall. */
export type Dragging = { source: DragSource; place: Drop | undefined }

type Drags = {
  /** Begins when the pointer has moved a little; give it to `onPointerDown`. */
  grab: (event: PointerEvent, source: DragSource) => void
  /** True right after a drag, when the browser still tells of a click. */
  wasDragged: () => boolean
  page: RefObject<HTMLDivElement | null>
  dragging: Dragging | undefined
}

const DragContext = createContext<Drags | undefined>(undefined)

/** Dragging of blocks and rows. */
export const useDrags = (): Drags => {
  const drags = use(DragContext)
  if (!drags) throw new Error('Dragging stands in the email editor only.')
  return drags
}

/** So far the pointer moves before a press becomes a drag. */
const THRESHOLD = 4
/** So close to the edge of the view the page scrolls along. */
const SCROLL_EDGE = 48

const scrollAlong = (page: HTMLElement, y: number) => {
  const view = page.closest<HTMLElement>('[data-scroller]')
  const rect = view?.getBoundingClientRect()
  if (!view || !rect) return
  if (y < rect.top + SCROLL_EDGE) view.scrollTop -= 12
  if (y > rect.bottom - SCROLL_EDGE) view.scrollTop += 12
}

const isOver = (page: HTMLElement, x: number) => {
  const rect = (page.closest('[data-scroller]') ?? page).getBoundingClientRect()
  return x >= rect.left && x <= rect.right
}

/** Makes blocks and rows inside it draggable by pointer: mouse, pen and touch. */
export const DragArea = ({ children }: { children: ReactNode }) => {
  const store = useEditor()
  const change = useChangeDesign()
  const page = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const justDragged = useRef(false)
  const [dragging, setDragging] = useState<Dragging>()
  const value = useMemo<Drags>(() => {
    const finish = (source: DragSource, place: Drop | undefined) => {
      if (!place) return
      store.settle()
      let selection = store.get().selection
      change((design) => {
        const result = drop(design, source, place.target)
        selection = result.selection
        return result.design
      })
      store.select(selection)
    }
    const grab = (event: PointerEvent, source: DragSource) => {
      if (event.button !== 0) return
      const [startX, startY] = [event.clientX, event.clientY]
      let isMoving = false
      let place: Drop | undefined
      const move = (moved: globalThis.PointerEvent) => {
        const { clientX: x, clientY: y } = moved
        if (!isMoving && Math.hypot(x - startX, y - startY) < THRESHOLD) return
        isMoving = true
        document.getSelection()?.removeAllRanges()
        const element = page.current
        place = element && isOver(element, x) ? dropAt(element, source, x, y) : undefined
        if (element) scrollAlong(element, y)
        setDragging({ source, place })
        if (ghost.current) ghost.current.style.transform = `translate(${x + 12}px, ${y + 10}px)`
      }
      const stop = () => {
        window.removeEventListener('pointermove', move)
        window.removeEventListener('pointerup', up)
        window.removeEventListener('pointercancel', stop)
        window.removeEventListener('keydown', cancel, true)
        setDragging(undefined)
        justDragged.current = isMoving
        setTimeout(() => {
          justDragged.current = false
        })
      }
      const up = () => {
        stop()
        if (isMoving) finish(source, place)
      }
      const cancel = (pressed: KeyboardEvent) => {
        if (pressed.key !== 'Escape') return
        pressed.stopPropagation()
        stop()
      }
      window.addEventListener('pointermove', move)
      window.addEventListener('pointerup', up)
      window.addEventListener('pointercancel', stop)
      window.addEventListener('keydown', cancel, true)
    }
    return { grab, wasDragged: () => justDragged.current, page, dragging: undefined }
  }, [store, change])
  const shared = useMemo(() => ({ ...value, dragging }), [value, dragging])
  return (
    <DragContext value={shared}>
      {children}
      <div ref={ghost} className={c.ghost} hidden={!dragging} aria-hidden>
        {dragging?.source.label}
      </div>
    </DragContext>
  )
}
