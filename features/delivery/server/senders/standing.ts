import type { DnsRecord, SenderDomain } from '../../contract/index.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** A verified domain stays so for this long while DNS answers without its key. */
export const GRACE_MS = 72 * HOUR_MS
/** How often a domain is looked at when nobody waits for it. */
const USUAL_MS = 6 * HOUR_MS

/** Where a domain stands. */
export type Standing = {
  status: SenderDomain['status']
  failingSince: Date | null
  /** When its members were told that its key is missing. */
  toldAt: Date | null
  verifiedAt: Date | null
}

const isSure = ({ seen }: DnsRecord) => seen !== 'unanswered'

/**
 * Where a domain stands after a look at its records. Only an answer counts: silence changes nothing, and an answer
 * without the key ends a verification, or the wait for the first one, after three days.
 */
export const standingAfter = (before: Standing, records: readonly DnsRecord[], now: Date): Standing => {
  const required = records.filter((record) => !record.optional)
  if (required.every((record) => record.valid && isSure(record))) {
    return { status: 'verified', failingSince: null, toldAt: null, verifiedAt: before.verifiedAt ?? now }
  }
  if (required.every((record) => record.valid || !isSure(record))) return before
  const failingSince = before.failingSince ?? now
  const isOver = now.getTime() - failingSince.getTime() >= GRACE_MS
  return { ...before, failingSince, status: isOver ? 'failed' : before.status }
}

/**
 * Whether members have to be told that the key of a domain, once verified, is missing: at the second look, and once more when
 * its mail stops.
 */
export const mustTell = (before: Standing, after: Standing): boolean => {
  if (!after.verifiedAt || !before.failingSince || !after.failingSince) return false
  return after.toldAt === null || (before.status === 'verified' && after.status === 'failed')
}

/** When a domain is looked at next: soon while its owner waits for the first yes, else every six hours. */
export const nextLook = (after: Standing, createdAt: Date, now: Date): Date => {
  const age = now.getTime() - createdAt.getTime()
  if (after.status === 'failed') return new Date(now.getTime() + 4 * USUAL_MS)
  if (after.status === 'verified' || age > 24 * HOUR_MS) return new Date(now.getTime() + USUAL_MS)
  return new Date(now.getTime() + (age < HOUR_MS ? 5 * MINUTE_MS : HOUR_MS))
}
