const KEY = 'millrace-reloaded-at'
const SOON = 20_000

/** True for the error of a part of the app that could not be fetched, as after a new version was put in place. */
export const isChunkError = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|error loading dynamically|Unable to preload/i.test(
    error.message,
  )

/** Reloads the page for a new version; false where that was just tried and did not help. */
export const reloadOnce = (now = Date.now(), store: Pick<Storage, 'getItem' | 'setItem'> = sessionStorage): boolean => {
  if (now - Number(store.getItem(KEY) ?? 0) < SOON) return false
  store.setItem(KEY, String(now))
  window.location.reload()
  return true
}
