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

/** An edge of time, and the way to the things of a kind that cross it; without a way those cross it who are asked. */
export type PlacedEdge = { path: Path; kind: Kind; edge: Edge }

/** Every edge of time in conditions, also in what is asked of associated things. */
export const placedEdgesOf = (
  condition: Condition,
  kind: Kind,
  dictionary: Dictionary,
  path: Path = [],
): PlacedEdge[] => {
  if (condition.type === 'group')
    return condition.conditions.flatMap((one) => placedEdgesOf(one, kind, dictionary, path))
  if (condition.type !== 'association') return edgesOf(condition, dictionary).map((edge) => ({ path, kind, edge }))
  const { associationConditions: inner } = condition
  const side = inner && sideOf(condition, kind, dictionary.associations)
  return side ? placedEdgesOf(inner, side.otherKind, dictionary, [...path, side]) : []
}
