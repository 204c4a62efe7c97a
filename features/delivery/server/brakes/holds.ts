import { createHash } from 'node:crypto'
import { isZone } from '@millrace/kit/contract'
import { windowEnd } from '@millrace/kit/server'
import type { FrequencyCap, QuietHours } from '../../contract/index.ts'

/** A mail that a person got: when, and of which category. */
export type Got = { at: Date; categoryId: number | null }

const DAY = 86_400_000

const capEnds = ({ mails, days, per }: FrequencyCap, got: readonly Got[], categoryId: number | null, now: Date) => {
  const since = now.getTime() - days * DAY
  const counted = got
    .filter((one) => one.at.getTime() > since && (per === 'account' || one.categoryId === categoryId))
    .map((one) => one.at.getTime())
    .sort((a, b) => b - a)
  const oldest = counted[mails - 1]
  return oldest === undefined ? undefined : oldest + days * DAY
}

/** When a person may get another mail of a category, or undefined where that is now. */
export const capUntil = (
  caps: readonly FrequencyCap[],
  got: readonly Got[],
  categoryId: number | null,
  now: Date,
): Date | undefined => {
  const ends = caps.flatMap((cap) => capEnds(cap, got, categoryId, now) ?? [])
  return ends.length ? new Date(Math.max(...ends)) : undefined
}

/** When the quiet hours that are on right now end, or undefined where none are. Zones that do not exist count for none. */
export const quietUntil = (
  quiet: QuietHours | null,
  zones: { person?: string | null | undefined; account: string },
  now: Date,
): Date | undefined => {
  if (!quiet) return undefined
  const own = quiet.timezone === 'person' && isZone(zones.person) ? zones.person : zones.account
  return windowEnd(now, quiet, isZone(own) ? own : 'UTC')
}

/** Whether a person was drawn into the control group; the same person always is while the salt is the same. */
export const isInControl = (control: { percent: number; salt: string } | null, personId: number): boolean => {
  if (!control) return false
  const lot = createHash('sha256').update(`${control.salt}:${personId}`).digest().readUInt32BE(0)
  return (lot / 2 ** 32) * 100 < control.percent
}
