import { segmentsIn } from './checkConditions.ts'
import type { Conditions } from './conditions.ts'

/**
 * What keeps it open who is in a segment: itself while it is being built, else one that its conditions ask about, however deep.
 * Undefined where nothing does.
 */
export const buildingBehind = <S extends { id: number; conditions: Conditions; building: unknown }>(
  segments: readonly S[],
  id: number,
): S | undefined => {
  const byId = new Map(segments.map((segment) => [segment.id, segment]))
  const seen = new Set<number>()
  const find = (one: number): S | undefined => {
    const segment = byId.get(one)
    if (!segment || seen.has(one)) return undefined
    seen.add(one)
    if (segment.building) return segment
    for (const inner of segmentsIn(segment.conditions)) {
      const found = find(inner)
      if (found) return found
    }
    return undefined
  }
  return find(id)
}
