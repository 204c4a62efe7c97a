import type { Condition, ConditionGroup, EventCondition } from '@millrace/segments/contract'

const all = (...conditions: Condition[]): ConditionGroup => ({ type: 'group', operator: 'and', conditions })
const any = (...conditions: Condition[]): ConditionGroup => ({ type: 'group', operator: 'or', conditions })
const field = (name: string, condition: 'is' | 'contains', value: string) =>
  ({ type: 'field', field: name, condition, value }) as const
const only = <C>(condition: C) => ({ type: 'group' as const, operator: 'and' as const, conditions: [condition] })
const tag = (value: string, condition: 'has' | 'has not' = 'has'): Condition => ({ type: 'tag', value, condition })
const segment = (value: number, condition: 'in' | 'not in' = 'in'): Condition => ({ type: 'segment', value, condition })
const did = (name: string, days: number, times: number, more: Partial<EventCondition> = {}): Condition => ({
  type: 'event',
  condition: 'has',
  systemConditions: only(field('name', 'is', name)),
  frequencyCondition: { type: 'frequencyCondition', condition: 'at least', value: times },
  recencyCondition: { type: 'recencyCondition', condition: 'after period', value: { value: days, unit: 'days' } },
  ...more,
})
const didNot = (name: string, days: number) => did(name, days, 1, { condition: 'has not' })

/** A topic by its place among the two hundred; the first ones are on nearly everybody, the last on few. */
export const topic = (place: number) => `topic ${place}`

/** Questions that marketers ask of a large account, from one field to nested groups. */
export const ELEVEN: Record<string, ConditionGroup> = {
  'a common value': all(field('plan', 'is', 'pro')),
  'a rare value': all(field('city', 'is', 'Reykjavik')),
  'a rare text in the address': all(field('email', 'contains', 'garcia7771')),
  'a common text in the address': all(field('email', 'contains', 'gmail')),
  'a rare tag without another': all(tag(topic(150)), tag(topic(9), 'has not')),
  'a common tag without another': all(tag(topic(3)), tag(topic(9), 'has not')),
  'three clicks of one campaign in 30 days': all(
    did('Email clicked', 30, 3, { propertiesConditions: only(field('campaign', 'is', '5')) }),
  ),
  'three opens in 30 days': all(did('Email opened', 30, 3)),
  'no page in 90 days': all(didNot('Page viewed', 90)),
  'nested, four conditions': all(
    field('plan', 'is', 'trial'),
    any(did('Email opened', 30, 3), did('Email clicked', 30, 1), tag(topic(150))),
    didNot('Report exported', 90),
  ),
  'in one segment and not in another': all(segment(5), segment(6, 'not in')),
}
