/** A piece of a slice of time. */
export type Piece = { slice: number; from: Date; to: Date }

const DAY = 86_400_000

/** Cuts slices into whole days in UTC, which sums of days tell, and the rest at their edges; `starts` ends with the end of the last one. */
export const piecesOf = (starts: readonly Date[]): { days: Piece[]; edges: Piece[] } => {
  const pieces = { days: [] as Piece[], edges: [] as Piece[] }
  const add = (kind: keyof typeof pieces, slice: number, from: number, to: number) => {
    if (from < to) pieces[kind].push({ slice, from: new Date(from), to: new Date(to) })
  }
  for (const [slice, start] of starts.slice(0, -1).entries()) {
    const [from, to] = [start.getTime(), starts[slice + 1]!.getTime()]
    const [first, last] = [Math.ceil(from / DAY) * DAY, Math.floor(to / DAY) * DAY]
    if (first >= last) add('edges', slice, from, to)
    else {
      add('edges', slice, from, first)
      add('days', slice, first, last)
      add('edges', slice, last, to)
    }
  }
  return pieces
}
