import type { DragEvent, HTMLAttributes } from 'react'
import { useSyncExternalStore } from 'react'
import type { FolderType } from '../contract/index.ts'

/** What is being dragged: items, or a folder. */
export type Dragged = { kind: FolderType; ids: readonly string[]; folderId?: string; words: string }

let dragged: Dragged | undefined
const listeners = new Set<() => void>()

const set = (next: Dragged | undefined) => {
  dragged = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** What is being dragged now. Browsers do not tell a target before it is dropped. */
export const useDragged = (): Dragged | undefined => useSyncExternalStore(subscribe, () => dragged)

const GHOST =
  'position:fixed;top:-100px;left:0;padding:5px 10px;border-radius:7px;font:500 12.5px Inter,sans-serif;background:var(--accent);color:#fff;max-width:240px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap'

/** The words under the pointer instead of a picture of the whole row. */
const showGhost = (event: DragEvent, words: string) => {
  const ghost = document.createElement('div')
  ghost.style.cssText = GHOST
  ghost.textContent = words
  document.body.append(ghost)
  event.dataTransfer.setDragImage(ghost, -8, 14)
  setTimeout(() => ghost.remove())
}

type Handlers = Pick<HTMLAttributes<HTMLElement>, 'draggable' | 'onDragStart' | 'onDragEnd'>

/** Makes something draggable; what it is, is asked when it is picked up. */
export const draggable = (what: () => Dragged): Handlers => ({
  draggable: true,
  onDragStart: (event) => {
    const taken = what()
    event.stopPropagation()
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('text/plain', taken.words)
    showGhost(event, taken.words)
    set(taken)
  },
  onDragEnd: () => set(undefined),
})
