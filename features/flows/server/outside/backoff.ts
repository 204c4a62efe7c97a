import { OutgoingError } from '@millrace/kit/server'

const FIRST_MS = 5_000
const LONGEST_MS = 6 * 3_600_000
/** Tried for so long before it counts as failed. */
export const TRIED_FOR_MS = 24 * 3_600_000

/** So many failures after each other open a destination's circuit: nobody calls but one at a time, to see. */
export const ENOUGH_FAILURES = 10
const FIRST_REST_MS = 30_000
const LONGEST_REST_MS = 600_000
/** A receiver may ask for rest, but not for ever. */
const LONGEST_ASKED_MS = 3_600_000

/** How long until the next try, after so many: twice as long each time, a fifth more or less so that not all come at once. */
export const backoffMs = (attempts: number, random = Math.random()): number =>
  Math.min(FIRST_MS * 2 ** (attempts - 1), LONGEST_MS) * (0.8 + 0.4 * random)

/** How long a destination is left alone after so many failures. */
export const restMs = (failures: number): number =>
  failures < ENOUGH_FAILURES ? 0 : Math.min(FIRST_REST_MS * 2 ** (failures - ENOUGH_FAILURES), LONGEST_REST_MS)

/** What `Retry-After` asks for, in milliseconds: seconds or a date. */
export const retryAfterMs = (header: string | undefined, now: Date): number => {
  if (!header) return 0
  const asked = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now.getTime()
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 0), LONGEST_ASKED_MS) : 0
}

/** What an answer means: done, again later, or never. */
export type Verdict = 'answered' | 'again' | 'failed'

/** 2xx is an answer; overload and the receiver's own trouble may pass; everything else is ours to mend. */
export const verdictOf = (status: number): Verdict => {
  if (status >= 200 && status < 300) return 'answered'
  return status >= 500 || status === 408 || status === 425 || status === 429 ? 'again' : 'failed'
}

/** The same of a request without an answer. */
export const verdictOfFault = (error: unknown): Verdict => {
  if (!(error instanceof OutgoingError)) return 'again'
  return error.fault === 'forbidden' || error.fault === 'address' || error.fault === 'redirects' ? 'failed' : 'again'
}
