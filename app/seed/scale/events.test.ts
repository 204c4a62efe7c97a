import { describe, expect, test } from 'vitest'
import { monthsOfYear } from './events.ts'

describe('the months of a year of events', () => {
  test('reach from a year ago to now, each within its month, with nothing between', () => {
    const now = new Date('2026-03-10T09:00:00Z')
    const months = monthsOfYear(now)
    expect(months.map(({ name }) => name)).toEqual([
      ...['events_202503', 'events_202504', 'events_202505', 'events_202506', 'events_202507', 'events_202508'],
      ...['events_202509', 'events_202510', 'events_202511', 'events_202512', 'events_202601', 'events_202602'],
      'events_202603',
    ])
    expect(months[0]?.from).toEqual(new Date('2025-03-10T09:00:00Z'))
    expect(months.at(-1)?.to).toEqual(now)
    for (const [index, { from, to }] of months.entries()) {
      expect(to.getTime()).toBeGreaterThan(from.getTime())
      expect(months[index + 1]?.from ?? now).toEqual(to)
    }
  })
})
