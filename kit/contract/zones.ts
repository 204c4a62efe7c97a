/** A calendar date and time of day as a clock on the wall shows them. `month` is 1 to 12. */
export type Wall = {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  ms: number
}

const DAY = 86_400_000

const formatters = new Map<string, Intl.DateTimeFormat | undefined>()

const formatterOf = (zone: string): Intl.DateTimeFormat | undefined => {
  if (!formatters.has(zone)) {
    let made: Intl.DateTimeFormat | undefined
    try {
      made = new Intl.DateTimeFormat('en-US', {
        timeZone: zone,
        hourCycle: 'h23',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
        era: 'short',
      })
    } catch {
      // People's data names zones that do not exist; those are as good as none.
      made = undefined
    }
    formatters.set(zone, made)
  }
  return formatters.get(zone)
}

/** True for names of the time zone database. */
export const isZone = (zone: string | null | undefined): zone is string => !!zone && formatterOf(zone) !== undefined

const asUtc = ({ year, month, day, hour, minute, second, ms }: Wall): number => {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second, ms)
  return date.getTime()
}

/** What a clock in `zone` (UTC where the zone is unknown) shows at a moment. */
export const wallOf = (at: number, zone: string): Wall => {
  const ms = ((at % 1000) + 1000) % 1000
  const parts: Record<string, string> = {}
  for (const { type, value } of (formatterOf(zone) ?? formatterOf('UTC')!).formatToParts(at - ms)) parts[type] = value
  const year = Number(parts.year)
  return {
    year: parts.era === 'BC' ? 1 - year : year,
    month: Number(parts.month),
    day: Number(parts.day),
    hour: Number(parts.hour),
    minute: Number(parts.minute),
    second: Number(parts.second),
    ms,
  }
}

/**
 * The moment at which a clock in `zone` shows `wall`. Where it shows it twice (clocks go back) the first; where it never
 * does (clocks go forward) as much later as the clocks jump.
 */
export const momentOf = (wall: Wall, zone: string): number => {
  const plain = asUtc(wall)
  const offsetAt = (at: number) => asUtc(wallOf(at, zone)) - at
  const before = plain - offsetAt(plain - DAY)
  const after = plain - offsetAt(plain + DAY)
  const fits = [before, after].filter((at) => asUtc(wallOf(at, zone)) === plain)
  return fits.length ? Math.min(...fits) : before
}

/** Some days later by the calendar, at the same time of day. */
export const plusDays = (wall: Wall, days: number): Wall => {
  const moved = new Date(asUtc(wall) + days * DAY)
  return { ...wall, year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() }
}

/** Some months later; the 31st becomes the last of a shorter month. */
export const plusMonths = (wall: Wall, months: number): Wall => {
  const index = wall.year * 12 + wall.month - 1 + months
  const year = Math.floor(index / 12)
  const month = index - year * 12 + 1
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return { ...wall, year, month, day: Math.min(wall.day, last) }
}

/** 1 Monday to 7 Sunday. */
export const weekdayOf = (wall: Wall): number => new Date(asUtc(wall)).getUTCDay() || 7
