import { type FieldCondition, readTime, takesDate, takesPeriod } from '../../contract/index.ts'
import { asList, asNumber, positive, spanOf } from '../compile/value.ts'

/** When and where a condition on a value is asked. */
export type ValueWorld = { now: Date; zone: string }

/** A condition on one value: how it is compared, and with what. */
export type ValueCondition = { condition: string; value?: unknown }

const numberOf = (value: unknown): number | undefined => {
  const text = asNumber(value)
  return text === undefined ? undefined : Number(text)
}

const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const timeMeets = (condition: string, stored: unknown, value: unknown, { now, zone }: ValueWorld): boolean => {
  const at = (stored instanceof Date ? stored : readTime(stored, zone)?.from)?.getTime()
  const span = spanOf({ condition, value } as FieldCondition, { now, timezone: zone })
  if (at === undefined || !span) return false
  const [from, to] = [span.from.getTime(), span.to.getTime()]
  if (condition === 'after') return span.isDay ? at >= to : at > from
  if (condition === 'after period') return at >= from
  if (condition === 'before' || condition === 'before period') return at < from
  return at >= from && at < to
}

const oneMeets = (operator: string, stored: unknown, wanted: unknown): boolean => {
  const [a, b] = [numberOf(stored), numberOf(wanted)]
  if (operator === 'is more than') return a !== undefined && b !== undefined && a > b
  if (operator === 'is less than') return a !== undefined && b !== undefined && a < b
  if (operator === 'at least') return a !== undefined && b !== undefined && a >= b
  const read = typeof stored === 'object' && !(stored instanceof Date) ? JSON.stringify(stored) : String(stored)
  const [text, part] = [read.toLowerCase(), String(wanted).toLowerCase()]
  if (operator === 'starts with') return text.startsWith(part)
  if (operator === 'ends with') return text.endsWith(part)
  if (operator === 'contains') return text.includes(part)
  return text === part || (a !== undefined && a === b)
}

const elementMeets = (operator: string, stored: unknown, value: unknown, world: ValueWorld): boolean => {
  if (stored === null || stored === undefined) return false
  if (takesDate(operator) || takesPeriod(operator)) return timeMeets(operator, stored, value, world)
  return asList(value).some((wanted) => oneMeets(operator, stored, wanted))
}

/** Whether a value at hand meets a condition; the words mean what they mean to segments, which ask the database. */
export const isMet = (stored: unknown, { condition, value }: ValueCondition, world: ValueWorld): boolean => {
  const { operator, isNegated } = positive(condition)
  const meets =
    operator === 'is empty'
      ? isNothing(stored)
      : (Array.isArray(stored) ? stored : [stored]).some((one) => elementMeets(operator, one, value, world))
  return meets !== isNegated
}
