import type { Piece } from '@millrace/kit/server'

const monthOf = (at: Date, later = 0) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1))

/** Whole months within stretches of whole days, all in UTC, and the days before and after them. */
export const monthsOf = (stretches: readonly Piece[]): { months: Piece[]; days: Piece[] } => {
  const pieces = { months: [] as Piece[], days: [] as Piece[] }
  const add = (kind: keyof typeof pieces, slice: number, from: Date, to: Date) => {
    if (from < to) pieces[kind].push({ slice, from, to })
  }
  for (const { slice, from, to } of stretches) {
    const first = monthOf(from).getTime() === from.getTime() ? from : monthOf(from, 1)
    const last = monthOf(to)
    if (first >= last) add('days', slice, from, to)
    else {
      add('days', slice, from, first)
      add('months', slice, first, last)
      add('days', slice, last, to)
    }
  }
  return pieces
}
