import type { Tx } from '../server/database.ts'
import type { Bell } from './bell.ts'

/**
 * Waits for the account's lane of changes and holds it to the end of the transaction: meanwhile no reactor moves anybody.
 * Taken before any other lock.
 */
export const holdChanges = async (tx: Tx, accountId: number): Promise<void> => {
  // Locks the lane of the account's changes.
  await tx.rows(
    `select account_id from lanes where account_id = $1 and lane = 'changes' for update`,
    [accountId],
    'changes-hold',
  )
}

/** Takes what waits about people off the queue, and what was put aside: they are no more, and nobody may read about them. Needs the lane. */
export const dropChanges = async (tx: Tx, accountId: number, personIds: readonly number[]): Promise<number> => {
  // Changes that could not be taken.
  await tx.run('delete from parked_changes where account_id = $1 and person_id = any($2::bigint[])', [
    accountId,
    personIds,
  ])
  // Changes that were not taken yet.
  return tx.run('delete from changes where account_id = $1 and person_id = any($2::bigint[])', [accountId, personIds])
}

/** Gives an account's changes that were put aside back to its queue: what kept them back may be mended. Answers how many. */
const GIVE_BACK = `with back as (delete from parked_changes where account_id = $1 returning *)
  insert into changes (account_id, id, at, kind, person_id, ref, data) overriding system value
  select account_id, id, at, kind, person_id, ref, data from back`

/** Has an account's changes that could not be taken tried again; answers how many. */
export const giveBackChanges = async (tx: Tx, { bell }: { bell: Bell }, accountId: number): Promise<number> => {
  const given = await tx.run(GIVE_BACK, [accountId], 'changes-give-back')
  if (given) await bell.ring(tx, 'changes', accountId)
  return given
}
