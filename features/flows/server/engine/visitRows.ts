import type { Token } from './token.ts'

/** A stay at a step that is over. */
export type Stay = { visit: number; stepId: number; enteredAt: Date; exit: string | null; error: string | null }

/** A row that went a way, from this visit on; it came to the first step of it then. */
type Row = { token: Token; visit: number; enteredAt: Date; way: number }

/** A stay on a way: its place there, and how it ended. */
type Part = { way: number; nth: number; stepId: number; exit: string | null; error: string | null }

const nameOf = (stays: readonly Stay[]): string => {
  let name = ''
  for (const { stepId, exit, error } of stays) name += `${stepId}\0${exit ?? '\x01'}\0${error ?? '\x01'}\0`
  return name
}

/** Stays that follow each other at once: all but the first begin now. */
const stretchesOf = (stays: readonly Stay[], now: Date): (readonly Stay[])[] => {
  const breaks = stays.flatMap(({ visit, enteredAt }, index) => {
    const before = stays[index - 1]
    return before && (visit !== before.visit + 1 || enteredAt !== now) ? [index] : []
  })
  return breaks.length ? [0, ...breaks].map((from, index) => stays.slice(from, breaks[index])) : [stays]
}

/**
 * What the stays of rows have in common: thousands go the same few ways in one pass of the engine, so that most of what
 * is written of them needs saying once. Rows stand in the order of their ids, so that each page of an index is written once.
 */
export const visitRowsOf = (all: ReadonlyMap<Token, readonly Stay[]>, now: Date): { rows: Row[]; ways: Part[] } => {
  const rows: Row[] = []
  const ways: Part[] = []
  const known = new Map<string, number>()
  for (const [token, stays] of [...all].sort(([a], [b]) => a.id - b.id)) {
    for (const stretch of stretchesOf(stays, now)) {
      const [{ visit, enteredAt }] = stretch as readonly [Stay, ...Stay[]]
      const name = nameOf(stretch)
      let way = known.get(name)
      if (way === undefined) {
        way = known.size
        known.set(name, way)
        for (const [nth, { stepId, exit, error }] of stretch.entries()) ways.push({ way, nth, stepId, exit, error })
      }
      rows.push({ token, visit, enteredAt, way })
    }
  }
  return { rows, ways }
}
