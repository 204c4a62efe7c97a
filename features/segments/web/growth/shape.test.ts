import { describe, expect, it } from 'vitest'
import { barsOf, lineOf, scaleOf } from './shape.ts'

describe('the plot of a segment’s growth', () => {
  it('leaves room above and below, and never goes below nothing', () => {
    expect(scaleOf([100, 200])).toEqual({ most: 210, least: 90 })
    expect(scaleOf([0, 5])).toEqual({ most: 6, least: 0 })
    expect(scaleOf([1_000, 1_001])).toEqual({ most: 1_002, least: 0 })
    expect(scaleOf([0])).toEqual({ most: 2, least: 0 })
  })

  it('runs from the left edge to the right', () => {
    expect(lineOf([0, 5, 10], { width: 100, height: 10, most: 10, least: 0 })).toBe('M0.0 10.0L50.0 5.0L100.0 0.0')
    expect(lineOf([5], { width: 100, height: 10, most: 10, least: 0 })).toBe('M0.0 5.0')
  })

  it('draws who entered and who left in one measure, and everybody at least as a hair', () => {
    const day = { day: '2026-03-10', size: 0, isRebuilt: false }
    const [one, two] = barsOf(
      [
        { ...day, entered: 1_000, left: 0 },
        { ...day, entered: 0, left: 1, isRebuilt: true },
      ],
      { width: 100, height: 40 },
    )
    expect(one).toMatchObject({ up: 20, down: 0, isRebuilt: false })
    expect(two).toMatchObject({ up: 0, down: 1, isRebuilt: true })
  })
})
