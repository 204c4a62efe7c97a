import { momentOf, plusDays, plusMonths, type Wall, wallOf, weekdayOf } from '../../contract/index.ts'

/** A stretch of time: from, and before `to`. */
export type Stretch = { from: Date; to: Date }

const startOf = (wall: Wall): Wall => ({ ...wall, hour: 0, minute: 0, second: 0, ms: 0 })

const dayNamed = (text: string): Wall => {
  const [year = 1970, month = 1, day = 1] = text.split('-').map(Number)
  return { year, month, day, hour: 0, minute: 0, second: 0, ms: 0 }
}

const between = (from: Wall, to: Wall, zone: string): Stretch => ({
  from: new Date(momentOf(from, zone)),
  to: new Date(momentOf(to, zone)),
})

/** The last days, today included. */
export const lastDays = (days: number, now: Date, zone: string): Stretch => {
  const today = startOf(wallOf(now.getTime(), zone))
  return between(plusDays(today, 1 - days), plusDays(today, 1), zone)
}

/** Calendar days, both included. */
export const daysBetween = (start: string, end: string, zone: string): Stretch =>
  between(dayNamed(start), plusDays(dayNamed(end), 1), zone)

/** A named range (`last30Days`, `thisWeek`, …) as days of a zone; the last 30 days where the name is unknown. */
export const periodNamed = (name: string, now: Date, zone: string): Stretch => {
  const today = startOf(wallOf(now.getTime(), zone))
  const tomorrow = plusDays(today, 1)
  const monday = plusDays(today, 1 - weekdayOf(today))
  const first = { ...today, day: 1 }
  const quarter = { ...first, month: first.month - ((first.month - 1) % 3) }
  const year = { ...first, month: 1 }
  const ranges: Record<string, [Wall, Wall]> = {
    today: [today, tomorrow],
    yesterday: [plusDays(today, -1), today],
    last7Days: [plusDays(today, -6), tomorrow],
    last30Days: [plusDays(today, -29), tomorrow],
    last90Days: [plusDays(today, -89), tomorrow],
    thisWeek: [monday, tomorrow],
    lastWeek: [plusDays(monday, -7), monday],
    thisMonth: [first, tomorrow],
    lastMonth: [plusMonths(first, -1), first],
    thisQuarter: [quarter, tomorrow],
    lastQuarter: [plusMonths(quarter, -3), quarter],
    thisYear: [year, tomorrow],
    lastYear: [plusMonths(year, -12), year],
    allTime: [dayNamed('2017-01-01'), tomorrow],
  }
  const [from, to] = ranges[name] ?? ranges.last30Days!
  return between(from, to, zone)
}
