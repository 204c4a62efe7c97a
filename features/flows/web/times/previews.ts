import { plusDays, plusMonths, type Wall, wallOf } from '@millrace/kit/contract'
import { dueOfYear, isExact, type Offset } from '../../contract/clock/dueDates.ts'
import { nextOccurrence, onDay, type Recurrence } from '../../contract/clock/occurrences.ts'
import { dateInWords, dayInWords, momentInWords } from '../../contract/clock/timeWords.ts'
import type { NextTime } from './NextTimes.tsx'

const MANY = 5

/** The next times at which something comes round. */
export const nextOf = (recurrence: Recurrence, now: Date, zone: string): NextTime[] => {
  const times: NextTime[] = []
  let after = now
  while (times.length < MANY) {
    const next = nextOccurrence(recurrence, after, { zone, anchor: now })
    if (!next) break
    times.push({ words: momentInWords(next, zone) })
    after = next
  }
  return times
}

/** The next days that begin at a time of day. */
const nextDays = (at: string, now: Date, zone: string): { day: Wall; moment: Date }[] => {
  const today = wallOf(now.getTime(), zone)
  return Array.from({ length: MANY + 2 }, (_one, ahead) => {
    const day = plusDays(today, ahead)
    return { day, moment: new Date(onDay(day, at, zone)) }
  })
    .filter(({ moment }) => moment > now)
    .slice(0, MANY)
}

/** The date of those who enter on a day. */
const dateFor = (day: Wall, { value, unit, direction }: Offset): Wall => {
  const amount = direction === 'on' ? 0 : direction === 'before' ? value : -value
  if (unit === 'months') return plusMonths(day, amount)
  return plusDays(day, unit === 'weeks' ? amount * 7 : amount)
}

/** Who enters on the next days by a date field. Hours and minutes count from each person's own moment. */
export const nextOfDates = (
  { name, offset, at }: { name: string; offset: Offset; at: string },
  now: Date,
  zone: string,
): NextTime[] =>
  isExact(offset)
    ? []
    : nextDays(at, now, zone).map(({ day, moment }) => ({
        words: momentInWords(moment, zone),
        whom: `whose ${name} is ${dayInWords(dateFor(day, offset))}`,
      }))

/** Who enters on the next days of the year. */
export const nextOfYear = (name: string, at: string, now: Date, zone: string): NextTime[] =>
  nextDays(at, now, zone).map(({ day, moment }) => {
    const leap = dueOfYear('2000-02-29', at, zone, new Date(moment.getTime() - 1))
    const isLeap = leap?.at.getTime() === moment.getTime() && day.day === 28
    const date = { ...day, year: 2000 }
    return {
      words: momentInWords(moment, zone),
      whom: `whose ${name} is a ${dateInWords(date)}${isLeap ? ' or 29 February' : ''}`,
    }
  })

const two = (part: number) => String(part).padStart(2, '0')

/** A moment as a date and time input shows it, on the clock of a zone. */
export const inputOf = (at: string | undefined, zone: string): string => {
  const moment = at ? new Date(at).getTime() : Number.NaN
  if (Number.isNaN(moment)) return ''
  const { year, month, day, hour, minute } = wallOf(moment, zone)
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`
}

/** What a date and time input says, as a moment that tells the clock of a zone. */
export const momentOfInput = (text: string, zone: string): string | undefined => {
  const [date = '', time = ''] = text.split('T')
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  if (!year || !month || !day || !time) return undefined
  const moment = onDay({ year, month, day, hour: 0, minute: 0, second: 0, ms: 0 }, time, zone)
  const wall = wallOf(moment, zone)
  const shown = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute)
  const minutes = Math.round((shown - moment) / 60_000)
  const sign = minutes < 0 ? '-' : '+'
  const ahead = Math.abs(minutes)
  return `${inputOf(new Date(moment).toISOString(), zone)}:00${sign}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`
}
