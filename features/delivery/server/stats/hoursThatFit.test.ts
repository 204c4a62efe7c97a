import { describe, expect, it } from 'vitest'
import { thatFits } from './hoursThatFit.ts'

const year = { from: new Date('2025-03-10T23:00Z'), to: new Date('2026-03-10T23:00Z') }
/** Months of a year, in each of which so much happened to the mail of so many emails. */
const months = (kinds: number, happened: number) =>
  Array.from({ length: 13 }, (_, index) => ({ at: new Date(Date.UTC(2025, 2 + index, 1)), kinds, happened }))

const fit = (kinds: number, happened: number) => {
  const { from, to, cutToDays } = thatFits(year, 'Europe/Berlin', months(kinds, happened), 100_000)
  return [from.toISOString(), to.toISOString(), cutToDays]
}

describe('how much of a stretch is read', () => {
  const to = '2026-03-10T23:00:00.000Z'
  it.each([
    ['all where little happened, to however many emails', 400, 5_000, ['2025-03-10T23:00:00.000Z', to, null]],
    ['all where it happened to few', 2, 1_000_000, ['2025-03-10T23:00:00.000Z', to, null]],
    // The day begins an hour later in UTC before clocks went back.
    ['its last 180 days', 4, 1_000_000, ['2025-09-11T22:00:00.000Z', to, 180]],
    ['its last 30 days', 30, 1_000_000, ['2026-02-08T23:00:00.000Z', to, 30]],
    ['two weeks at the least', 400, 1_000_000, ['2026-02-24T23:00:00.000Z', to, 14]],
  ])('is %s', (_what, kinds, happened, told) => {
    expect(fit(kinds, happened)).toEqual(told)
  })

  it('is never more than was asked for', () => {
    const week = { from: new Date('2026-03-03T23:00Z'), to: year.to }
    expect(thatFits(week, 'Europe/Berlin', months(400, 1_000_000), 100)).toEqual({ ...week, cutToDays: null })
  })
})
