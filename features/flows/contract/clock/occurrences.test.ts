import { describe, expect, it } from 'vitest'
import { latestOccurrence, nextOccurrence, type Recurrence } from './occurrences.ts'

const BERLIN = 'Europe/Berlin'
const NEW_YORK = 'America/New_York'
const KATHMANDU = 'Asia/Kathmandu'
const LORD_HOWE = 'Australia/Lord_Howe'
const APIA = 'Pacific/Apia'

const daily = (at: string, value = 1): Recurrence => ({ every: { value, unit: 'days' }, at })
const weekly = (at: string, weekdays?: number[], value = 1): Recurrence => ({
  every: { value, unit: 'weeks' },
  at,
  ...(weekdays && { weekdays }),
})
const monthly = (at: string, startsOn: string, value = 1): Recurrence => ({
  every: { value, unit: 'months' },
  at,
  startsOn,
})

/** The next times after a moment. */
const times = (recurrence: Recurrence, from: string, zone: string, many: number, anchor = from): string[] => {
  const found: string[] = []
  let after = new Date(from)
  while (found.length < many) {
    const next = nextOccurrence(recurrence, after, { zone, anchor: new Date(anchor) })
    if (!next) break
    found.push(next.toISOString().slice(0, 16))
    after = next
  }
  return found
}

