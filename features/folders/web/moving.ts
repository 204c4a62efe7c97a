import { useSyncExternalStore } from 'react'
import type { FolderType } from '../contract/index.ts'

/** What is to be moved: items, or a folder, and how it is called. */
export type Moving = { kind: FolderType; ids: readonly string[]; name: string; isFolder?: boolean }

let moving: Moving | undefined
const listeners = new Set<() => void>()

/** Asks into which folder something is to go; undefined closes the question. */
export const askWhere = (next: Moving | undefined): void => {
  moving = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** What is asked about now. */
export const useMoving = (): Moving | undefined => useSyncExternalStore(subscribe, () => moving)
