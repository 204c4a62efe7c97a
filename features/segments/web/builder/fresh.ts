import type { Condition, EventCondition, EventGroup, FieldCondition } from '../../contract/index.ts'
import { newMark } from './editTree.ts'

/** The kinds of condition that can be added. */
export type Kind = 'field' | 'event' | 'tag' | 'segment' | 'goal' | 'association'

/** A condition on one event, by its name and, for mail and pages, its kind. */
export const eventNamed = (name: string, kind: string): EventGroup => {
  const named: FieldCondition = { type: 'field', field: 'name', condition: 'is', value: name }
  const typed: FieldCondition = { type: 'field', field: 'type', condition: 'is', value: kind }
  return { type: 'group', operator: 'and', conditions: kind === 'email' || kind === 'page' ? [typed, named] : [named] }
}

/** A condition of a kind, with what is to be chosen left open. */
export const freshCondition = (kind: Kind): Condition => {
  const uuid = newMark()
  if (kind === 'field') return { type: 'field', uuid, field: '', condition: 'is' }
  if (kind === 'tag') return { type: 'tag', uuid, value: '', condition: 'has' }
  if (kind === 'segment') return { type: 'segment', uuid, value: 0, condition: 'in' }
  if (kind === 'goal') return { type: 'goal', uuid, value: 0, condition: 'in' }
  if (kind === 'association') return { type: 'association', uuid, value: 0, condition: { type: 'any' } }
  return { type: 'event', uuid, condition: 'has', systemConditions: { type: 'group', operator: 'and', conditions: [] } }
}

/** The field of an event's own that a condition is about, for example `url`. */
export const systemField = ({ systemConditions }: EventCondition, field: string): FieldCondition | undefined =>
  systemConditions.conditions.find((one): one is FieldCondition => one.type === 'field' && one.field === field)

/** The event condition with one of its own fields compared; without it where `next` is undefined. */
export const withSystemField = (
  condition: EventCondition,
  field: string,
  next: FieldCondition | undefined,
): EventCondition => {
  const others = condition.systemConditions.conditions.filter((one) => one.type === 'group' || one.field !== field)
  return {
    ...condition,
    systemConditions: { ...condition.systemConditions, conditions: next ? [...others, next] : others },
  }
}
