import { isZone, momentOf, wallOf } from '@millrace/kit/contract'

/** Clocks are nowhere further ahead than here. */
const FIRST_ZONE = 'Pacific/Kiritimati'

/** When it is the same time of day, on the same day, in another zone as `at` is in the account's. */
export const sameWall = (at: Date, accountZone: string, zone: string | null): Date =>
  isZone(zone) ? new Date(momentOf(wallOf(at.getTime(), accountZone), zone)) : at

/** When the first people may get what goes out at `sendAt`: at once everywhere, or by their own clocks. */
export const firstMoment = (sendAt: Date, usesZones: boolean, accountZone: string): Date => {
  if (!usesZones) return sendAt
  const first = sameWall(sendAt, accountZone, FIRST_ZONE)
  return first < sendAt ? first : sendAt
}

const HOUR = 3_600_000

/** So much later, days as 24 hours: a waiting period, not a date. */
export const afterPeriod = (from: Date, period: number, type: 'hours' | 'days'): Date =>
  new Date(from.getTime() + period * (type === 'days' ? 24 : 1) * HOUR)
