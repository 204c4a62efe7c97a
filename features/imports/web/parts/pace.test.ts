import { expect, test } from 'vitest'
import { paceOf, timeLeft } from './pace.ts'

test.each([
  [0, 100, undefined],
  [100, 0, undefined],
  [700, 100, 'a few seconds left'],
  [2_000, 100, 'about 20 seconds left'],
  [6_000, 100, 'about 1 minute left'],
  [30_000, 100, 'about 5 minutes left'],
  [720_000, 100, 'about 2 hours left'],
])('%d rows at %d a second: %s', (left, speed, words) => expect(timeLeft(left, speed)).toBe(words))

test('a line of it', () => {
  expect(paceOf({ done: 1_000, total: 21_000, speed: 10_000 })).toBe(
    '1,000 of 21,000 rows · 10,000 rows/s · a few seconds left',
  )
  expect(paceOf({ done: 0, total: 5, speed: 0 })).toBe('0 of 5 rows')
})
