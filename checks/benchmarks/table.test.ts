import { describe, expect, it } from 'vitest'
import { keeps, percentile, tableOf } from './table.ts'

describe('the table of figures', () => {
  it.each([
    [{ value: 5, least: 5 }, true],
    [{ value: 4.9, least: 5 }, false],
    [{ value: 5, most: 5 }, true],
    [{ value: 5.1, most: 5 }, false],
    [{ value: 5 }, undefined],
  ])('says of %j: %s', (figure, kept) => {
    expect(keeps({ name: 'x', unit: 's', ...figure })).toBe(kept)
  })

  it('shows a missed budget', () => {
    expect(tableOf([{ name: 'mails', value: 12, unit: '/s', least: 300 }])).toMatch(/mails\s+12 \/s\s+≥ 300\s+MISSED/)
  })

  it.each([
    [0.5, 3],
    [0.99, 5],
    [0, 1],
  ])('finds the percentile %s', (p, value) => {
    expect(percentile([5, 1, 4, 2, 3], p)).toBe(value)
  })
})
