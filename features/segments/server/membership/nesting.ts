import { type Condition, segmentsIn } from '../../contract/index.ts'
import type { Dictionary } from '../compile/dictionary.ts'
import { placedEdgesOf } from './paths.ts'
import type { StoredSegment } from './register.ts'

/** How the segments of an account stand in each other's conditions. */
export type Nesting = {
  /** How many segments stand in each other under one; 0 where it asks about none. */
  depthOf(segment: StoredSegment): number
  /** All segments that one asks about, however deep, also of what is associated. */
  behind(segment: StoredSegment): readonly StoredSegment[]
  /** Those that one asks about of whoever is asked themselves, the direct ones. */
  ownOf(segment: StoredSegment): readonly StoredSegment[]
  /** Whether who is in a segment turns as time goes by, which is noticed by sweeps alone. */
  isTimed(segment: StoredSegment): boolean
}

const ownIn = (condition: Condition): number[] => {
  if (condition.type === 'segment') return [condition.value]
  return condition.type === 'group' ? condition.conditions.flatMap(ownIn) : []
}

type Place = { depth: number; behind: Set<StoredSegment>; own: StoredSegment[]; isTimed: boolean }
const ALONE: Place = { depth: 0, behind: new Set(), own: [], isTimed: false }

/** Reads how segments stand in each other; those that name each other, which none may, count once. */
export const nestingOf = (segments: readonly StoredSegment[], dictionary: Dictionary): Nesting => {
  const byId = new Map(segments.map((segment) => [segment.id, segment]))
  const known = (ids: readonly number[]) => ids.flatMap((id) => byId.get(id) ?? [])
  const places = new Map<StoredSegment, Place>()
  const place = (segment: StoredSegment): Place => {
    const before = places.get(segment)
    if (before) return before
    places.set(segment, ALONE)
    const { conditions, kind } = segment
    const isTimed = placedEdgesOf(conditions, kind, dictionary).length > 0
    const found: Place = { depth: 0, behind: new Set(), own: known(ownIn(conditions)), isTimed }
    for (const inner of known(segmentsIn(conditions))) {
      const { depth, behind } = place(inner)
      found.depth = Math.max(found.depth, depth + 1)
      found.behind.add(inner)
      for (const deeper of behind) found.behind.add(deeper)
    }
    places.set(segment, found)
    return found
  }
  const placeOf = (segment: StoredSegment) => place(byId.get(segment.id) ?? segment)
  return {
    depthOf: (segment) => placeOf(segment).depth,
    behind: (segment) => [...placeOf(segment).behind],
    ownOf: (segment) => placeOf(segment).own,
    isTimed: (segment) => placeOf(segment).isTimed,
  }
}
