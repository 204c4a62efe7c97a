import { describe, expect, test } from 'vitest'
import { chartCsv } from './chartCsv.ts'
import { changeOf, highestOf } from './chartSeries.ts'
import { areaUnder, labelsShown, smoothLine, ticksTo } from './shape.ts'
import { timeLabels } from './timeLabels.ts'

describe('a scale', () => {
  test.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [136, [0, 50, 100, 150]],
    [9_100, [0, 2_500, 5_000, 7_500, 10_000]],
    [1_000_000, [0, 250_000, 500_000, 750_000, 1_000_000]],
  ])('to %d has round lines', (most, ticks) => expect(ticksTo(most)).toEqual(ticks))

  test('holds the time before too', () => {
    expect(highestOf([{ id: 'a', label: 'A', color: '', values: [1, 2], before: [9] }])).toBe(9)
    expect(highestOf([])).toBe(0)
  })

  test('writes as many labels as there is room for', () => {
    expect(labelsShown(7, 1000, 56)).toBe(1)
    expect(labelsShown(168, 1000, 56)).toBe(10)
    expect(labelsShown(3, 0, 56)).toBe(168)
  })
})

describe('a line', () => {
  test('never swings past the values it goes through', () => {
    const [start, ...curves] = smoothLine([
      [0, 100],
      [30, 0],
      [60, 100],
    ]).split('C')
    expect(start).toBe('M0 100')
    const heights = curves.flatMap((curve) =>
      curve
        .split(' ')
        .filter((_, index) => index % 2)
        .map(Number),
    )
    expect(Math.min(...heights)).toBe(0)
    expect(Math.max(...heights)).toBe(100)
  })

  test('of one point or none can be drawn', () => {
    expect(smoothLine([])).toBe('')
    expect(areaUnder([], 10)).toBe('')
    expect(areaUnder([[5, 2]], 10)).toBe('M5 2L5 10L5 10Z')
  })
})

describe('names of slices', () => {
  test('are by the clock of the zone; the hour that comes twice is named twice', () => {
    const hours = ['2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z']
    expect(timeLabels(hours, 'hour', 'Europe/Berlin').map(({ short }) => short)).toEqual(['02:00', '02:00', '03:00'])
    const nights = ['2026-11-20T22:00:00Z', '2026-11-20T23:00:00Z']
    expect(timeLabels(nights, 'hour', 'Europe/Berlin').map(({ short }) => short)).toEqual(['23:00', '21 Nov'])
    expect(timeLabels(['2026-11-15T18:30:00Z'], 'week', 'Asia/Kolkata')).toEqual([
      { short: '16 Nov', whole: 'Week from Mon, 16 Nov 2026' },
    ])
  })
})

test('a change is said in words where there was something before', () => {
  expect([changeOf(106, 100), changeOf(50, 100), changeOf(3, 0)]).toEqual(['+6.0%', '−50.0%', undefined])
})

test('the numbers are a file that spreadsheets read and do not run', () => {
  const labels = [{ short: '1', whole: 'Sun, 1 Nov 2026' }]
  const series = [{ id: 'a', label: '=Entered "x"', color: '', values: [5], before: [4] }]
  expect(chartCsv('Day', labels, ['2026-11-01T00:00:00Z'], series)).toBe(
    '\ufeffBegins at,Day,"\'=Entered ""x""","\'=Entered ""x"", before"\r\n2026-11-01T00:00:00Z,"Sun, 1 Nov 2026",5,4\r\n',
  )
})
