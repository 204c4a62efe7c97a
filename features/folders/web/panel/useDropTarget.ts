import { type DragEvent, type HTMLAttributes, useEffect, useState } from 'react'
import { type Dragged, useDragged } from '../drag.ts'
import { useFolderScope } from '../useFolders.ts'

/** Where in a line something would land. */
export type Zone = 'before' | 'into' | 'after'

type Options = {
  /** Whether what is dragged may land in a zone. */
  accepts: (what: Dragged, zone: Zone) => boolean
  drop: (what: Dragged, zone: Zone) => unknown
  /** Tells folders apart that land between lines. */
  hasEdges?: boolean
  /** Called when something hovers over the middle for a while. */
  onLinger?: () => void
}

const LINGER_MS = 650
const EDGE = 0.27

const zoneOf = (event: DragEvent<HTMLElement>, hasEdges: boolean): Zone => {
  if (!hasEdges) return 'into'
  const { top, height } = event.currentTarget.getBoundingClientRect()
  const part = (event.clientY - top) / height
  if (part < EDGE) return 'before'
  return part > 1 - EDGE ? 'after' : 'into'
}

type Handlers = Pick<HTMLAttributes<HTMLElement>, 'onDragOver' | 'onDragLeave' | 'onDrop'>

/** Makes a line take what is dropped on it. */
export const useDropTarget = ({ accepts, drop, hasEdges = false, onLinger }: Options) => {
  const { kind, mayWrite } = useFolderScope()
  const dragged = useDragged()
  const [over, setOver] = useState<Zone>()
  const what = mayWrite && dragged?.kind === kind ? dragged : undefined
  const isOver = over === 'into' && what !== undefined
  useEffect(() => {
    if (!isOver || !onLinger) return
    const timer = setTimeout(onLinger, LINGER_MS)
    return () => clearTimeout(timer)
  }, [isOver, onLinger])
  const handlers: Handlers = {
    onDragOver: (event) => {
      const zone = zoneOf(event, hasEdges && what?.folderId !== undefined)
      const mayLand = what !== undefined && accepts(what, zone)
      if (mayLand) event.preventDefault()
      setOver(mayLand ? zone : undefined)
    },
    onDragLeave: () => setOver(undefined),
    onDrop: (event) => {
      setOver(undefined)
      const zone = zoneOf(event, hasEdges && what?.folderId !== undefined)
      if (!what || !accepts(what, zone)) return
      event.preventDefault()
      drop(what, zone)
    },
  }
  return { handlers, zone: what ? over : undefined, mayDrop: what !== undefined && accepts(what, 'into') }
}
