import {
  CORE_FIELDS,
  type Condition,
  dayOf,
  type EventCondition,
  type EventGroup,
  type FieldCondition,
  kindOfField,
  momentOf,
  type Period,
  readTime,
  type ValueKind,
} from '../contract/index.ts'

/** Something that a person of the model did. */
export type NaiveEvent = { name: string; kind: string; at: Date; props: Record<string, unknown> }

/** A person of the model. */
export type NaivePerson = {
  core: Record<string, unknown>
  fields: Record<string, unknown>
  tags: string[]
  events: NaiveEvent[]
  segments: number[]
}

/** What the model knows besides the person. */
export type NaiveWorld = { now: Date; timezone: string; fields: Map<string, { type: string; format: string | null }> }

const NUMBER = /^\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d{1,3})?\s*$/i

const numberOf = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value
  return typeof value === 'string' && NUMBER.test(value) ? Number(value) : undefined
}

const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const truthOf = (value: unknown): boolean | undefined => {
  const text = String(value).toLowerCase()
  if (['true', '1', 'yes'].includes(text)) return true
  return ['false', '0', 'no'].includes(text) ? false : undefined
}

const timeMeets = (condition: string, value: unknown, stored: unknown, { now, timezone }: NaiveWorld): boolean => {
  const time = stored instanceof Date ? stored : readTime(stored, timezone)?.from
  if (!time) return false
  const t = time.getTime()
  if (condition.endsWith('period')) {
    const moment = momentOf(value as Period, now)
    if (condition === 'after period') return t >= moment.getTime()
    if (condition === 'before period') return t < moment.getTime()
    const day = dayOf(moment, timezone)
    return t >= day.from.getTime() && t < day.to.getTime()
  }
  const span = readTime(value, timezone)
  if (!span) return false
  if (condition === 'after') return span.isDay ? t >= span.to.getTime() : t > span.from.getTime()
  if (condition === 'before') return t < span.from.getTime()
  const day = dayOf(span.from, timezone)
  return t >= day.from.getTime() && t < day.to.getTime()
}

const isSame = (kind: ValueKind, stored: unknown, wanted: unknown, world: NaiveWorld): boolean => {
  if (kind === 'date') return timeMeets('on', wanted, stored, world)
  const [a, b] = [numberOf(stored), numberOf(wanted)]
  if (kind === 'number') return a !== undefined && a === b
  if (kind === 'boolean') return truthOf(wanted) !== undefined && truthOf(stored) === truthOf(wanted)
  const same = String(stored).toLowerCase() === String(wanted).toLowerCase()
  return same || (kind === 'any' && a !== undefined && a === b)
}

const wantedMeets = (kind: ValueKind, operator: string, stored: unknown, wanted: unknown, world: NaiveWorld) => {
  if (operator === 'is any of' || operator === 'is') return isSame(kind, stored, wanted, world)
  const [a, b] = [numberOf(stored), numberOf(wanted)]
  if (operator === 'is more than') return a !== undefined && b !== undefined && a > b
  if (operator === 'is less than') return a !== undefined && b !== undefined && a < b
  if (operator === 'at least') return a !== undefined && b !== undefined && a >= b
  const [text, part] = [String(stored).toLowerCase(), String(wanted).toLowerCase()]
  if (operator === 'starts with') return text.startsWith(part)
  return operator === 'ends with' ? text.endsWith(part) : text.includes(part)
}

const oneMeets = (kind: ValueKind, operator: string, stored: unknown, value: unknown, world: NaiveWorld): boolean => {
  if (stored === null || stored === undefined) return false
  if (/^(after|before|on)\b/.test(operator)) return timeMeets(operator, value, stored, world)
  return (Array.isArray(value) ? value : [value]).some(
    (wanted) => !isNothing(wanted) && wantedMeets(kind, operator, stored, wanted, world),
  )
}

const OPPOSITES: Record<string, string> = {
  'is not': 'is',
  'is not any of': 'is any of',
  'does not start with': 'starts with',
  'does not end with': 'ends with',
  'does not contain': 'contains',
  'is not empty': 'is empty',
  'is any': 'is empty',
}

