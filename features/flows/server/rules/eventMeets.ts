import {
  dayOf,
  type EventGroup,
  type FieldCondition,
  momentOf,
  type Period,
  readTime,
  takesDate,
  takesPeriod,
} from '@millrace/segments/contract'

/** What conditions on an event are asked against. */
export type EventWorld = { now: Date; zone: string }

const OPPOSITES: Readonly<Record<string, string>> = {
  'is not': 'is',
  'is not any of': 'is any of',
  'does not start with': 'starts with',
  'does not end with': 'ends with',
  'does not contain': 'contains',
  'is not empty': 'is empty',
  'is any': 'is empty',
}

const NUMBER = /^\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d{1,3})?\s*$/i

const numberOf = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value
  return typeof value === 'string' && NUMBER.test(value) ? Number(value) : undefined
}

const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const timeMeets = (operator: string, stored: unknown, wanted: unknown, { now, zone }: EventWorld): boolean => {
  const time = readTime(stored, zone)?.from.getTime()
  if (time === undefined) return false
  if (takesPeriod(operator)) {
    if (!wanted || typeof wanted !== 'object' || Array.isArray(wanted)) return false
    const moment = momentOf(wanted as Period, now)
    if (operator === 'after period') return time >= moment.getTime()
    if (operator === 'before period') return time < moment.getTime()
    const day = dayOf(moment, zone)
    return time >= day.from.getTime() && time < day.to.getTime()
  }
  const span = readTime(wanted, zone)
  if (!span) return false
  if (operator === 'after') return span.isDay ? time >= span.to.getTime() : time > span.from.getTime()
  if (operator === 'before') return time < span.from.getTime()
  const day = dayOf(span.from, zone)
  return time >= day.from.getTime() && time < day.to.getTime()
}

const oneMeets = (operator: string, stored: unknown, wanted: unknown): boolean => {
  const [a, b] = [numberOf(stored), numberOf(wanted)]
  if (operator === 'is more than') return a !== undefined && b !== undefined && a > b
  if (operator === 'is less than') return a !== undefined && b !== undefined && a < b
  if (operator === 'at least') return a !== undefined && b !== undefined && a >= b
  const read = typeof stored === 'object' ? JSON.stringify(stored) : String(stored)
  const [text, part] = [read.toLowerCase(), String(wanted).toLowerCase()]
  if (operator === 'starts with') return text.startsWith(part)
  if (operator === 'ends with') return text.endsWith(part)
  if (operator === 'contains') return text.includes(part)
  return text === part || (a !== undefined && a === b)
}

const storedMeets = (operator: string, stored: unknown, value: unknown, world: EventWorld): boolean => {
  if (stored === null || stored === undefined) return false
  if (takesDate(operator) || takesPeriod(operator)) return timeMeets(operator, stored, value, world)
  const wanted = Array.isArray(value) ? value : [value]
  return wanted.some((one) => !isNothing(one) && oneMeets(operator, stored, one))
}

/** The value of a property; a dot leads into nested ones. */
export const propertyOf = (props: Record<string, unknown>, name: string): unknown => {
  if (Object.hasOwn(props, name)) return props[name]
  let inner: unknown = props
  for (const key of name.split('.')) {
    if (inner === null || typeof inner !== 'object' || !Object.hasOwn(inner, key)) return undefined
    inner = (inner as Record<string, unknown>)[key]
  }
  return inner
}

const fieldMeets = ({ field, condition, value }: FieldCondition, props: Record<string, unknown>, world: EventWorld) => {
  const stored = propertyOf(props, field)
  const operator = OPPOSITES[condition] ?? condition
  const isMet =
    operator === 'is empty'
      ? isNothing(stored)
      : (Array.isArray(stored) ? stored : [stored]).some((one) => storedMeets(operator, one, value, world))
  return isMet !== Object.hasOwn(OPPOSITES, condition)
}

/** Whether an event's properties meet conditions; the words mean what they mean in segments. */
export const eventMeets = (group: EventGroup, props: Record<string, unknown>, world: EventWorld): boolean => {
  if (!group.conditions.length) return true
  const meets = (one: EventGroup['conditions'][number]) =>
    one.type === 'group' ? eventMeets(one, props, world) : fieldMeets(one, props, world)
  return group.operator === 'and' ? group.conditions.every(meets) : group.conditions.some(meets)
}

/** Whether conditions ask about a property. */
export const mentions = (group: EventGroup, field: string): boolean =>
  group.conditions.some((one) => (one.type === 'group' ? mentions(one, field) : one.field === field))
