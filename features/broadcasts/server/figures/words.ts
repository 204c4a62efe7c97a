import { HOLD_REASONS, SKIP_REASONS } from '@millrace/delivery/contract'

/** A reason in words for readers: what a mail waits for, else why there was none. What servers said stays as it is. */
export const wordsOf = (why: string, isWaiting = false): string => {
  const known: Readonly<Record<string, string>> = isWaiting ? HOLD_REASONS : SKIP_REASONS
  return known[why] ?? (/[.!?]$/.test(why) ? why : `${why}.`)
}

/** True where a mail has not left, and may still do. */
export const isWaiting = (state: string | null): boolean =>
  state === 'planned' || state === 'held' || state === 'claimed' || state === 'attempting'
