import { setTimeout as sleep } from 'node:timers/promises'
import type { House } from '@millrace/kit/server'

/** So many changes of an account may wait while its import goes on at full speed. */
const MOST_WAITING = 4_000
const LOOK_MS = 25
/** However many wait, the import does not stand still: somebody may have switched the others off. */
const LONGEST_MS = 1_000

/** Whether more than $2 changes of an account wait for segments and flows. */
const WAITING = `
select count(*) > $2 as "isMany" from (select c.id from changes c where c.account_id = $1 limit $2 + 1) as first`

/**
 * Lets segments and flows catch up with what an import has changed. They take an account's changes in order, so what
 * somebody does meanwhile would else wait behind all of the import's.
 */
export const letNewsPass = async (house: House, accountId: number): Promise<void> => {
  for (const end = performance.now() + LONGEST_MS; performance.now() < end; await sleep(LOOK_MS)) {
    const waiting = await house.db.account(accountId, (tx) =>
      tx.one<{ isMany: boolean }>(WAITING, [accountId, MOST_WAITING]),
    )
    if (!waiting?.isMany) return
  }
}
