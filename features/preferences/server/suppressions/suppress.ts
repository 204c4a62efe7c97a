import type { Tx } from '@millrace/kit/server'
import type { SuppressedAddress, SuppressionReason } from '../../contract/index.ts'

/** An address that is not to be written to any more. */
export type Suppression = { address: string; reason: SuppressionReason; detail?: string }

/** What put addresses on the list: a mail that came back unless told, and the member where it was one. */
export type SuppressionSource = { source?: SuppressedAddress['source']; memberId?: number }

/** Adds addresses to the suppression list; those that are on it stay as they are. */
const INSERT = `insert into suppressions (account_id, address, reason, detail, at, source, member_id)
  select distinct on (lower(u.address), u.reason) $1::int, lower(u.address), u.reason, u.detail, $2::timestamptz, $6::text, $7::int
  from unnest($3::text[], $4::text[], $5::text[]) as u (address, reason, detail)
  on conflict (account_id, address, reason) do nothing`

/** Puts addresses on an account's suppression list; answers how many were not on it. */
export const suppress = async (
  tx: Tx,
  accountId: number,
  items: readonly Suppression[],
  at: Date,
  { source = 'mail', memberId = 0 }: SuppressionSource = {},
): Promise<number> => {
  if (!items.length) return 0
  return tx.run(
    INSERT,
    [
      accountId,
      at,
      items.map((item) => item.address.trim()),
      items.map((item) => item.reason),
      items.map((item) => (item.detail ?? '').slice(0, 500)),
      source,
      memberId,
    ],
    'suppress',
  )
}
