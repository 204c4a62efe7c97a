import { describe, expect, it } from 'vitest'
import { hoursIn, steadyIn } from './weekHours.ts'

const stretch = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) })

/** Where the number of times is not `usual`: weekday, hour, times. */
const others = (hours: readonly number[], usual: number) =>
  hours.flatMap((times, hour) => (times === usual ? [] : [[Math.floor(hour / 24) + 1, hour % 24, times]]))

describe('stretches in which clocks stand alike', () => {
  it.each([
    ['UTC', '2026-01-01T00:00Z', '2026-12-31T00:00Z', [['2026-01-01T00:00:00.000Z', 0]]],
    ['Asia/Kolkata', '2026-01-01T00:00Z', '2026-12-31T00:00Z', [['2026-01-01T00:00:00.000Z', 330]]],
    [
      'Europe/Berlin',
      '2026-01-01T00:00Z',
      '2026-12-31T00:00Z',
      [
        ['2026-01-01T00:00:00.000Z', 60],
        ['2026-03-29T01:00:00.000Z', 120],
        ['2026-10-25T01:00:00.000Z', 60],
      ],
    ],
    // Half an hour of summer time, on an island that is half an hour ahead as it is.
    [
      'Australia/Lord_Howe',
      '2026-03-30T00:00Z',
      '2026-04-10T00:00Z',
      [
        ['2026-03-30T00:00:00.000Z', 660],
        ['2026-04-04T15:00:00.000Z', 630],
      ],
    ],
    // Clocks change at the very beginning, and at the very end.
    ['America/New_York', '2026-03-08T07:00Z', '2026-03-09T04:00Z', [['2026-03-08T07:00:00.000Z', -240]]],
    ['America/New_York', '2026-03-08T05:00Z', '2026-03-08T07:00Z', [['2026-03-08T05:00:00.000Z', -300]]],
  ] as const)('are found in %s from %s to %s', (zone, from, to, told) => {
    const steady = steadyIn(stretch(from, to), zone)
    expect(steady.map((one) => [one.from.toISOString(), one.ahead])).toEqual(told)
    expect(steady.at(-1)?.to).toEqual(new Date(to))
    for (const [index, one] of steady.slice(1).entries()) expect(one.from).toEqual(steady[index]?.to)
  })

  it('are none where there is no time', () => {
    expect(steadyIn(stretch('2026-03-10T00:00Z', '2026-03-10T00:00Z'), 'Europe/Berlin')).toEqual([])
  })
})

describe('how often each hour of the week came', () => {
  const came = (zone: string, from: string, to: string) => hoursIn(steadyIn(stretch(from, to), zone))

  it('is the same for all in whole weeks', () => {
    expect(others(came('UTC', '2026-03-02T00:00Z', '2026-03-30T00:00Z'), 4)).toEqual([])
    expect(others(came('Asia/Kolkata', '2026-03-01T18:30Z', '2026-03-29T18:30Z'), 4)).toEqual([])
  })

  it('counts the hour that is left out where clocks go forward, and the one that comes twice', () => {
    const spring = came('Europe/Berlin', '2026-03-22T23:00Z', '2026-03-29T22:00Z')
    expect(others(spring, 1)).toEqual([[7, 2, 0]])
    const autumn = came('Europe/Berlin', '2026-10-18T22:00Z', '2026-10-25T23:00Z')
    expect(others(autumn, 1)).toEqual([[7, 2, 2]])
  })

  it('counts an hour that is under way by its quarters', () => {
    // Tuesday 10 March, 14:30 to 16:20 in Kolkata.
    expect(others(came('Asia/Kolkata', '2026-03-10T09:00Z', '2026-03-10T10:50Z'), 0)).toEqual([
      [2, 14, 0.5],
      [2, 15, 1],
      [2, 16, 0.5],
    ])
  })

  it('is every hour of the stretch, over years and changes of clocks', () => {
    const sum = (hours: readonly number[]) => hours.reduce((all, one) => all + one, 0)
    const hours = came('Australia/Lord_Howe', '2018-01-01T00:00Z', '2026-01-01T00:00Z')
    expect(sum(hours)).toBe((Date.parse('2026-01-01') - Date.parse('2018-01-01')) / 3_600_000)
  })
})
