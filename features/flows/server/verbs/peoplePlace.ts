import { malformed } from '@millrace/kit/server'

/**
 * A place in a list of a step's people: when the list was begun, in which part of it, and whose stay was the last one there.
 * Part 1 are those who stand there, by when they came; part 0 those who have left, by when they left.
 */
export type PeoplePlace = { began: Date; part: 0 | 1; at: Date; run: number; visit: number }

const LAST = Number.MAX_SAFE_INTEGER
const EVER = new Date(8.64e15)

/** Before whatever comes in the order of those who have left: when, whose run, which visit. */
export const END = [new Date('9999-12-31T00:00:00Z'), LAST, 2 ** 31 - 1] as const
/** After whatever stands there. */
export const PAST = [new Date(0), 0] as const

/** Where a list begins, or goes on. */
export const readPlace = (cursor: string | undefined, now: Date): PeoplePlace => {
  if (cursor === undefined) return { began: now, part: 1, at: END[0], run: LAST, visit: 0 }
  const [began = 0, part = 0, at = 0, run = 0, visit = 0] = cursor.split('_').map(Number)
  const isOurs = /^\d{1,15}_[01]_\d{1,15}_\d{1,15}_\d{1,9}$/.test(cursor) && began <= EVER.getTime()
  if (!isOurs || at > EVER.getTime()) throw malformed('The cursor is not one of ours.')
  return { began: new Date(began), part: part ? 1 : 0, at: new Date(at), run, visit }
}

/** The place as it is given out. */
export const writePlace = ({ began, part, at, run, visit }: PeoplePlace): string =>
  [began.getTime(), part, at.getTime(), run, visit].join('_')
