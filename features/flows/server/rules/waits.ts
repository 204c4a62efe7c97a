import type { Duration } from '../../contract/index.ts'
import { momentOf, plusDays, plusMonths, type Wall, wallOf, weekdayOf } from './zones.ts'

const EXACT = { seconds: 1_000, minutes: 60_000, hours: 3_600_000 } as const

/** So much later (or earlier). Hours and shorter are exact; days and longer keep the time of day in `zone`. */
export const later = (from: Date, { value, unit }: Duration, zone: string, direction: 1 | -1 = 1): Date => {
  const amount = value * direction
  if (unit === 'seconds' || unit === 'minutes' || unit === 'hours')
    return new Date(from.getTime() + amount * EXACT[unit])
  const wall = wallOf(from.getTime(), zone)
  const moved = unit === 'months' ? plusMonths(wall, amount) : plusDays(wall, unit === 'weeks' ? amount * 7 : amount)
  return new Date(momentOf(moved, zone))
}

const at = (day: Wall, time: string): Wall => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return { ...day, hour, minute, second: 0, ms: 0 }
}

/**
 * The next moment after now at which it is `time` on one of `weekdays` in `zone`. Now itself does not count: two such
 * waits after each other mean two days.
 */
export const nextTimeOfDay = (now: Date, weekdays: readonly number[], time: string, zone: string): Date => {
  const today = wallOf(now.getTime(), zone)
  for (let ahead = 0; ahead <= 8; ahead++) {
    const day = plusDays(today, ahead)
    if (!weekdays.includes(weekdayOf(day))) continue
    const moment = momentOf(at(day, time), zone)
    if (moment > now.getTime()) return new Date(moment)
  }
  throw new Error('a week has no day of those that were asked for')
}

type Window = { weekdays: readonly number[]; from: string; to: string }

/**
 * Now, if it lies inside the window, else the window's next opening. A window whose end is not after its start lasts
 * into the next day; its day is the one on which it opens.
 */
export const nextOpening = (now: Date, { weekdays, from, to }: Window, zone: string): Date => {
  const today = wallOf(now.getTime(), zone)
  for (let ahead = -1; ahead <= 8; ahead++) {
    const day = plusDays(today, ahead)
    if (!weekdays.includes(weekdayOf(day))) continue
    const opens = momentOf(at(day, from), zone)
    const closes = momentOf(at(to > from ? day : plusDays(day, 1), to), zone)
    if (opens > now.getTime()) return new Date(opens)
    if (now.getTime() < closes) return now
  }
  throw new Error('a week has no day of those that were asked for')
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?(Z|[-+]\d{2}(?::?\d{2})?)?$/

const isDay = (year: number, month: number, day: number) => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** A person field's value as a moment: a date (its start in `zone`) or a time, ISO 8601; undefined for everything else. */
export const momentOfField = (value: unknown, zone: string): Date | undefined => {
  if (value instanceof Date) return value
  const parts = typeof value === 'string' ? DATE.exec(value.trim()) : null
  if (!parts) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  if (!isDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined
  const ms = Math.floor(Number(`0.${parts[7] ?? 0}`) * 1000)
  const wall = { year, month, day, hour, minute, second, ms }
  const offset = parts[8]
  if (!offset || parts[4] === undefined) return new Date(momentOf(wall, zone))
  if (offset === 'Z') return new Date(momentOf(wall, 'UTC'))
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3).replace(':', '') || 0)
  return new Date(momentOf(wall, 'UTC') - (offset[0] === '-' ? -1 : 1) * minutes * 60_000)
}
