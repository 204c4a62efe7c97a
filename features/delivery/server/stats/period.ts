import dayjs, { type Dayjs } from 'dayjs'
import quarterOfYear from 'dayjs/plugin/quarterOfYear.js'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)
dayjs.extend(timezone)
dayjs.extend(quarterOfYear)

/** A span of time and the steps in which it is shown. */
export type Span = { from: Date; to: Date; grain: 'hour' | 'day' | 'week' }

type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year'

const ALL_TIME = '2017-01-01T00:00:00Z'

const PERIODS: Record<string, { unit: Unit; back: number; length: number; grain: Span['grain'] }> = {
  today: { unit: 'day', back: 0, length: 1, grain: 'hour' },
  yesterday: { unit: 'day', back: 1, length: 1, grain: 'hour' },
  last7Days: { unit: 'day', back: 6, length: 7, grain: 'hour' },
  last30Days: { unit: 'day', back: 29, length: 30, grain: 'day' },
  last90Days: { unit: 'day', back: 89, length: 90, grain: 'day' },
  thisWeek: { unit: 'week', back: 0, length: 1, grain: 'hour' },
  lastWeek: { unit: 'week', back: 1, length: 1, grain: 'hour' },
  thisMonth: { unit: 'month', back: 0, length: 1, grain: 'day' },
  lastMonth: { unit: 'month', back: 1, length: 1, grain: 'day' },
  thisQuarter: { unit: 'quarter', back: 0, length: 1, grain: 'day' },
  lastQuarter: { unit: 'quarter', back: 1, length: 1, grain: 'day' },
  thisYear: { unit: 'year', back: 0, length: 1, grain: 'week' },
  lastYear: { unit: 'year', back: 1, length: 1, grain: 'week' },
}

/** A time zone that is known, else UTC. */
export const knownZone = (zone: string | undefined): string => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone || 'UTC' }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

const startOf = (now: Dayjs, unit: Unit): Dayjs => {
  // Weeks begin on Monday.
  if (unit === 'week') return now.startOf('day').subtract((now.day() + 6) % 7, 'day')
  return now.startOf(unit as 'day')
}

const day = (text: string | undefined, zone: string): Dayjs | undefined => {
  if (!text) return undefined
  const read = /^\d{4}-\d{2}-\d{2}$/.test(text) ? dayjs.tz(text, zone) : dayjs(text)
  return read.isValid() ? read : undefined
}

type Asked = { period?: string; startDate?: string; endDate?: string }

/** The span that a period's name or two dates stand for, in a time zone. */
export const spanOf = ({ period, startDate, endDate }: Asked, zone: string, now: Date): Span => {
  const at = dayjs(now).tz(zone)
  const from = day(startDate, zone)
  if (from && (!period || period === 'custom')) {
    const to = day(endDate, zone)
    const isDay = endDate !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(endDate)
    return {
      from: from.toDate(),
      to: (isDay ? to?.add(1, 'day') : to)?.toDate() ?? at.add(1, 'hour').toDate(),
      grain: 'day',
    }
  }
  if (period === 'allTime') return { from: new Date(ALL_TIME), to: at.add(1, 'hour').toDate(), grain: 'week' }
  const { unit, back, length, grain } =
    PERIODS[period ?? 'last30Days'] ?? (PERIODS.last30Days as (typeof PERIODS)[string])
  const start = startOf(at, unit).subtract(back, unit as 'day')
  return { from: start.toDate(), to: start.add(length, unit as 'day').toDate(), grain }
}
