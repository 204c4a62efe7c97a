import type { Condition } from '../../contract/index.ts'
import { type Side, sideOf } from '../compile/association.ts'
import type { Dictionary, Kind } from '../compile/dictionary.ts'
import { type Edge, edgesOf } from './dependencies.ts'

/** The way from those whom conditions are asked of to things that decide about them, association by association. */
export type Path = readonly Side[]

/** Every way that conditions look along associations, the shorter ones too. */
export const pathsOf = (condition: Condition, kind: Kind, dictionary: Dictionary): Path[] => {
  if (condition.type === 'group') return condition.conditions.flatMap((one) => pathsOf(one, kind, dictionary))
  if (condition.type !== 'association') return []
  const side = sideOf(condition, kind, dictionary.associations)
  if (!side) return []
  const { associationConditions: inner } = condition
  const further = inner ? pathsOf(inner, side.otherKind, dictionary) : []
  return [[side], ...further.map((path) => [side, ...path])]
}

/** The edges of time in what is asked of associated things, which nobody's own time crosses. */
export const innerEdgesOf = (condition: Condition, dictionary: Dictionary): Edge[] => {
  if (condition.type === 'group') return condition.conditions.flatMap((one) => innerEdgesOf(one, dictionary))
  if (condition.type !== 'association' || !condition.associationConditions) return []
  const { associationConditions: inner } = condition
  return [...edgesOf(inner, dictionary), ...innerEdgesOf(inner, dictionary)]
}
