import type { Period } from './conditions.ts'

const LENGTH = { minutes: 60_000, hours: 3_600_000, days: 86_400_000, weeks: 604_800_000 }

/** The moment that a period points at: so long before `now`, or after it where it says `ahead`. A month keeps its day of month, or takes the last one. */
export const momentOf = ({ value, unit, direction }: Period, now: Date): Date => {
  const sign = direction === 'ahead' ? 1 : -1
  if (unit !== 'months') return new Date(now.getTime() + sign * value * LENGTH[unit])
  const months = now.getUTCFullYear() * 12 + now.getUTCMonth() + sign * value
  const [year, month] = [Math.floor(months / 12), ((months % 12) + 12) % 12]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const moment = new Date(now)
  moment.setUTCFullYear(year, month, Math.min(now.getUTCDate(), lastDay))
  return moment
}

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (zone: string) => {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, format)
  return format
}

/** How far a zone's clocks are ahead of UTC at a moment, in milliseconds. */
const offsetAt = (moment: number, zone: string): number => {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  )
  const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year)
  const wall = new Date(0)
  wall.setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day))
  wall.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second))
  return wall.getTime() - Math.floor(moment / 1000) * 1000
}

/** The moment at which a zone's clocks show `wall` (milliseconds as if it were UTC). */
const fromWall = (wall: number, zone: string): number => {
  if (zone === 'UTC') return wall
  const guess = wall - offsetAt(wall, zone)
  return wall - offsetAt(guess, zone)
}

/** A stretch of time: from, and before `to`. */
export type Span = { from: Date; to: Date }

/** The calendar day of a zone in which a moment lies. */
export const dayOf = (moment: Date, zone: string): Span => {
  const wall = moment.getTime() + (zone === 'UTC' ? 0 : offsetAt(moment.getTime(), zone))
  const start = Math.floor(wall / 86_400_000) * 86_400_000
  return { from: new Date(fromWall(start, zone)), to: new Date(fromWall(start + 86_400_000, zone)) }
}

const TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[-+](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/

const offsetOf = (text: string): number => {
  if (text === 'Z') return 0
  const [, sign, hours, minutes = '0'] = /^([-+])(\d{2}):?(\d{2})?$/.exec(text) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** A date or a time as conditions and fields hold it: the stretch that it names, a day or a moment. Undefined for other texts. */
export const readTime = (text: unknown, zone: string): (Span & { isDay: boolean }) | undefined => {
  const match = typeof text === 'string' ? TIME.exec(text) : null
  if (!match) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const wall = new Date(0)
  wall.setUTCFullYear(year, month - 1, day)
  if (year === 0 || wall.getUTCMonth() !== month - 1 || wall.getUTCDate() !== day) return undefined
  if (hour > 23 || minute > 59 || second > 59) return undefined
  const milliseconds = Math.round(Number(`0.${match[7] ?? '0'}`) * 1000)
  wall.setUTCHours(hour, minute, second, milliseconds)
  const isDay = match[4] === undefined
  const at = match[8] ? wall.getTime() - offsetOf(match[8]) : fromWall(wall.getTime(), zone)
  return {
    from: new Date(at),
    to: new Date(isDay ? fromWall(wall.getTime() + 86_400_000, zone) : at),
    isDay,
  }
}
