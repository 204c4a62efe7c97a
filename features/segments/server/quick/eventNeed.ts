import type { EventCondition, EventGroup, FieldCondition } from '../../contract/index.ts'
import type { Dictionary } from '../compile/dictionary.ts'
import { atLeast, BOT, isTracked, mentions } from '../compile/event.ts'
import { besidesNames, namesOf } from '../compile/eventNames.ts'
import { spanOf } from '../compile/value.ts'
import { type Answer, every, some } from './answer.ts'
import { valueAt, valueMeets } from './value.ts'

/** Which events of a person decide about a condition: enough of them, of these names, in this stretch of time. */
export type EventNeed = {
  nameIds: readonly number[]
  since: Date | null
  until: Date | null
  times: number
  /** What is asked of each event's properties; without it counting them is enough. */
  test?: (props: Record<string, unknown> | null) => Answer
}

type Stretch = { since: Date | null; until: Date | null }

const ALWAYS: Stretch = { since: null, until: null }

const stretchOf = (
  { recencyCondition: recency }: EventCondition,
  dictionary: Dictionary,
): Stretch | 'never' | undefined => {
  if (!recency || recency.condition === 'is any' || recency.condition === 'is not empty') return ALWAYS
  const span = recency.condition === 'is empty' ? undefined : spanOf(recency, dictionary)
  if (!span) return 'never'
  switch (recency.condition) {
    case 'after':
      // A moment of its own does not count, which the database tells in millionths of a second.
      return span.isDay ? { since: span.to, until: null } : undefined
    case 'after period':
      return { since: span.from, until: null }
    case 'before':
    case 'before period':
      return { since: null, until: span.from }
    default:
      return { since: span.from, until: span.to }
  }
}

const groupMeets = (group: EventGroup, ask: (one: FieldCondition) => Answer): Answer => {
  if (!group.conditions.length) return true
  const visit = (one: FieldCondition | EventGroup) => (one.type === 'group' ? groupMeets(one, ask) : ask(one))
  return group.operator === 'and' ? every(group.conditions, visit) : some(group.conditions, visit)
}

type Props = Record<string, unknown> | null

const propertyMeets = (condition: FieldCondition, props: Props, dictionary: Dictionary): Answer => {
  const stored = valueAt(props, condition.field)
  return stored === 'unclear' ? undefined : valueMeets('any', condition, stored, dictionary)
}

const systemMeets = (condition: FieldCondition, props: Props, dictionary: Dictionary): Answer => {
  const name = condition.field.replace(/^data\./, '')
  const kind = name === 'emailId' ? 'number' : name === 'url' ? 'text' : 'any'
  return valueMeets(kind, condition, props && Object.hasOwn(props, name) ? props[name] : undefined, dictionary)
}

const testOf = (condition: EventCondition, areTracked: boolean, dictionary: Dictionary): EventNeed['test'] => {
  const { systemConditions, propertiesConditions: properties } = condition
  const rest = besidesNames(systemConditions)
  const isOfHumans = areTracked && !mentions(properties, BOT)
  if (!rest && !properties?.conditions.length && !isOfHumans) return undefined
  return (props) =>
    every([0, 1, 2], (part) => {
      if (part === 0) return !isOfHumans || props?.[BOT] !== true
      if (part === 1) return rest ? groupMeets(rest, (one) => systemMeets(one, props, dictionary)) : true
      return properties ? groupMeets(properties, (one) => propertyMeets(one, props, dictionary)) : true
    })
}

/** How many names one condition may be about to be answered here. */
const MOST_NAMES = 4

/** What must be known to answer an event condition; an answer where nothing must, undefined where the database must be asked. */
export const needOf = (condition: EventCondition, dictionary: Dictionary): EventNeed | { is: boolean } | undefined => {
  const { times } = atLeast(condition.frequencyCondition)
  if (times <= 0) return { is: true }
  const names = namesOf(condition.systemConditions, dictionary.events)
  if (names && !names.size) return { is: false }
  const stretch = stretchOf(condition, dictionary)
  if (stretch === 'never') return { is: false }
  if (!names || names.size > MOST_NAMES || !stretch) return undefined
  const nameIds = [...names].sort((a, b) => a - b)
  // Names inside a group joined by "or" with something else are told by the event, not by the list.
  const rest = besidesNames(condition.systemConditions)
  if (rest && JSON.stringify(rest).match(/"field":"(name|type)"/)) return undefined
  const tracked = dictionary.events.filter((event) => names.has(event.id) && isTracked(event))
  if (tracked.length && tracked.length < names.size) return undefined
  const test = testOf(condition, tracked.length > 0, dictionary)
  return { nameIds, ...stretch, times, ...(test && { test }) }
}
