import type { Tx } from './database.ts'
import { together } from './together.ts'

const sent = new WeakMap<Tx, Promise<unknown>[]>()

/**
 * Sends a statement that nobody needs to wait for: savepoints, settings. Where it fails, so does all that follows it up to the savepoint
 * that is gone back to; without one its reason is the one that is told when the transaction ends.
 */
export const unanswered = (tx: Tx, statement: Promise<unknown>): void => {
  statement.catch(() => {})
  const those = sent.get(tx)
  if (those) those.push(statement)
  else sent.set(tx, [statement])
}

/** Waits for what nobody waited for so far; throws why one of them failed. */
export const answered = async (tx: Tx): Promise<void> => {
  const those = sent.get(tx)
  sent.delete(tx)
  if (those) await together(those)
}
