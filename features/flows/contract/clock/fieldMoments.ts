import { momentOf } from '@millrace/kit/contract'

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?(Z|[-+]\d{2}(?::?\d{2})?)?$/

const isDay = (year: number, month: number, day: number) => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** A person field's value as a moment: a date (its start in `zone`) or a time, ISO 8601; undefined for everything else. */
export const momentOfField = (value: unknown, zone: string): Date | undefined => {
  if (value instanceof Date) return value
  const parts = typeof value === 'string' ? DATE.exec(value.trim()) : null
  if (!parts) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  if (!isDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined
  const ms = Math.floor(Number(`0.${parts[7] ?? 0}`) * 1000)
  const wall = { year, month, day, hour, minute, second, ms }
  const offset = parts[8]
  if (!offset || parts[4] === undefined) return new Date(momentOf(wall, zone))
  if (offset === 'Z') return new Date(momentOf(wall, 'UTC'))
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3).replace(':', '') || 0)
  return new Date(momentOf(wall, 'UTC') - (offset[0] === '-' ? -1 : 1) * minutes * 60_000)
}
