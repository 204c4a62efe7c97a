import {
  dayOf,
  momentOf,
  PERIOD_UNITS,
  type Period,
  readTime,
  takesDate,
  takesPeriod,
} from '@millrace/segments/contract'
import type { Liquid } from 'liquidjs'

type Here = { now: Date; zone: string }

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

const truthOf = (value: unknown) => {
  const text = String(value).toLowerCase()
  if (['true', '1', 'yes'].includes(text)) return true
  return ['false', '0', 'no'].includes(text) ? false : undefined
}

const timeOf = (stored: unknown, zone: string) =>
  (stored instanceof Date ? stored : readTime(stored, zone)?.from)?.getTime()

const periodOf = ([value, unit, direction]: unknown[]): Period | undefined => {
  const known = PERIOD_UNITS.find((one) => one === unit)
  if (typeof value !== 'number' || !known) return undefined
  return { value, unit: known, direction: direction === 'ahead' ? 'ahead' : 'ago' }
}

const periodMeets = (operator: string, at: number, period: Period, { now, zone }: Here) => {
  const moment = momentOf(period, now)
  if (operator === 'after period') return at >= moment.getTime()
  if (operator === 'before period') return at < moment.getTime()
  const day = dayOf(moment, zone)
  return at >= day.from.getTime() && at < day.to.getTime()
}

const timeMeets = (operator: string, stored: unknown, wanted: unknown[], here: Here): boolean => {
  const at = timeOf(stored, here.zone)
  if (at === undefined) return false
  if (takesPeriod(operator)) {
    const period = periodOf(wanted)
    return period !== undefined && periodMeets(operator, at, period, here)
  }
  const span = readTime(wanted[0], here.zone)
  if (!span) return false
  if (operator === 'after') return span.isDay ? at >= span.to.getTime() : at > span.from.getTime()
  if (operator === 'before') return at < span.from.getTime()
  const day = dayOf(span.from, here.zone)
  return at >= day.from.getTime() && at < day.to.getTime()
}

const oneMeets = (operator: string, stored: unknown, wanted: unknown): boolean => {
  const [a, b] = [numberOf(stored), numberOf(wanted)]
  if (operator === 'is more than') return a !== undefined && b !== undefined && a > b
  if (operator === 'is less than') return a !== undefined && b !== undefined && a < b
  if (operator === 'at least') return a !== undefined && b !== undefined && a >= b
  if (typeof stored === 'boolean') return truthOf(wanted) === stored
  const read = typeof stored === 'object' && !(stored instanceof Date) ? JSON.stringify(stored) : String(stored)
  const [text, part] = [read.toLowerCase(), String(wanted).toLowerCase()]
  if (operator === 'starts with') return text.startsWith(part)
  if (operator === 'ends with') return text.endsWith(part)
  if (operator === 'contains') return text.includes(part)
  return text === part || (a !== undefined && a === b)
}

const elementMeets = (operator: string, stored: unknown, wanted: unknown[], here: Here) => {
  if (isNothing(stored)) return false
  if (takesDate(operator) || takesPeriod(operator)) return timeMeets(operator, stored, wanted, here)
  return wanted.some((one) => !isNothing(one) && oneMeets(operator, stored, one))
}

/** Whether a value of a person meets a condition; the words mean what they mean in segments. */
export const valueMeets = (stored: unknown, condition: string, wanted: unknown[], here: Here): boolean => {
  const operator = OPPOSITES[condition] ?? condition
  const isMet =
    operator === 'is empty'
      ? isNothing(stored)
      : (Array.isArray(stored) ? stored : [stored]).some((one) => elementMeets(operator, one, wanted, here))
  return isMet !== Object.hasOwn(OPPOSITES, condition)
}

type FilterThis = { context: { getSync(path: string[]): unknown } }

function meets(this: FilterThis, value: unknown, condition: unknown, ...wanted: unknown[]) {
  const zone = this.context.getSync(['account', 'timezone'])
  return valueMeets(value, String(condition), wanted, {
    now: new Date(),
    zone: typeof zone === 'string' ? zone : 'UTC',
  })
}

/** Adds the filter `meets`, by which rows and blocks are shown to those who meet conditions. */
export const addMeets = (liquid: Liquid): void => liquid.registerFilter('meets', meets as never)
