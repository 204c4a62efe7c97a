import type {
  Condition,
  ConditionGroup,
  EventCondition,
  FieldCondition,
  Operator,
  Period,
} from '@millrace/segments/contract'

/** So many days. */
export const days = (value: number): Period => ({ value, unit: 'days' })

/** All of these. */
export const all = (...conditions: Condition[]): ConditionGroup => ({ type: 'group', operator: 'and', conditions })

/** Any of these. */
export const any = (...conditions: Condition[]): ConditionGroup => ({ type: 'group', operator: 'or', conditions })

/** A condition on a field. */
export const field = (name: string, condition: Operator, value: string | number) =>
  ({ type: 'field', field: name, condition, value }) satisfies FieldCondition

/** A condition on a tag. */
export const tag = (value: string, condition: 'has' | 'has not' = 'has'): Condition => ({
  type: 'tag',
  value,
  condition,
})

/** A condition on being in a segment. */
export const segment = (value: number, condition: 'in' | 'not in' = 'in'): Condition => ({
  type: 'segment',
  value,
  condition,
})

/** Did something at least so often, within so many days where these are told. */
export const did = (name: string, times: number, within?: number, more: Partial<EventCondition> = {}): Condition => ({
  type: 'event',
  condition: 'has',
  systemConditions: { type: 'group', operator: 'and', conditions: [field('name', 'is', name)] },
  frequencyCondition: { type: 'frequencyCondition', condition: 'at least', value: times },
  ...(within && { recencyCondition: { type: 'recencyCondition', condition: 'after period', value: days(within) } }),
  ...more,
})

/** Has not done something within so many days. */
export const didNot = (name: string, within: number): Condition => did(name, 1, within, { condition: 'has not' })

/** Only those events whose property is so. */
export const where = (
  name: string,
  condition: 'is' | 'is more than',
  value: string | number,
): Partial<EventCondition> => ({
  propertiesConditions: { type: 'group', operator: 'and', conditions: [field(name, condition, value)] },
})
