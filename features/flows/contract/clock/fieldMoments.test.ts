import { describe, expect, it } from 'vitest'
import { momentOfField } from './fieldMoments.ts'

const BERLIN = 'Europe/Berlin'

describe("a field's value", () => {
  it.each([
    ['2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['2026-03-29 12:00', '2026-03-29T10:00:00.000Z'],
    ['2026-03-29T12:00:00Z', '2026-03-29T12:00:00.000Z'],
    ['2026-03-29T12:00:00.5+05:30', '2026-03-29T06:30:00.500Z'],
    ['2026-03-29T12:00:00-08', '2026-03-29T20:00:00.000Z'],
    ['2026-02-30', undefined],
    ['2026-03-29T25:00', undefined],
    ['next week', undefined],
    [1774, undefined],
    [null, undefined],
  ])('%j', (value, expected) => {
    expect(momentOfField(value, BERLIN)?.toISOString()).toBe(expected)
  })
})
