import { expect, test } from 'vitest'
import { monthsOf } from './monthsOf.ts'

const at = (day: string) => new Date(`${day}T00:00:00Z`)
const piece = (from: string, to: string, slice = 0) => ({ slice, from: at(from), to: at(to) })

test('months are whole months, and days are what is left at both ends', () => {
  expect(monthsOf([piece('2026-01-15', '2026-04-03')])).toEqual({
    days: [piece('2026-01-15', '2026-02-01'), piece('2026-04-01', '2026-04-03')],
    months: [piece('2026-02-01', '2026-04-01')],
  })
})

test('what begins and ends with a month has no days', () => {
  expect(monthsOf([piece('2025-12-01', '2026-02-01')])).toEqual({
    days: [],
    months: [piece('2025-12-01', '2026-02-01')],
  })
})

test('what holds no whole month stays days, in its slice', () => {
  const days = [piece('2026-01-05', '2026-01-20'), piece('2026-01-20', '2026-02-25', 1)]
  expect(monthsOf(days)).toEqual({ days, months: [] })
})
