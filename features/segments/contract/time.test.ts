import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOf, momentOf, readTime } from './time.ts'

const now = new Date('2026-03-31T10:00:00.000Z')

describe('a period', () => {
  it.each([
    [{ value: 30, unit: 'minutes' }, '2026-03-31T09:30:00.000Z'],
    [{ value: 14, unit: 'days' }, '2026-03-17T10:00:00.000Z'],
    [{ value: 2, unit: 'weeks', direction: 'ahead' }, '2026-04-14T10:00:00.000Z'],
    [{ value: 1, unit: 'months' }, '2026-02-28T10:00:00.000Z'],
    [{ value: 13, unit: 'months' }, '2025-02-28T10:00:00.000Z'],
    [{ value: 3, unit: 'months', direction: 'ahead' }, '2026-06-30T10:00:00.000Z'],
  ] as const)('%j points at %s', (period, moment) => {
    expect(momentOf(period, now).toISOString()).toBe(moment)
  })

  it('never points further back as time goes on, so that sweeping it forward is enough', () => {
    const unit = fc.constantFrom('minutes', 'hours', 'days', 'weeks', 'months')
    const direction = fc.constantFrom('ago', 'ahead')
    const at = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(
        fc.record({ value: fc.nat(40), unit, direction }),
        at,
        fc.nat(4_000_000_000),
        (period, from, later) => {
          const to = new Date(from.getTime() + later)
          expect(momentOf(period, to).getTime()).toBeGreaterThanOrEqual(momentOf(period, from).getTime())
        },
      ),
    )
  })
})

describe('a date', () => {
  it.each([
    ['2026-03-10', 'UTC', '2026-03-10T00:00:00.000Z', '2026-03-11T00:00:00.000Z'],
    ['2026-03-10', 'America/Los_Angeles', '2026-03-10T07:00:00.000Z', '2026-03-11T07:00:00.000Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['2026-03-10T08:30', 'Europe/Berlin', '2026-03-10T07:30:00.000Z', '2026-03-10T07:30:00.000Z'],
    ['2026-03-10 08:30:15.25Z', 'Asia/Tokyo', '2026-03-10T08:30:15.250Z', '2026-03-10T08:30:15.250Z'],
    ['2026-03-10T08:30:00+05:30', 'UTC', '2026-03-10T03:00:00.000Z', '2026-03-10T03:00:00.000Z'],
  ])('%s in %s', (text, zone, from, to) => {
    const span = readTime(text, zone)
    expect([span?.from.toISOString(), span?.to.toISOString()]).toEqual([from, to])
  })

  it.each([
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '0000-01-01',
    '2026-03-10T24:00',
    '2026-03-10T10:60',
    'soon',
    '',
    5,
    null,
  ])('is not %j', (text) => {
    expect(readTime(text, 'UTC')).toBeUndefined()
  })

  it('of a moment begins at midnight of the zone, also when clocks change', () => {
    const { from, to } = dayOf(new Date('2026-10-25T12:00:00Z'), 'Europe/Berlin')
    expect([from.toISOString(), to.toISOString()]).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'])
  })
})
