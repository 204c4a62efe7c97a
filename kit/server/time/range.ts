import {
  isZone,
  type MetricGrain,
  type MetricPeriod,
  MOST_DAYS,
  momentOf,
  plusDays,
  plusMonths,
  type Wall,
  wallOf,
  weekdayOf,
} from '../../contract/index.ts'
import { daysBetween, periodNamed, type Stretch } from './periods.ts'

/** What a stretch of time is asked for by. */
export type AskedRange = {
  period?: MetricPeriod | undefined
  startDate?: string | undefined
  endDate?: string | undefined
  timezone?: string | undefined
}

/** A stretch of whole days of a zone, and the one before it that it is compared with. */
export type Range = Stretch & {
  zone: string
  startDate: string
  endDate: string
  grain: MetricGrain
  /** `until`: as far into it as this one has come. */
  before: (Stretch & { until: Date }) | null
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

const GRAINS: Record<MetricPeriod, MetricGrain> = {
  today: 'hour',
  yesterday: 'hour',
  last7Days: 'hour',
  thisWeek: 'hour',
  lastWeek: 'hour',
  last30Days: 'day',
  last90Days: 'day',
  thisMonth: 'day',
  lastMonth: 'day',
  thisQuarter: 'day',
  lastQuarter: 'day',
  thisYear: 'week',
  lastYear: 'week',
  allTime: 'week',
  custom: 'day',
}

/** The unit that a calendar stretch moves back by; others move back by their own length. */
const MONTHS: Partial<Record<MetricPeriod, number>> = {
  thisMonth: 1,
  lastMonth: 1,
  thisQuarter: 3,
  lastQuarter: 3,
  thisYear: 12,
  lastYear: 12,
}

const FINER: readonly MetricGrain[] = ['hour', 'day', 'week']

const dayOf = (at: Date, zone: string): Wall => ({
  ...wallOf(at.getTime(), zone),
  hour: 0,
  minute: 0,
  second: 0,
  ms: 0,
})

const textOf = ({ year, month, day }: Wall) =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

const daysIn = ({ from, to }: Stretch) => Math.round((to.getTime() - from.getTime()) / DAY)

/** As fine as is asked for, or as fine as the length allows. */
export const grainOf = (stretch: Stretch, wanted: MetricGrain): MetricGrain =>
  FINER.slice(FINER.indexOf(wanted)).find((grain) => daysIn(stretch) <= MOST_DAYS[grain]) ?? 'week'

const stretchOf = ({ period, startDate, endDate }: AskedRange, now: Date, zone: string, created: Date): Stretch => {
  if (startDate && endDate && (!period || period === 'custom')) return daysBetween(startDate, endDate, zone)
  const named = periodNamed(period ?? 'last30Days', now, zone)
  if (period !== 'allTime' || created <= named.from) return named
  return { ...named, from: new Date(momentOf(dayOf(created, zone), zone)) }
}

const beforeOf = (stretch: Stretch, period: MetricPeriod | undefined, zone: string): Stretch | null => {
  if (period === 'allTime') return null
  const [from, to] = [dayOf(stretch.from, zone), dayOf(stretch.to, zone)]
  const days = daysIn(stretch)
  const months = period && MONTHS[period]
  const start = months ? plusMonths(from, -months) : plusDays(from, period === 'thisWeek' ? -7 : -days)
  const end = months && period.startsWith('last') ? plusMonths(to, -months) : plusDays(start, days)
  const last = Math.min(momentOf(end, zone), stretch.from.getTime())
  return { from: new Date(momentOf(start, zone)), to: new Date(last) }
}

/** The same time of day as many days into the earlier stretch, so that half a day is compared with half a day. */
const untilOf = (stretch: Stretch, before: Stretch, now: Date, zone: string): Date => {
  if (now >= stretch.to || now < stretch.from) return before.to
  const [first, today] = [dayOf(stretch.from, zone), wallOf(now.getTime(), zone)]
  const gone = Math.round(
    (Date.UTC(today.year, today.month - 1, today.day) - Date.UTC(first.year, first.month - 1, first.day)) / DAY,
  )
  const { year, month, day } = plusDays(dayOf(before.from, zone), gone)
  return new Date(Math.min(momentOf({ ...today, year, month, day }, zone), before.to.getTime()))
}

/** The days that are asked for: by name, or two dates; the last 30 unless told. */
export const rangeOf = (
  asked: AskedRange & { granularity?: MetricGrain | undefined },
  { now, zone: own, created }: { now: Date; zone: string; created: Date },
): Range => {
  const zone = isZone(asked.timezone) ? asked.timezone : isZone(own) ? own : 'UTC'
  let stretch = stretchOf(asked, now, zone, created)
  if (stretch.from >= stretch.to) stretch = { from: stretch.to, to: new Date(stretch.to.getTime() + DAY) }
  const period = asked.startDate && asked.endDate && !asked.period ? 'custom' : (asked.period ?? 'last30Days')
  const before = beforeOf(stretch, period, zone)
  return {
    ...stretch,
    zone,
    startDate: textOf(dayOf(stretch.from, zone)),
    endDate: textOf(dayOf(new Date(stretch.to.getTime() - 1), zone)),
    grain: grainOf(stretch, asked.granularity ?? GRAINS[period]),
    before: before && { ...before, until: untilOf(stretch, before, now, zone) },
  }
}

/**
 * Where the slices of a stretch begin, and its end. Days are days of the zone (23 or 25 hours long where clocks change),
 * weeks begin on Monday, hours are real ones.
 */
export const slicesOf = ({ from, to }: Stretch, grain: MetricGrain, zone: string): Date[] => {
  const starts: number[] = []
  const end = to.getTime()
  if (grain === 'hour') for (let at = from.getTime(); at < end; at += HOUR) starts.push(at)
  else {
    const first = dayOf(from, zone)
    const step = grain === 'day' ? 1 : 7
    let wall = grain === 'day' ? first : plusDays(first, 1 - weekdayOf(first))
    for (let at = from.getTime(); at < end; at = momentOf(wall, zone)) {
      starts.push(at)
      wall = plusDays(wall, step)
    }
  }
  return [...starts, end].map((at) => new Date(at))
}
