import { describe, expect, test } from 'vitest'
import { type AskedRange, grainOf, rangeOf, slicesOf } from './range.ts'

const at = (text: string) => new Date(text)
const NOW = at('2026-11-21T10:30:00Z')
const CREATED = at('2025-02-03T04:05:06Z')

const range = (asked: AskedRange, zone = 'UTC', now = NOW) => rangeOf(asked, { now, zone, created: CREATED })
const days = (asked: AskedRange, zone?: string) => {
  const { startDate, endDate, grain } = range(asked, zone)
  return `${startDate} ${endDate} ${grain}`
}

describe('a stretch of time', () => {
  test.each([
    ['today', '2026-11-21 2026-11-21 hour'],
    ['yesterday', '2026-11-20 2026-11-20 hour'],
    ['last7Days', '2026-11-15 2026-11-21 hour'],
    ['last30Days', '2026-10-23 2026-11-21 day'],
    ['last90Days', '2026-08-24 2026-11-21 day'],
    ['thisWeek', '2026-11-16 2026-11-21 hour'],
    ['lastWeek', '2026-11-09 2026-11-15 hour'],
    ['thisMonth', '2026-11-01 2026-11-21 day'],
    ['lastMonth', '2026-10-01 2026-10-31 day'],
    ['thisQuarter', '2026-10-01 2026-11-21 day'],
    ['lastQuarter', '2026-07-01 2026-09-30 day'],
    ['thisYear', '2026-01-01 2026-11-21 week'],
    ['lastYear', '2025-01-01 2025-12-31 week'],
    ['allTime', '2025-02-03 2026-11-21 week'],
  ] as const)('%s', (period, expected) => expect(days({ period })).toBe(expected))

  test('is the last 30 days unless told, or two dates, both included', () => {
    expect(days({})).toBe(days({ period: 'last30Days' }))
    expect(days({ period: 'custom' })).toBe(days({}).replace('day', 'day'))
    expect(days({ startDate: '2026-02-01', endDate: '2026-02-28' })).toBe('2026-02-01 2026-02-28 day')
    expect(days({ startDate: '2026-02-09', endDate: '2026-02-01' })).toBe('2026-02-02 2026-02-02 day')
  })

  test('is of the zone that is asked for, else of the account, else of UTC', () => {
    expect(range({ timezone: 'Asia/Kolkata' }, 'Europe/Berlin').zone).toBe('Asia/Kolkata')
    expect(range({ timezone: 'Mars/Olympus' }, 'Europe/Berlin').zone).toBe('Europe/Berlin')
    expect(range({}, 'nowhere').zone).toBe('UTC')
    expect(days({ period: 'today' }, 'Pacific/Auckland')).toBe('2026-11-21 2026-11-21 hour')
    expect(range({ period: 'today' }, 'Pacific/Auckland').from).toEqual(at('2026-11-20T11:00:00Z'))
  })

  test.each([
    ['today', '2026-11-20T00:00', '2026-11-21T00:00', '2026-11-20T10:30'],
    ['last30Days', '2026-09-23T00:00', '2026-10-23T00:00', '2026-10-22T10:30'],
    ['thisWeek', '2026-11-09T00:00', '2026-11-15T00:00', '2026-11-14T10:30'],
    ['thisMonth', '2026-10-01T00:00', '2026-10-22T00:00', '2026-10-21T10:30'],
    ['lastMonth', '2026-09-01T00:00', '2026-10-01T00:00', '2026-10-01T00:00'],
    ['lastQuarter', '2026-04-01T00:00', '2026-07-01T00:00', '2026-07-01T00:00'],
    ['lastYear', '2024-01-01T00:00', '2025-01-01T00:00', '2025-01-01T00:00'],
  ] as const)('%s is compared with the one before, as far as it has come', (period, from, to, until) => {
    expect(range({ period }).before).toEqual({ from: at(`${from}Z`), to: at(`${to}Z`), until: at(`${until}Z`) })
  })

  test('of all time has none before it', () => expect(range({ period: 'allTime' }).before).toBeNull())

  test('is told more coarsely where it is long', () => {
    const long = { from: at('2016-01-01T00:00Z'), to: at('2026-01-01T00:00Z') }
    expect(grainOf(long, 'hour')).toBe('week')
    expect(grainOf({ from: at('2026-01-01T00:00Z'), to: at('2026-03-01T00:00Z') }, 'hour')).toBe('day')
  })
})

describe('slices', () => {
  const slices = (asked: AskedRange & { granularity?: 'hour' | 'day' | 'week' }, zone: string) => {
    const wanted = rangeOf(asked, { now: NOW, zone, created: CREATED })
    return slicesOf(wanted, wanted.grain, zone)
  }
  const lengths = (starts: Date[]) => starts.slice(1).map((end, index) => (+end - +starts[index]!) / 3_600_000)

  test('are days of the zone, shorter and longer where clocks change', () => {
    expect(lengths(slices({ startDate: '2026-03-28', endDate: '2026-03-30' }, 'Europe/Berlin'))).toEqual([24, 23, 24])
    expect(lengths(slices({ startDate: '2026-10-24', endDate: '2026-10-26' }, 'Europe/Berlin'))).toEqual([24, 25, 24])
    const hours = slices({ startDate: '2026-10-25', endDate: '2026-10-25', granularity: 'hour' }, 'Europe/Berlin')
    expect(hours).toHaveLength(26)
  })

  test('are weeks from Monday, cut at both ends', () => {
    const weeks = slices({ startDate: '2026-11-04', endDate: '2026-11-17', granularity: 'week' }, 'UTC')
    expect(lengths(weeks)).toEqual([5 * 24, 7 * 24, 2 * 24])
  })
})
