import { momentOf, plusDays, plusMonths, type Wall, wallOf } from '@millrace/kit/contract'
import { momentOfField } from './fieldMoments.ts'
import { dayNamed, onDay } from './occurrences.ts'

/** How far from a date. */
export type Offset = {
  value: number
  unit: 'minutes' | 'hours' | 'days' | 'weeks' | 'months'
  direction: 'before' | 'on' | 'after'
}

/** When a date lets somebody in, and as which one: the same key lets nobody in twice. */
export type DueDate = { at: Date; key: string }

const EXACT = { minutes: 60_000, hours: 3_600_000 } as const
const YEARLY = /^(?:--|\d{4}-)?(\d{2})-(\d{2})(?!\d)/
const WITH_OFFSET = /[T ].*(Z|[-+]\d{2}(?::?\d{2})?)$/

const two = (part: number) => String(part).padStart(2, '0')
const written = ({ year, month, day }: Wall) => `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`

/** The calendar day that a field's value names: as it is written, or where it tells a moment, that day in `zone`. */
export const dayOfValue = (value: string, zone: string): Wall | undefined => {
  const moment = momentOfField(value, zone)
  if (!moment) return undefined
  return WITH_OFFSET.test(value.trim()) ? wallOf(moment.getTime(), zone) : dayNamed(value.trim().slice(0, 10))
}

/** True for lengths that count from the moment of the date, not from its day. */
export const isExact = (offset: Offset | undefined): boolean =>
  offset !== undefined && offset.direction !== 'on' && (offset.unit === 'minutes' || offset.unit === 'hours')

const movedDay = (day: Wall, offset: Offset | undefined): Wall => {
  if (!offset || offset.direction === 'on') return day
  const amount = offset.direction === 'before' ? -offset.value : offset.value
  if (offset.unit === 'months') return plusMonths(day, amount)
  return plusDays(day, offset.unit === 'weeks' ? amount * 7 : amount)
}

/** When the date in a field lets somebody in, if that is after a moment. Minutes and hours count from the moment that the field tells. */
export const dueOfDate = (
  value: string,
  { offset, at = '00:00' }: { offset?: Offset; at?: string },
  zone: string,
  after: Date,
): DueDate | undefined => {
  if (offset && isExact(offset)) {
    const moment = momentOfField(value, zone)
    if (!moment) return undefined
    const length = offset.value * EXACT[offset.unit as keyof typeof EXACT]
    const due = new Date(moment.getTime() + (offset.direction === 'before' ? -length : length))
    return due > after ? { at: due, key: moment.toISOString() } : undefined
  }
  const day = dayOfValue(value, zone)
  if (!day) return undefined
  const due = onDay(movedDay(day, offset), at, zone)
  return due > after.getTime() ? { at: new Date(due), key: written(day) } : undefined
}

const monthAndDay = (value: string, zone: string): { month: number; day: number } | undefined => {
  const whole = dayOfValue(value, zone)
  if (whole) return whole
  const parts = YEARLY.exec(value.trim())
  const [month, day] = [Number(parts?.[1]), Number(parts?.[2])]
  // A leap year has every day that there is.
  return parts && dayOfValue(`2000-${two(month)}-${two(day)}`, 'UTC') && value.trim().length <= 7
    ? { month, day }
    : undefined
}

/** The next time after a moment that the day of a field's value comes round. 29 February is 28 February in other years. */
export const dueOfYear = (value: string, at: string, zone: string, after: Date): DueDate | undefined => {
  const date = monthAndDay(value, zone)
  if (!date) return undefined
  const thisYear = wallOf(after.getTime(), zone).year
  for (let year = thisYear - 1; year <= thisYear + 2; year++) {
    const last = new Date(Date.UTC(year, date.month, 0)).getUTCDate()
    const day = { year, month: date.month, day: Math.min(date.day, last), hour: 0, minute: 0, second: 0, ms: 0 }
    const due = onDay(day, at, zone)
    if (due > after.getTime()) return { at: new Date(due), key: String(year) }
  }
  return undefined
}

/** The start of the day on which a moment lies in a zone. */
export const startOfDay = (at: Date, zone: string): Date =>
  new Date(momentOf({ ...wallOf(at.getTime(), zone), hour: 0, minute: 0, second: 0, ms: 0 }, zone))
