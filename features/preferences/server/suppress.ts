import type { Tx } from '@millrace/kit/server'

/** Why an address is not written to. */
export type SuppressionReason = 'bounced' | 'complained' | 'manual' | 'unsubscribed'

/** An address that is not to be written to any more. */
export type Suppression = { address: string; reason: SuppressionReason; detail?: string }

/** Adds addresses to the suppression list; those that are on it stay as they are. */
const INSERT = `insert into suppressions (account_id, address, reason, detail, at)
  select $1::int, lower(u.address), u.reason, u.detail, $2::timestamptz
  from unnest($3::text[], $4::text[], $5::text[]) as u (address, reason, detail)
  on conflict (account_id, address, reason) do nothing`

/** Puts addresses on an account's suppression list. */
export const suppress = async (tx: Tx, accountId: number, items: readonly Suppression[], at: Date): Promise<void> => {
  if (!items.length) return
  await tx.run(
    INSERT,
    [
      accountId,
      at,
      items.map((item) => item.address),
      items.map((item) => item.reason),
      items.map((item) => (item.detail ?? '').slice(0, 500)),
    ],
    'suppress',
  )
}
