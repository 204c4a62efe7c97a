import { describe, expect, it } from 'vitest'
import { isZone } from '../../contract/index.ts'
import { later, nextOpening, nextTimeOfDay, windowEnd } from './waits.ts'

const BERLIN = 'Europe/Berlin'
const NEW_YORK = 'America/New_York'
const EVERY = [1, 2, 3, 4, 5, 6, 7]
const WORK = [1, 2, 3, 4, 5]
const d = (text: string) => new Date(text)

describe('a length of time', () => {
  it.each([
    ['seconds are exact', '2026-03-29T00:59:59Z', 2, 'seconds', BERLIN, '2026-03-29T01:00:01Z'],
    ['24 hours over the spring change', '2026-03-28T12:00:00Z', 24, 'hours', BERLIN, '2026-03-29T12:00:00Z'],
    ['1 day over the spring change keeps noon', '2026-03-28T11:00:00Z', 1, 'days', BERLIN, '2026-03-29T10:00:00Z'],
    ['1 day over the autumn change keeps noon', '2026-10-24T10:00:00Z', 1, 'days', BERLIN, '2026-10-25T11:00:00Z'],
    ['1 day to a time that is skipped', '2026-03-28T01:30:00Z', 1, 'days', BERLIN, '2026-03-29T01:30:00Z'],
    ['1 day to a time that comes twice', '2026-10-24T00:30:00Z', 1, 'days', BERLIN, '2026-10-25T00:30:00Z'],
    ['1 week in New York', '2026-03-04T17:00:00Z', 1, 'weeks', NEW_YORK, '2026-03-11T16:00:00Z'],
    ['1 month from the 31st', '2026-01-31T09:00:00Z', 1, 'months', 'UTC', '2026-02-28T09:00:00Z'],
    ['14 months into a leap year', '2026-12-31T09:00:00Z', 14, 'months', 'UTC', '2028-02-29T09:00:00Z'],
    ['milliseconds stay', '2026-01-01T00:00:00.123Z', 1, 'days', 'Asia/Kolkata', '2026-01-02T00:00:00.123Z'],
    ['an unknown zone is UTC', '2026-03-28T11:00:00Z', 1, 'days', 'Mars/Base', '2026-03-29T11:00:00Z'],
  ] as const)('%s', (_, from, value, unit, zone, expected) => {
    expect(later(d(from), { value, unit }, zone)).toEqual(d(expected))
  })

  it('goes back too', () => {
    expect(later(d('2026-03-31T09:00:00Z'), { value: 1, unit: 'months' }, 'UTC', -1)).toEqual(d('2026-02-28T09:00:00Z'))
  })
})

describe('the next time of day', () => {
  it.each([
    ['later today', '2026-03-10T07:00:00Z', EVERY, '09:00', BERLIN, '2026-03-10T08:00:00Z'],
    ['now does not count', '2026-03-10T08:00:00Z', EVERY, '09:00', BERLIN, '2026-03-11T08:00:00Z'],
    ['a second before it is today', '2026-03-10T07:59:59Z', EVERY, '09:00', BERLIN, '2026-03-10T08:00:00Z'],
    ['Friday evening to Monday', '2026-03-13T20:00:00Z', WORK, '09:00', BERLIN, '2026-03-16T08:00:00Z'],
    ['the same weekday a week on', '2026-03-10T09:00:00Z', [2], '09:00', BERLIN, '2026-03-17T08:00:00Z'],
    ['over the spring change', '2026-03-28T12:00:00Z', EVERY, '09:00', BERLIN, '2026-03-29T07:00:00Z'],
    ['into the skipped hour', '2026-03-28T12:00:00Z', EVERY, '02:30', BERLIN, '2026-03-29T01:30:00Z'],
    ['into the doubled hour: the first', '2026-10-24T12:00:00Z', EVERY, '02:30', BERLIN, '2026-10-25T00:30:00Z'],
    [
      'it is already tomorrow in Auckland',
      '2026-03-10T20:00:00Z',
      [3],
      '09:30',
      'Pacific/Auckland',
      '2026-03-10T20:30:00Z',
    ],
    [
      'it is still yesterday in Honolulu',
      '2026-03-10T05:00:00Z',
      [1],
      '20:00',
      'Pacific/Honolulu',
      '2026-03-10T06:00:00Z',
    ],
  ] as const)('%s', (_, now, weekdays, time, zone, expected) => {
    expect(nextTimeOfDay(d(now), weekdays, time, zone)).toEqual(d(expected))
  })
})

describe('a window', () => {
  it.each([
    ['open now', '2026-03-10T10:00:00Z', WORK, '09:00', '17:00', '2026-03-10T10:00:00Z'],
    ['its first moment', '2026-03-10T09:00:00Z', WORK, '09:00', '17:00', '2026-03-10T09:00:00Z'],
    ['its end is outside', '2026-03-10T17:00:00Z', WORK, '09:00', '17:00', '2026-03-11T09:00:00Z'],
    ['before it', '2026-03-10T05:00:00Z', WORK, '09:00', '17:00', '2026-03-10T09:00:00Z'],
    ['over the weekend', '2026-03-13T17:30:00Z', WORK, '09:00', '17:00', '2026-03-16T09:00:00Z'],
    ['overnight, after midnight', '2026-03-11T01:00:00Z', [2], '22:00', '06:00', '2026-03-11T01:00:00Z'],
    ['overnight of another day', '2026-03-12T01:00:00Z', [2], '22:00', '06:00', '2026-03-17T22:00:00Z'],
    ['a whole day', '2026-03-10T23:59:00Z', [2], '00:00', '00:00', '2026-03-10T23:59:00Z'],
  ] as const)('%s', (_, now, weekdays, from, to, expected) => {
    expect(nextOpening(d(now), { weekdays, from, to }, 'UTC')).toEqual(d(expected))
  })
})

it('knows zones from nonsense', () => {
  expect([isZone('Europe/Paris'), isZone('Nowhere/Town'), isZone(''), isZone(null)]).toEqual([
    true,
    false,
    false,
    false,
  ])
})

describe('the end of windows', () => {
  it.each([
    ['outside', '2026-03-10T12:00:00Z', EVERY, '22:00', '07:00', BERLIN, undefined],
    ['in the evening', '2026-03-10T21:30:00Z', EVERY, '22:00', '07:00', BERLIN, '2026-03-11T06:00:00Z'],
    ['in the morning', '2026-03-11T05:59:00Z', EVERY, '22:00', '07:00', BERLIN, '2026-03-11T06:00:00Z'],
    ['at its end', '2026-03-11T06:00:00Z', EVERY, '22:00', '07:00', BERLIN, undefined],
    [
      'in the night in which clocks go forward',
      '2026-03-28T23:00:00Z',
      EVERY,
      '22:00',
      '07:00',
      BERLIN,
      '2026-03-29T05:00:00Z',
    ],
    ['elsewhere it is day', '2026-03-10T21:30:00Z', EVERY, '22:00', '07:00', NEW_YORK, undefined],
    ['only on some days', '2026-03-10T21:30:00Z', [6, 7], '22:00', '07:00', BERLIN, undefined],
    ['a whole weekend', '2026-03-14T10:00:00Z', [6, 7], '00:00', '00:00', 'UTC', '2026-03-16T00:00:00Z'],
  ])('%s', (_name, now, weekdays, from, to, zone, expected) => {
    expect(windowEnd(d(now), { weekdays, from, to }, zone)).toEqual(expected === undefined ? undefined : d(expected))
  })
})
