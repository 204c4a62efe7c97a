import { momentOf, plusDays, plusMonths, type Wall, wallOf, weekdayOf } from '@millrace/kit/contract'

/** How often something comes round. */
export type Recurrence = {
  every: { value: number; unit: 'minutes' | 'hours' | 'days' | 'weeks' | 'months' }
  /** 1 Monday to 7 Sunday; any day where it is not told. */
  weekdays?: readonly number[]
  /** Time of day, HH:MM. */
  at?: string
  /** The first day, YYYY-MM-DD; that of the anchor where it is not told. */
  startsOn?: string
}

/** In which time zone it is counted, and from when, where no first day is told. */
export type Counting = { zone: string; anchor: Date }

const DAY = 86_400_000
const EXACT = { minutes: 60_000, hours: 3_600_000 } as const
/** No series that ever meets its weekdays needs more. */
const MOST = 800

const midnight = (wall: Wall): Wall => ({ ...wall, hour: 0, minute: 0, second: 0, ms: 0 })

const dayNumber = ({ year, month, day }: Wall): number => Math.round(Date.UTC(year, month - 1, day) / DAY)

/** A calendar day as it is written, YYYY-MM-DD. */
export const dayNamed = (text: string): Wall => {
  const [year = 1970, month = 1, day = 1] = text.split('-').map(Number)
  return { year, month, day, hour: 0, minute: 0, second: 0, ms: 0 }
}

/** The moment at which it is `time` on a day in a zone. */
export const onDay = (day: Wall, time: string, zone: string): number => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return momentOf({ ...day, hour, minute, second: 0, ms: 0 }, zone)
}

const firstDay = ({ startsOn }: Recurrence, { zone, anchor }: Counting): Wall =>
  startsOn ? dayNamed(startsOn) : midnight(wallOf(anchor.getTime(), zone))

const allows = ({ weekdays }: Recurrence, day: Wall) => !weekdays?.length || weekdays.includes(weekdayOf(day))

/** The first of `weekdays` on a day or after it. */
const allowedFrom = (recurrence: Recurrence, from: Wall): Wall => {
  for (let ahead = 0; ahead < 7; ahead++) {
    const day = plusDays(from, ahead)
    if (allows(recurrence, day)) return day
  }
  return from
}

/** Days of the series in order, beginning no later than the day of `after`. */
function* days(recurrence: Recurrence, counting: Counting, after: Date): Generator<Wall> {
  const { every, weekdays } = recurrence
  const first = firstDay(recurrence, counting)
  const today = wallOf(after.getTime(), counting.zone)
  const behind = Math.max(0, dayNumber(today) - dayNumber(first) - 1)
  if (every.unit === 'days') {
    const from = allowedFrom(recurrence, first)
    for (let n = Math.max(0, Math.floor((behind - 7) / every.value)); ; n++) {
      const day = plusDays(from, n * every.value)
      if (allows(recurrence, day)) yield day
    }
  }
  if (every.unit === 'weeks') {
    const monday = plusDays(first, 1 - weekdayOf(first))
    const wanted = weekdays?.length ? [...weekdays].sort((a, b) => a - b) : [weekdayOf(first)]
    for (let n = Math.max(0, Math.floor((behind - 7) / (7 * every.value))); ; n++)
      for (const weekday of wanted) {
        const day = plusDays(monday, n * 7 * every.value + weekday - 1)
        if (dayNumber(day) >= dayNumber(first)) yield day
      }
  }
  for (let n = Math.max(0, Math.floor((behind - 40) / (31 * every.value))); ; n++)
    yield allowedFrom(recurrence, plusMonths(first, n * every.value))
}

const nextExact = (recurrence: Recurrence, counting: Counting, after: Date): Date | undefined => {
  const { every, at, startsOn } = recurrence
  const { zone, anchor } = counting
  const length = every.value * EXACT[every.unit as keyof typeof EXACT]
  const base =
    at || startsOn
      ? onDay(firstDay(recurrence, counting), at ?? '00:00', zone)
      : Math.floor(anchor.getTime() / 60_000) * 60_000
  let moment = base + Math.max(0, Math.floor((after.getTime() - base) / length) + 1) * length
  if (after.getTime() < base) moment = base
  for (let tries = 0; tries < MOST; tries++) {
    const day = wallOf(moment, zone)
    if (allows(recurrence, day)) return new Date(moment)
    const tomorrow = momentOf(midnight(plusDays(day, 1)), zone)
    moment += Math.max(1, Math.ceil((tomorrow - moment) / length)) * length
  }
  return undefined
}

/**
 * The first time after a moment at which it comes round; undefined where that is never. Minutes and hours are exact; days,
 * weeks and months keep the time of day. Months that are too short for the day have it on their last.
 */
export const nextOccurrence = (recurrence: Recurrence, after: Date, counting: Counting): Date | undefined => {
  const { unit } = recurrence.every
  if (unit === 'minutes' || unit === 'hours') return nextExact(recurrence, counting, after)
  let tries = 0
  for (const day of days(recurrence, counting, after)) {
    const moment = onDay(day, recurrence.at ?? '00:00', counting.zone)
    if (moment > after.getTime()) return new Date(moment)
    if (++tries > MOST) return undefined
  }
  return undefined
}

/** The last time up to now, from one that has come; `next` tells the first one after a moment. */
export const latestOccurrence = (first: Date, now: Date, next: (after: Date) => Date | undefined): Date => {
  let found = first
  for (let back = 60_000; now.getTime() - back > first.getTime(); back *= 4) {
    const candidate = next(new Date(now.getTime() - back))
    if (!candidate || candidate > now) continue
    found = candidate
    break
  }
  for (;;) {
    const later = next(found)
    if (!later || later > now) return found
    found = later
  }
}
