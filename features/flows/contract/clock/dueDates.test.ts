import { describe, expect, it } from 'vitest'
import { dueOfDate, dueOfYear, type Offset } from './dueDates.ts'

const BERLIN = 'Europe/Berlin'
const EVER = new Date('1990-01-01T00:00:00Z')

const by = (value: number, unit: Offset['unit'], direction: Offset['direction']): Offset => ({ value, unit, direction })

describe('around a date', () => {
  it.each([
    ['on it', '2026-03-29', undefined, '09:00', BERLIN, '2026-03-29T07:00', '2026-03-29'],
    ['in the skipped hour', '2026-03-29', undefined, '02:30', BERLIN, '2026-03-29T01:30', '2026-03-29'],
    ['in the doubled hour: the first', '2026-10-25', undefined, '02:30', BERLIN, '2026-10-25T00:30', '2026-10-25'],
    [
      'a week before, over the change',
      '2026-04-01',
      by(1, 'weeks', 'before'),
      '09:00',
      BERLIN,
      '2026-03-25T08:00',
      '2026-04-01',
    ],
    [
      '3 days after in New York',
      '2026-03-06',
      by(3, 'days', 'after'),
      '08:00',
      'America/New_York',
      '2026-03-09T12:00',
      '2026-03-06',
    ],
    ['Kathmandu', '2026-03-06', undefined, '00:00', 'Asia/Kathmandu', '2026-03-05T18:15', '2026-03-06'],
    [
      'Lord Howe on the half hour',
      '2026-10-04',
      undefined,
      '02:15',
      'Australia/Lord_Howe',
      '2026-10-03T15:45',
      '2026-10-04',
    ],
    [
      'a day that Apia never had is the next',
      '2011-12-30',
      undefined,
      '09:00',
      'Pacific/Apia',
      '2011-12-30T19:00',
      '2011-12-30',
    ],
    [
      'a month before the 31st of March',
      '2026-03-31',
      by(1, 'months', 'before'),
      '09:00',
      'UTC',
      '2026-02-28T09:00',
      '2026-03-31',
    ],
    [
      'a month after 31 January of a leap year',
      '2028-01-31',
      by(1, 'months', 'after'),
      '09:00',
      'UTC',
      '2028-02-29T09:00',
      '2028-01-31',
    ],
    ['no days after is on it', '2026-03-31', by(0, 'days', 'after'), '09:00', 'UTC', '2026-03-31T09:00', '2026-03-31'],
    [
      'a moment is on the day that it has there',
      '2026-03-31T23:30:00Z',
      undefined,
      '09:00',
      BERLIN,
      '2026-04-01T07:00',
      '2026-04-01',
    ],
    [
      'a time without an offset is on the day as it is written',
      '2026-03-31 23:30',
      undefined,
      '09:00',
      'Asia/Kathmandu',
      '2026-03-31T03:15',
      '2026-03-31',
    ],
    [
      '2 hours before a moment',
      '2026-03-31T12:00:00+02:00',
      by(2, 'hours', 'before'),
      undefined,
      BERLIN,
      '2026-03-31T08:00',
      '2026-03-31T10:00:00.000Z',
    ],
    [
      '30 minutes after a day begins',
      '2026-03-31',
      by(30, 'minutes', 'after'),
      undefined,
      BERLIN,
      '2026-03-30T22:30',
      '2026-03-30T22:00:00.000Z',
    ],
  ])('%s', (_, value, offset, at, zone, expected, key) => {
    const due = dueOfDate(value, { ...(offset && { offset }), ...(at && { at }) }, zone, EVER)
    expect([due?.at.toISOString().slice(0, 16), due?.key]).toEqual([expected, key])
  })

  it.each([['next week'], ['2026-02-30'], [''], ['42'], ['31.12.2026']])('%j is no date', (value) => {
    expect(dueOfDate(value, { at: '09:00' }, 'UTC', EVER)).toBeUndefined()
  })

  it('is not when it has gone by; the moment itself has gone by', () => {
    const at = new Date('2026-03-29T09:00:00Z')
    expect(dueOfDate('2026-03-29', { at: '09:00' }, 'UTC', at)).toBeUndefined()
    expect(dueOfDate('2026-03-29', { at: '09:00' }, 'UTC', new Date(at.getTime() - 1))?.at).toEqual(at)
  })
})

describe('every year', () => {
  it.each([
    ['later this year', '1990-05-01', BERLIN, '2026-03-10T00:00:00Z', '2026-05-01T07:00', '2026'],
    ['next year', '1990-03-01', BERLIN, '2026-03-10T00:00:00Z', '2027-03-01T08:00', '2027'],
    ['today, still to come', '1990-03-10', 'UTC', '2026-03-10T08:59:59Z', '2026-03-10T09:00', '2026'],
    ['today, over', '1990-03-10', 'UTC', '2026-03-10T09:00:00Z', '2027-03-10T09:00', '2027'],
    ['29 February in another year', '2000-02-29', 'UTC', '2026-01-01T00:00:00Z', '2026-02-28T09:00', '2026'],
    ['29 February in a leap year', '2000-02-29', 'UTC', '2028-01-01T00:00:00Z', '2028-02-29T09:00', '2028'],
    ['after 28 February in a leap year', '2000-02-29', 'UTC', '2028-02-28T12:00:00Z', '2028-02-29T09:00', '2028'],
    ['a year of long ago', '0098-09-18', 'UTC', '2026-01-01T00:00:00Z', '2026-09-18T09:00', '2026'],
    ['without a year', '--07-04', 'UTC', '2026-01-01T00:00:00Z', '2026-07-04T09:00', '2026'],
    ['a month and a day', '02-29', 'UTC', '2026-01-01T00:00:00Z', '2026-02-28T09:00', '2026'],
    [
      'New Year is ahead of UTC in Apia',
      '1990-01-01',
      'Pacific/Apia',
      '2026-12-31T00:00:00Z',
      '2026-12-31T20:00',
      '2027',
    ],
    [
      'New Year is behind UTC in New York',
      '1990-12-31',
      'America/New_York',
      '2027-01-01T02:00:00Z',
      '2027-12-31T14:00',
      '2027',
    ],
    [
      'a moment is on the day that it has there',
      '1990-06-30T23:30:00Z',
      BERLIN,
      '2026-01-01T00:00:00Z',
      '2026-07-01T07:00',
      '2026',
    ],
  ])('%s', (_, value, zone, after, expected, key) => {
    const due = dueOfYear(value, '09:00', zone, new Date(after))
    expect([due?.at.toISOString().slice(0, 16), due?.key]).toEqual([expected, key])
  })

  it.each([['13-01'], ['02-30'], ['x'], ['2026'], ['07-04-1990']])('%j is no date', (value) => {
    expect(dueOfYear(value, '09:00', 'UTC', EVER)).toBeUndefined()
  })
})
