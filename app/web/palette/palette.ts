import { useSyncExternalStore } from 'react'

/** What is open over the page. */
export type Shown = 'palette' | 'shortcuts' | undefined

let shown: Shown
const listeners = new Set<() => void>()

const show = (next: Shown) => {
  shown = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Opens the search over everything. */
export const openPalette = () => show('palette')
/** Opens the list of shortcuts. */
export const openShortcuts = () => show('shortcuts')
/** Closes either. */
export const closeOver = () => show(undefined)
/** Which of the two is open. */
export const useShown = (): Shown => useSyncExternalStore(subscribe, () => shown)
