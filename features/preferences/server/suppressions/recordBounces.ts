import type { Tx } from '@millrace/kit/server'
import { suppress } from './suppress.ts'

/** A mail that came back. Hard: the address is not there. Soft: it could not be reached now. */
export type Bounce = { address: string; isHard: boolean; detail: string }

const DAY_MS = 86_400_000
/** Failures that are further apart than this do not belong together. */
const WINDOW_MS = 30 * DAY_MS
/** An address counts as gone after so many temporary failures over so long a time. */
const MOST = 5
const LEAST_MS = 3 * DAY_MS

/** Counts temporary failures; what is older than the window begins anew. */
const COUNT = `insert into soft_bounces as b (account_id, address, count, first_at, last_at)
  select $1::int, u.address, u.count, $3::timestamptz, $3::timestamptz
  from unnest($2::text[], $5::int[]) as u (address, count)
  on conflict (account_id, address) do update set
    count = case when b.first_at < $4 then excluded.count else b.count + excluded.count end,
    first_at = case when b.first_at < $4 then excluded.first_at else b.first_at end, last_at = excluded.last_at
  returning address, count, first_at as "firstAt"`

/** Forgets temporary failures. */
const FORGET = `delete from soft_bounces where account_id = $1 and address = any($2::text[])`

type Counted = { address: string; count: number; firstAt: Date }

const countSoft = async (tx: Tx, accountId: number, addresses: readonly string[], at: Date): Promise<Counted[]> => {
  const counts = new Map<string, number>()
  for (const address of addresses) counts.set(address, (counts.get(address) ?? 0) + 1)
  if (!counts.size) return []
  const since = new Date(at.getTime() - WINDOW_MS)
  return tx.rows<Counted>(COUNT, [accountId, [...counts.keys()], at, since, [...counts.values()]])
}

/**
 * Takes note of mails that came back. Addresses that are gone, or that could not be reached for days, are suppressed;
 * answers which of them were not before.
 */
export const recordBounces = async (
  tx: Tx,
  accountId: number,
  bounces: readonly Bounce[],
  at: Date,
): Promise<ReadonlySet<string>> => {
  const all = bounces.map((bounce) => ({ ...bounce, address: bounce.address.trim().toLowerCase() }))
  const soft = all.filter(({ isHard }) => !isHard)
  const counted = await countSoft(
    tx,
    accountId,
    soft.map(({ address }) => address),
    at,
  )
  const given = new Set(
    counted
      .filter(({ count, firstAt }) => count >= MOST && at.getTime() - firstAt.getTime() >= LEAST_MS)
      .map(({ address }) => address),
  )
  const gone = all
    .filter(({ address, isHard }) => isHard || given.has(address))
    .map(({ address, detail }) => ({ address, detail, reason: 'bounced' as const }))
  if (!gone.length) return new Set()
  const addresses = [...new Set(gone.map(({ address }) => address))]
  // Those that bounced for good before.
  const known = await tx.rows<{ address: string }>(
    `select address from suppressions where account_id = $1 and address = any($2::text[]) and reason = 'bounced'`,
    [accountId, addresses],
  )
  await suppress(tx, accountId, gone, at)
  await tx.run(FORGET, [accountId, addresses])
  const before = new Set(known.map(({ address }) => address))
  return new Set(addresses.filter((address) => !before.has(address)))
}

/** Takes note that mail arrived: what failed before was temporary indeed. */
export const recordArrivals = async (tx: Tx, accountId: number, addresses: readonly string[]): Promise<void> => {
  if (addresses.length) await tx.run(FORGET, [accountId, addresses.map((address) => address.trim().toLowerCase())])
}
