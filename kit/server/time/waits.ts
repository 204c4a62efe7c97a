import { momentOf, plusDays, plusMonths, type Wall, wallOf, weekdayOf } from '../../contract/index.ts'

/** A length of time. */
export type Duration = { value: number; unit: 'seconds' | 'minutes' | 'hours' | 'days' | 'weeks' | 'months' }

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

/** Days of the week (1 Monday to 7 Sunday) and a time of day, as `09:00`. */
export type WeekWindow = { weekdays: readonly number[]; from: string; to: string }

/**
 * Now, if it lies inside the window, else the window's next opening. A window whose end is not after its start lasts
 * into the next day; its day is the one on which it opens.
 */
export const nextOpening = (now: Date, { weekdays, from, to }: WeekWindow, zone: string): Date => {
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

/**
 * When the windows that are open now close for good, or undefined where none is open. Windows that follow each other without
 * a break count as one; windows that never close as closing after nine days.
 */
export const windowEnd = (now: Date, { weekdays, from, to }: WeekWindow, zone: string): Date | undefined => {
  const today = wallOf(now.getTime(), zone)
  let end: number | undefined
  for (let ahead = -1; ahead <= 8; ahead++) {
    const day = plusDays(today, ahead)
    if (!weekdays.includes(weekdayOf(day))) continue
    const opens = momentOf(at(day, from), zone)
    const closes = momentOf(at(to > from ? day : plusDays(day, 1), to), zone)
    if (opens <= (end ?? now.getTime()) && closes > (end ?? now.getTime())) end = closes
  }
  return end === undefined ? undefined : new Date(end)
}
