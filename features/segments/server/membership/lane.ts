import type { Tx } from '@millrace/kit/server'

/**
 * Waits for the account's lane and holds it to the end of the transaction. Changes, builds and sweeps are taken in it
 * one at a time, so that an older look at a person never overwrites a newer one.
 */
export const holdLane = async (tx: Tx, accountId: number): Promise<void> => {
  // Locks the lane of the account's changes.
  await tx.rows(
    `select account_id from lanes where account_id = $1 and lane = 'changes' for update`,
    [accountId],
    'segments-lane',
  )
}
