import pg from 'pg'
import { expect, test } from 'vitest'
import './database.ts'
import { readTimestamp } from './readTimestamp.ts'

test.each([
  ['2026-11-21 20:00:01+00', '2026-11-21T20:00:01.000Z'],
  ['2026-11-21 20:00:01.1+00', '2026-11-21T20:00:01.100Z'],
  ['2026-02-28 23:59:59.999999+00', '2026-02-28T23:59:59.999Z'],
  ['2024-02-29 00:00:00.007+00', '2024-02-29T00:00:00.007Z'],
  ['0099-01-01 00:00:00+00', '0099-01-01T00:00:00.000Z'],
  ['2026-11-21 20:00:01.5+05:30', '2026-11-21T14:30:01.500Z'],
])('reads %s', (text, iso) => expect((readTimestamp(text) as Date).toISOString()).toBe(iso))

test('every millisecond is the one that was meant', () => {
  for (let ms = 0; ms < 1_000; ms++) {
    const text = `2026-11-21 20:00:01.${String(ms).padStart(3, '0')}+00`
    expect((readTimestamp(text) as Date).getUTCMilliseconds()).toBe(ms)
  }
})

test('what has no end is read as the driver reads it', () =>
  expect(readTimestamp('infinity')).toBe(Number.POSITIVE_INFINITY))

test('the driver reads times so', () =>
  expect(pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)).toBe(readTimestamp))
