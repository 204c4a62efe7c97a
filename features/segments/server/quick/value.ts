import {
  type FieldCondition,
  isBare,
  readTime,
  takesDate,
  takesNumber,
  takesPeriod,
  type ValueKind,
} from '../../contract/index.ts'
import { asList, asNumber, NO, positive, spanOf, YES } from '../compile/value.ts'
import { type Answer, opposite, some } from './answer.ts'

type Compared = Pick<FieldCondition, 'condition' | 'value'>

/** Where and when a condition is asked. */
export type Here = { now: Date; timezone: string }

const DAY_MS = 86_400_000
/** More digits than these are not exact here, while the database compares all of them. */
const EXACT_DIGITS = 15
const SMALL_EXPONENT = 15

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII, where lower case is the same everywhere
const ASCII = /^[\x00-\x7f]*$/

/** A number that is compared here as the database does; `none` where it is no number. */
const numberOf = (value: unknown): number | 'none' | undefined => {
  const text = asNumber(value)
  if (text === undefined) return typeof value === 'string' && value.length > 255 ? undefined : 'none'
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e')
  const isExact = mantissa.replace(/\D/g, '').length <= EXACT_DIGITS && Math.abs(Number(exponent)) <= SMALL_EXPONENT
  return isExact ? Number(text) : undefined
}

/** The text of a stored value; undefined where the database may write it otherwise. */
const textOf = (stored: unknown): string | undefined => {
  if (typeof stored === 'string') return stored
  return typeof stored === 'boolean' ? String(stored) : undefined
}

const compareTexts = (a: string, b: string, test: (a: string, b: string) => boolean): Answer => {
  if (ASCII.test(a) && ASCII.test(b)) return test(a.toLowerCase(), b.toLowerCase())
  return a === b && test(a, b) ? true : undefined
}

const isSameText = (stored: unknown, wanted: unknown): Answer => {
  const [a, b] = [textOf(stored), String(wanted)]
  if (a === undefined) return undefined
  return compareTexts(a, b, (one, other) => one === other)
}

const compareNumbers = (stored: unknown, wanted: unknown, test: (a: number, b: number) => boolean): Answer => {
  const [a, b] = [numberOf(stored), numberOf(wanted)]
  if (a === 'none' || b === 'none') return false
  return a === undefined || b === undefined ? undefined : test(a, b)
}

const isTrueAs = (stored: unknown, wanted: unknown): Answer => {
  const list = [YES, NO].find((words) => words.includes(String(wanted).toLowerCase()))
  if (!list) return false
  const text = typeof stored === 'number' && Number.isInteger(stored) ? undefined : textOf(stored)
  return text === undefined ? undefined : list.includes(text.toLowerCase())
}

/** When a stored value is, and by how much the database may see it elsewhere because clocks are set forward and back. */
const timeOf = (stored: unknown, { timezone }: Here): { at: number; slack: number } | 'none' | undefined => {
  if (stored instanceof Date) return { at: stored.getTime(), slack: 0 }
  if (typeof stored !== 'string') return 'none'
  // Parts of a second finer than a thousandth are left to the database.
  if (/\.\d{4}/.test(stored)) return undefined
  const span = readTime(stored, timezone)
  if (!span) return 'none'
  return { at: span.from.getTime(), slack: timezone === 'UTC' || stored.endsWith('Z') ? 0 : DAY_MS }
}

/** Whether a time fits a date or a period. */
export const timeMeets = (compared: Compared, stored: unknown, here: Here): Answer => {
  const span = spanOf(compared, here)
  if (!span) return false
  const time = timeOf(stored, here)
  if (time === 'none') return false
  if (!time) return undefined
  const { at, slack } = time
  const isFrom = (moment: Date): Answer => {
    const ahead = at - moment.getTime()
    return Math.abs(ahead) < slack ? undefined : ahead >= 0
  }
  switch (compared.condition) {
    case 'after':
      if (span.isDay) return isFrom(span.to)
      // The database knows millionths of a second.
      return at === span.from.getTime() ? undefined : isFrom(span.from)
    case 'after period':
      return isFrom(span.from)
    case 'before':
    case 'before period':
      return opposite(isFrom(span.from))
    default: {
      const [isSince, isPast] = [isFrom(span.from), isFrom(span.to)]
      if (isSince === false || isPast) return false
      return isSince === undefined || isPast === undefined ? undefined : true
    }
  }
}

const isSame = (kind: ValueKind, stored: unknown, wanted: unknown, here: Here): Answer => {
  if (kind === 'date') return timeMeets({ condition: 'on', value: wanted as string }, stored, here)
  if (kind === 'number') return compareNumbers(stored, wanted, (a, b) => a === b)
  if (kind === 'boolean') return isTrueAs(stored, wanted)
  if (kind === 'text') return isSameText(stored, wanted)
  const isEqual = compareNumbers(stored, wanted, (a, b) => a === b)
  // Numbers whose texts are the same are the same numbers.
  if (isEqual || typeof stored === 'number') return isEqual
  const same = isSameText(stored, wanted)
  return same || (same === false && isEqual === false) ? same : undefined
}

const TEXTS: Readonly<Record<string, (text: string, part: string) => boolean>> = {
  'starts with': (text, part) => text.startsWith(part),
  'ends with': (text, part) => text.endsWith(part),
  contains: (text, part) => text.includes(part),
}
const NUMBERS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  'is more than': (a, b) => a > b,
  'is less than': (a, b) => a < b,
  'at least': (a, b) => a >= b,
}

const elementMeets = (kind: ValueKind, compared: Compared, stored: unknown, here: Here): Answer => {
  const { condition, value } = compared
  if (stored === null || stored === undefined) return false
  if (typeof stored === 'object' && !(stored instanceof Date)) return undefined
  if (takesDate(condition) || takesPeriod(condition)) return timeMeets(compared, stored, here)
  return some(asList(value), (wanted) => {
    if (condition === 'is' || condition === 'is any of') return isSame(kind, stored, wanted, here)
    const numbers = takesNumber(condition) ? NUMBERS[condition] : undefined
    if (numbers) return compareNumbers(stored, wanted, numbers)
    const texts = TEXTS[condition]
    const text = textOf(stored)
    return texts && text !== undefined ? compareTexts(text, String(wanted), texts) : undefined
  })
}

const isEmpty = (stored: unknown) =>
  stored === undefined || stored === null || stored === '' || (Array.isArray(stored) && stored.length === 0)

/** A condition on a stored JSON value, as `jsonCondition` asks it of the database. */
export const valueMeets = (kind: ValueKind, { condition, value }: Compared, stored: unknown, here: Here): Answer => {
  const { operator, isNegated } = positive(condition)
  const compared = { condition: operator as FieldCondition['condition'], value }
  const answer =
    operator === 'is empty'
      ? isEmpty(stored)
      : isBare(operator)
        ? undefined
        : some(Array.isArray(stored) ? stored : [stored], (one) => elementMeets(kind, compared, one, here))
  return isNegated ? opposite(answer) : answer
}

/** What a name leads to in a JSON object, a dot into nested ones; `unclear` where the database may see it otherwise. */
export const valueAt = (json: Record<string, unknown> | null, name: string): unknown | 'unclear' => {
  if (!json) return undefined
  if (Object.hasOwn(json, name)) return json[name]
  if (!name.includes('.')) return undefined
  let inner: unknown = json
  for (const key of name.split('.')) {
    if (Array.isArray(inner)) return 'unclear'
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return undefined
    inner = (inner as Record<string, unknown>)[key]
  }
  return inner
}
