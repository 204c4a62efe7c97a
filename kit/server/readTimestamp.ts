import pg from 'pg'

const readAny = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)

const IN_UTC = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/
const ZERO = 48

const two = (text: string, at: number) => (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO

const milliseconds = (text: string) => {
  if (text.length === 22) return 0
  return Math.trunc(Number(`0${text.slice(19, -3)}`) * 1_000 + 1e-6)
}

/**
 * Reads a moment as PostgreSQL writes it to a session in UTC; rarer forms (infinity, years before Christ) as the driver does. A
 * person has five, so that half of the time of reading people went to them; this takes less than half of that.
 */
export const readTimestamp = (text: string): Date | number | null =>
  IN_UTC.test(text) && text.slice(0, 2) !== '00'
    ? new Date(
        Date.UTC(
          two(text, 0) * 100 + two(text, 2),
          two(text, 5) - 1,
          two(text, 8),
          two(text, 11),
          two(text, 14),
          two(text, 17),
          milliseconds(text),
        ),
      )
    : readAny(text)
