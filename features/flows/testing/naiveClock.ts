/** Where and when a model lives: zones of its account and of its people, and when it begins. */
export type Setting = { start: string; zone: string; zones: readonly (string | null)[] }

/** A Tuesday without anything special, in UTC. */
export const PLAIN_SETTING: Setting = { start: '2026-03-10T09:00:00Z', zone: 'UTC', zones: [] }

/** Clocks are set at full quarters of an hour, wherever that is done. */
const QUARTER = 15
const DAY = 1440

/** A clock on a wall: which local minute since 1970 it shows, so many minutes after the start. */
export class WallClock {
  private readonly offsets = new Map<number, number>()
  private readonly start: number
  private readonly format: Intl.DateTimeFormat

  constructor(start: number, zone: string) {
    this.start = start / 60_000
    this.format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  }

  /** The local minute since 1970. */
  at(minute: number): number {
    const utc = this.start + minute
    const quarter = Math.floor(utc / QUARTER)
    let offset = this.offsets.get(quarter)
    if (offset === undefined) {
      const exact = quarter * QUARTER * 60_000
      offset = (Date.parse(`${this.format.format(exact).replace(' ', 'T')}Z`) - exact) / 60_000
      this.offsets.set(quarter, offset)
    }
    return utc + offset
  }

  /** When it first shows a local minute; where that is left out, when it would if nobody had set it. */
  whenAt(local: number): number {
    // No zone is so far from UTC.
    let minute = local - this.start - DAY
    while (this.at(minute) < local) minute++
    return this.at(minute) === local ? minute : minute + (local - this.at(minute - 1) - 1)
  }

  /** The day that it shows, since 1970. */
  dayAt(minute: number): number {
    return Math.floor(this.at(minute) / DAY)
  }
}

/** 1 Monday to 7 Sunday; 1970 began on a Thursday. */
const weekdayOf = (day: number) => ((day + 3) % 7) + 1

/** The first moment after now at which the clock shows a minute of the day, on some days of the week. */
export const nextTime = (now: number, minuteOfDay: number, weekdays: readonly number[], clock: WallClock): number => {
  for (let day = clock.dayAt(now); ; day++) {
    const minute = clock.whenAt(day * DAY + minuteOfDay)
    if (weekdays.includes(weekdayOf(day)) && minute > now) return minute
  }
}

/** Now, where a window is open; else when it opens. One that closes before it opens is open over midnight. */
export const nextOpening = (
  now: number,
  { from, to, weekdays }: { from: number; to: number; weekdays: readonly number[] },
  clock: WallClock,
): number => {
  for (let day = clock.dayAt(now) - 1; ; day++) {
    if (!weekdays.includes(weekdayOf(day))) continue
    const opens = clock.whenAt(day * DAY + from)
    const closes = clock.whenAt((to > from ? day : day + 1) * DAY + to)
    if (opens > now) return opens
    if (now < closes) return now
  }
}

/** The same time of day some days later. */
export const daysLater = (now: number, days: number, clock: WallClock): number =>
  clock.whenAt(clock.at(now) + days * DAY)
