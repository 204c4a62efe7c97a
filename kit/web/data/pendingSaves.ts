import { useSyncExternalStore } from 'react'

type State = { pending: number; failed: boolean; savedAt: number | undefined }

let state: State = { pending: 0, failed: false, savedAt: undefined }
const listeners = new Set<() => void>()

const change = (next: Partial<State>) => {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const now = () => state

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

const watchLeaving = () => {
  if (typeof window === 'undefined') return
  if (state.pending > 0) window.addEventListener('beforeunload', askBeforeLeaving)
  else window.removeEventListener('beforeunload', askBeforeLeaving)
}

/**
 * Counts a save as pending until the returned function is called with how it ended. While any is pending, leaving the
 * page asks first. For what waits to be saved (a typed change, say) as much as for what is on its way.
 */
export const holdSave = (): ((ended?: 'saved' | 'failed' | 'dropped') => void) => {
  let isHeld = true
  change({ pending: state.pending + 1 })
  watchLeaving()
  return (ended = 'dropped') => {
    if (!isHeld) return
    isHeld = false
    change({
      pending: state.pending - 1,
      ...(ended === 'saved' && { failed: false, savedAt: Date.now() }),
      ...(ended === 'failed' && { failed: true }),
    })
    watchLeaving()
  }
}

/** How many saves are pending, whether the last one failed, and when one last succeeded. */
export const pendingSaves = now

/** The same as a hook. */
export const usePendingSaves = (): State => useSyncExternalStore(subscribe, now, now)