const valueMeets = (kind: ValueKind, { condition, value }: FieldCondition, stored: unknown, world: NaiveWorld) => {
  const opposite = OPPOSITES[condition]
  const operator = opposite ?? condition
  const isMet =
    operator === 'is empty'
      ? isNothing(stored)
      : (Array.isArray(stored) ? stored : [stored]).some((one) => oneMeets(kind, operator, one, value, world))
  return isMet !== (opposite !== undefined)
}

const propertyOf = (props: Record<string, unknown>, name: string): unknown => {
  if (props[name] !== undefined) return props[name]
  return name
    .split('.')
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key], props)
}

const eventFieldMeets = (condition: FieldCondition, event: NaiveEvent, isSystem: boolean, world: NaiveWorld) => {
  if (!isSystem) return valueMeets('any', condition, propertyOf(event.props, condition.field), world)
  if (condition.field === 'name') return valueMeets('text', condition, event.name, world)
  if (condition.field === 'type') return valueMeets('text', condition, event.kind, world)
  if (condition.field === 'url') return valueMeets('text', condition, event.props.url, world)
  return valueMeets('number', condition, event.props[condition.field.replace('data.', '')], world)
}

const groupMeets = (group: EventGroup, event: NaiveEvent, isSystem: boolean, world: NaiveWorld): boolean => {
  if (!group.conditions.length) return true
  const meets = (one: EventGroup['conditions'][number]) =>
    one.type === 'group' ? groupMeets(one, event, isSystem, world) : eventFieldMeets(one, event, isSystem, world)
  return group.operator === 'and' ? group.conditions.every(meets) : group.conditions.some(meets)
}

const eventMeets = (condition: EventCondition, person: NaivePerson, world: NaiveWorld): boolean => {
  const { recencyCondition: recency, frequencyCondition: frequency, propertiesConditions: properties } = condition
  const count = person.events.filter((event) => {
    if (!groupMeets(condition.systemConditions, event, true, world)) return false
    if (properties && !groupMeets(properties, event, false, world)) return false
    const isTracked = event.kind === 'email' && ['Email opened', 'Email clicked'].includes(event.name)
    if (isTracked && event.props.isBot === true && !JSON.stringify(properties ?? '').includes('"isBot"')) return false
    if (!recency || recency.condition === 'is any' || recency.condition === 'is not empty') return true
    return recency.condition !== 'is empty' && timeMeets(recency.condition, recency.value, event.at, world)
  }).length
  const { condition: often = 'at least', value: times = 1 } = frequency ?? {}
  const isOften = often === 'at least' ? count >= times : often === 'is more than' ? count > times : count < times
  return isOften === (condition.condition === 'has')
}

/** Whether a person meets a condition, worked out one by one in memory: what the compiled SQL must answer too. */
export const naiveMeets = (condition: Condition, person: NaivePerson, world: NaiveWorld): boolean => {
  switch (condition.type) {
    case 'group': {
      if (!condition.conditions.length) return true
      const meets = (one: Condition) => naiveMeets(one, person, world)
      return condition.operator === 'and' ? condition.conditions.every(meets) : condition.conditions.some(meets)
    }
    case 'field': {
      const isCore = Object.hasOwn(CORE_FIELDS, condition.field)
      const kind = isCore ? CORE_FIELDS[condition.field] : kindOfField(world.fields.get(condition.field))
      const stored = isCore ? person.core[condition.field] : person.fields[condition.field]
      return valueMeets(kind ?? 'any', condition, stored, world)
    }
    case 'tag':
      return (
        person.tags.some((tag) => tag.toLowerCase() === condition.value.toLowerCase()) ===
        (condition.condition === 'has')
      )
    case 'event':
      return eventMeets(condition, person, world)
    case 'segment':
      return person.segments.includes(condition.value) === (condition.condition === 'in')
    default:
      throw new Error(`the model knows no ${condition.type}`)
  }
}
