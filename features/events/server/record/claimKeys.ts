import type { Tx } from '@millrace/kit/server'

/** Claims message ids; answers those that nobody has claimed before. */
const CLAIM = `
insert into event_keys (account_id, key, at) select $1::int, u.key, $3 from unnest($2::text[]) as u(key)
on conflict (account_id, key) do nothing returning key`

/** Gives message ids back, so that what was refused can be sent again. */
const RELEASE = `delete from event_keys where account_id = $1 and key = any($2::text[])`

/**
 * Claims the message ids of a batch: for each item whether it is the first with its id. Items without one are always
 * first.
 */
export const claimKeys = async (
  tx: Tx,
  accountId: number,
  keys: readonly (string | null | undefined)[],
  now: Date,
): Promise<boolean[]> => {
  const distinct = [...new Set(keys.filter((key): key is string => Boolean(key)))].sort()
  if (!distinct.length) return keys.map(() => true)
  const rows = await tx.rows<{ key: string }>(CLAIM, [accountId, distinct, now], 'event-keys-claim')
  const free = new Set(rows.map(({ key }) => key))
  return keys.map((key) => !key || free.delete(key))
}

/** Gives claimed ids back. */
export const releaseKeys = async (tx: Tx, accountId: number, keys: readonly string[]): Promise<void> => {
  if (keys.length) await tx.run(RELEASE, [accountId, keys])
}
