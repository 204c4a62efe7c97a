import {
  type Condition,
  type Conditions,
  type EventCondition,
  type EventGroup,
  type FieldCondition,
  isBare,
  momentOf,
  type Period,
  takesPeriod,
} from '../../contract/index.ts'
import type { Dictionary } from '../compile/dictionary.ts'
import { namesOf } from '../compile/eventNames.ts'

/**
 * What a segment must be asked about again after: `f:<field>`, `t:<tag id>`, `e:<event name id>` (`e:*`: any event),
 * `seen` (any event, once in a while), `s:<segment id>`, `g:<step id>`, `*` (anything at all about the person).
 */
export type DependencyKey = string

/** Fields that stand for the same column. */
const TOGETHER: Readonly<Record<string, readonly string[]>> = {
  unsubscribed: ['unsubscribed', 'unsubscribedAt'],
  unsubscribedAt: ['unsubscribed', 'unsubscribedAt'],
}

const HOUR_MS = 3_600_000

/** Whether a further sign of life shortly after one cannot turn the answer: the edge is far, or there is none. */
const isSteady = ({ condition, value }: FieldCondition): boolean => {
  if (isBare(condition)) return true
  if (condition !== 'after period' && condition !== 'before period') return false
  const now = new Date(0)
  return momentOf(value as Period, now).getTime() <= -HOUR_MS
}

const fieldKeys = (condition: FieldCondition): DependencyKey[] => {
  const { field } = condition
  if (field === 'updatedAt') return ['*']
  if (field === 'lastSeenAt') return [isSteady(condition) ? 'seen' : 'e:*', 'f:lastSeenAt']
  return (TOGETHER[field] ?? [field]).map((name) => `f:${name}`)
}

const eventKeys = (condition: EventCondition, { events }: Dictionary): DependencyKey[] => {
  const names = namesOf(condition.systemConditions, events)
  return names ? [...names].map((id) => `e:${id}`) : ['e:*']
}

const keysOf = (condition: Condition, dictionary: Dictionary): DependencyKey[] => {
  switch (condition.type) {
    case 'group':
      return condition.conditions.flatMap((one) => keysOf(one, dictionary))
    case 'field':
      return fieldKeys(condition)
    case 'tag': {
      const id = dictionary.tags.get(condition.value.trim().toLowerCase())
      return id === undefined ? [] : [`t:${id}`]
    }
    case 'event':
      return eventKeys(condition, dictionary)
    case 'segment':
      return [`s:${condition.value}`]
    case 'goal':
      return [`g:${condition.value}`]
    case 'association':
      return []
  }
}

/** Everything whose change can move a person into or out of these conditions, besides the passing of time. */
export const dependenciesOf = (conditions: Conditions, dictionary: Dictionary): Set<DependencyKey> =>
  new Set(keysOf(conditions, dictionary))

type Timed = Pick<FieldCondition, 'condition' | 'value'>

/** A condition whose answer turns as time goes by: people cross its edge. */
export type Edge =
  | { of: 'field'; field: string; timed: Timed }
  | { of: 'event'; names: readonly number[] | undefined; timed: Timed }
  | { of: 'property'; names: readonly number[] | undefined; field: string; timed: Timed }

const timedProperties = (group: EventGroup | null | undefined): FieldCondition[] =>
  (group?.conditions ?? []).flatMap((one) =>
    one.type === 'group' ? timedProperties(one) : takesPeriod(one.condition) ? [one] : [],
  )

const edgesOfEvent = (condition: EventCondition, { events }: Dictionary): Edge[] => {
  const set = namesOf(condition.systemConditions, events)
  const names = set && [...set]
  const { recencyCondition: recency, propertiesConditions } = condition
  const edges: Edge[] = timedProperties(propertiesConditions).map((timed) => ({
    of: 'property',
    names,
    field: timed.field,
    timed,
  }))
  if (recency && takesPeriod(recency.condition)) edges.push({ of: 'event', names, timed: recency })
  return edges
}

/** The edges in conditions that people cross by the passing of time alone. */
export const edgesOf = (condition: Condition, dictionary: Dictionary): Edge[] => {
  if (condition.type === 'group') return condition.conditions.flatMap((one) => edgesOf(one, dictionary))
  if (condition.type === 'event') return edgesOfEvent(condition, dictionary)
  if (condition.type === 'field' && takesPeriod(condition.condition)) {
    return [{ of: 'field', field: condition.field, timed: condition }]
  }
  return []
}
