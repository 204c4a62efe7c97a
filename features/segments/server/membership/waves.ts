import type { Work } from './judge.ts'
import type { Register, StoredSegment } from './register.ts'

type Known = Pick<Register, 'building' | 'nesting'>

/** Adds to the work, for whoever a segment is asked about, those that it asks about and whose stored members may be out of date. */
const addOpen = (work: Work, { building, nesting }: Known): Work => {
  const all: Work = new Map([...work].map(([segment, ids]) => [segment, new Set(ids)]))
  const openness = new Map<StoredSegment, boolean>()
  const isOpen = (segment: StoredSegment): boolean => {
    const before = openness.get(segment)
    if (before !== undefined) return before
    openness.set(segment, false)
    const is = building.has(segment.id) || nesting.isTimed(segment) || nesting.ownOf(segment).some(isOpen)
    openness.set(segment, is)
    return is
  }
  const add = (outer: StoredSegment, ids: ReadonlySet<number>) => {
    for (const inner of nesting.ownOf(outer)) {
      if (inner.kind !== outer.kind || !isOpen(inner)) continue
      const known = all.get(inner) ?? new Set<number>()
      all.set(inner, known)
      for (const id of ids) known.add(id)
      add(inner, ids)
    }
  }
  for (const [segment, ids] of work) add(segment, ids)
  return all
}

/**
 * The work in the order in which it is to be done: segments that others ask about before those that ask. Else somebody would
 * enter "on trial, and not a competitor" for a moment, because the same change that makes them a competitor is not yet noted
 * there, and a flow would take them in. Whoever may be noted wrongly because a segment is still being built, or because time
 * has passed, is asked about it first.
 */
export const wavesOf = (work: Work, known: Known): Work[] => {
  const { depthOf } = known.nesting
  if (![...work.keys()].some((segment) => depthOf(segment) > 0)) return [work]
  const waves: Work[] = []
  for (const [segment, ids] of addOpen(work, known)) {
    const depth = depthOf(segment)
    const wave = waves[depth] ?? new Map()
    waves[depth] = wave.set(segment, ids)
  }
  return waves.filter((wave) => wave !== undefined)
}
