import type { Tx } from './database.ts'

/**
 * Lets a transaction end without waiting for the disk (`synchronous_commit`). For work whose place is written in the same
 * transaction: where PostgreSQL loses power within some hundred milliseconds, it is as if it had not been done, and is done
 * again. Nothing else can be seen of it: commits reach the disk in their order, so whoever waits for a later one, as sending
 * mail does, waits for this one too.
 */
export const withoutWaiting = async (tx: Tx): Promise<void> => {
  await tx.run('set local synchronous_commit = off', [], 'commit-later')
}