describe('what comes round', () => {
  it.each([
    [
      'daily, now does not count',
      daily('09:00'),
      '2026-03-10T09:00:00Z',
      'UTC',
      ['2026-03-11T09:00', '2026-03-12T09:00'],
    ],
    [
      'daily over the spring change in Berlin',
      daily('09:00'),
      '2026-03-27T12:00:00Z',
      BERLIN,
      ['2026-03-28T08:00', '2026-03-29T07:00'],
    ],
    [
      'daily in the skipped hour',
      daily('02:30'),
      '2026-03-28T12:00:00Z',
      BERLIN,
      ['2026-03-29T01:30', '2026-03-30T00:30'],
    ],
    [
      'daily in the doubled hour: once',
      daily('02:30'),
      '2026-10-24T12:00:00Z',
      BERLIN,
      ['2026-10-25T00:30', '2026-10-26T01:30'],
    ],
    [
      'daily over both changes in New York',
      daily('08:00'),
      '2026-03-07T14:00:00Z',
      NEW_YORK,
      ['2026-03-08T12:00', '2026-03-09T12:00'],
    ],
    [
      'daily back in New York',
      daily('01:30'),
      '2026-10-31T12:00:00Z',
      NEW_YORK,
      ['2026-11-01T05:30', '2026-11-02T06:30'],
    ],
    [
      'Kathmandu is 5:45 ahead',
      daily('09:00'),
      '2026-03-10T00:00:00Z',
      KATHMANDU,
      ['2026-03-10T03:15', '2026-03-11T03:15'],
    ],
    [
      'Lord Howe goes half an hour forward',
      daily('02:15'),
      '2026-10-03T00:00:00Z',
      LORD_HOWE,
      ['2026-10-03T15:45', '2026-10-04T15:15'],
    ],
    [
      'Lord Howe goes half an hour back',
      daily('01:45'),
      '2026-04-03T12:00:00Z',
      LORD_HOWE,
      ['2026-04-03T14:45', '2026-04-04T14:45', '2026-04-05T15:15'],
    ],
    [
      'Apia had no 30 December 2011',
      daily('09:00'),
      '2011-12-28T20:00:00Z',
      APIA,
      ['2011-12-29T19:00', '2011-12-30T19:00', '2011-12-31T19:00'],
    ],
    ['every third day', daily('09:00', 3), '2026-03-10T12:00:00Z', 'UTC', ['2026-03-13T09:00', '2026-03-16T09:00']],
    [
      'every third day, on weekdays alone',
      { ...daily('09:00', 3), weekdays: [1, 2, 3, 4, 5] },
      '2026-03-10T12:00:00Z',
      'UTC',
      ['2026-03-13T09:00', '2026-03-16T09:00', '2026-03-19T09:00', '2026-03-25T09:00'],
    ],
    [
      'every seventh day begins on a day that is allowed',
      { ...daily('09:00', 7), weekdays: [5] },
      '2026-03-10T12:00:00Z',
      'UTC',
      ['2026-03-13T09:00', '2026-03-20T09:00'],
    ],
    [
      'weekly on the weekday of the start',
      weekly('09:00'),
      '2026-03-10T12:00:00Z',
      'UTC',
      ['2026-03-17T09:00', '2026-03-24T09:00'],
    ],
    [
      'weekly on some days',
      weekly('09:00', [5, 1]),
      '2026-03-10T12:00:00Z',
      'UTC',
      ['2026-03-13T09:00', '2026-03-16T09:00', '2026-03-20T09:00'],
    ],
    [
      'every second week',
      weekly('09:00', [1, 3], 2),
      '2026-03-10T12:00:00Z',
      'UTC',
      ['2026-03-11T09:00', '2026-03-23T09:00', '2026-03-25T09:00', '2026-04-06T09:00'],
    ],
    [
      'the 31st of each month',
      monthly('09:00', '2026-01-31'),
      '2026-01-31T12:00:00Z',
      'UTC',
      ['2026-02-28T09:00', '2026-03-31T09:00', '2026-04-30T09:00'],
    ],
    [
      '29 February every year',
      monthly('09:00', '2024-02-29', 12),
      '2026-01-01T00:00:00Z',
      'UTC',
      ['2026-02-28T09:00', '2027-02-28T09:00', '2028-02-29T09:00'],
    ],
    [
      'the first Monday from a day on',
      { ...monthly('09:00', '2026-03-01'), weekdays: [1] },
      '2026-03-01T00:00:00Z',
      'UTC',
      ['2026-03-02T09:00', '2026-04-06T09:00', '2026-05-04T09:00'],
    ],
    [
      'nothing before the first day',
      { ...daily('09:00'), startsOn: '2026-05-01' },
      '2026-03-10T12:00:00Z',
      BERLIN,
      ['2026-05-01T07:00', '2026-05-02T07:00'],
    ],
    [
      'every two hours over the spring change',
      { every: { value: 2, unit: 'hours' } as const, at: '00:00' },
      '2026-03-28T23:30:00Z',
      BERLIN,
      ['2026-03-29T01:00', '2026-03-29T03:00'],
    ],
    [
      'every half hour, counted from when it was set up',
      { every: { value: 30, unit: 'minutes' } as const },
      '2026-03-10T09:07:30Z',
      'UTC',
      ['2026-03-10T09:37', '2026-03-10T10:07'],
    ],
    [
      'hourly on weekdays skips the weekend',
      { every: { value: 1, unit: 'hours' } as const, at: '00:00', weekdays: [1, 2, 3, 4, 5] },
      '2026-03-13T22:30:00Z',
      'UTC',
      ['2026-03-13T23:00', '2026-03-16T00:00'],
    ],
    [
      'hourly, before its time of day, waits for it',
      { every: { value: 1, unit: 'hours' } as const, at: '09:00' },
      '2026-03-10T07:20:00Z',
      'UTC',
      ['2026-03-10T09:00', '2026-03-10T10:00'],
    ],
    [
      'every 168 hours on another weekday is never',
      { every: { value: 168, unit: 'hours' } as const, at: '00:00', weekdays: [7] },
      '2026-03-10T00:00:00Z',
      'UTC',
      [],
    ],
  ])('%s', (_, recurrence, from, zone, expected) => {
    expect(times(recurrence, from, zone, expected.length || 1)).toEqual(expected)
  })

  it('keeps its count however long after the start it is asked', () => {
    expect(times(daily('09:00', 3), '2036-03-08T12:00:00Z', 'UTC', 1, '2026-03-10T12:00:00Z')).toEqual([
      '2036-03-11T09:00',
    ])
    const fortnight = weekly('09:00', [1], 2)
    expect(times(fortnight, '2028-06-01T00:00:00Z', 'UTC', 1, '2026-03-10T12:00:00Z')).toEqual(['2028-06-12T09:00'])
  })

  it.each([
    [
      'a minute',
      { every: { value: 1, unit: 'minutes' } as const },
      '2026-03-10T09:00:00Z',
      '2027-03-10T09:00:30Z',
      '2027-03-10T09:00',
    ],
    ['a day', daily('09:00'), '2026-03-10T09:00:00Z', '2026-03-20T08:59:00Z', '2026-03-19T09:00'],
    ['a year', monthly('09:00', '2024-02-29', 12), '2026-02-28T09:00:00Z', '2029-01-01T00:00:00Z', '2028-02-29T09:00'],
  ])('of what was missed there is only the last: every %s', (_, recurrence, first, now, expected) => {
    const counting = { zone: 'UTC', anchor: new Date(first) }
    const latest = latestOccurrence(new Date(first), new Date(now), (after) =>
      nextOccurrence(recurrence, after, counting),
    )
    expect(latest.toISOString().slice(0, 16)).toBe(expected)
  })
})
