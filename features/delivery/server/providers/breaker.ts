import type { Outcome } from '../smtp/outcome.ts'
import { isSlowDown } from '../smtp/slowDown.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
/** So many mails in a row without an answer, and the provider is asked for no more for a while. */
const MOST_UNANSWERED = 8

/** Remembers how a provider fares. */
export type Breaker = {
  heard(outcome: Outcome): void
  pausedUntil(at: Date): Date | undefined
}

/**
 * Sends nothing for a while after a provider could not be reached, took no more or no longer answered, and longer each time.
 * What was taken without an answer is never sent again by itself, so a provider that answers nobody must not get everything.
 */
export const openBreaker = (now: () => Date): Breaker => {
  let failures = 0
  let until = 0
  let unanswered = 0
  const isFailure = (outcome: Outcome) => {
    unanswered = outcome.kind === 'uncertain' ? unanswered + 1 : outcome.kind === 'notSent' ? unanswered : 0
    if (outcome.kind === 'uncertain') return unanswered >= MOST_UNANSWERED
    return (outcome.kind === 'notSent' && outcome.isUnreachable) || isSlowDown(outcome)
  }
  return {
    heard: (outcome) => {
      if (!isFailure(outcome)) {
        if (outcome.kind === 'accepted') failures = 0
        return
      }
      const at = now().getTime()
      if (at < until) return
      until = at + Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS)
      failures++
    },
    pausedUntil: (at) => (at.getTime() < until ? new Date(until) : undefined),
  }
}
