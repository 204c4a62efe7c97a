import { setTimeout as sleep } from 'node:timers/promises'
import type { House } from '@millrace/kit/server'

/** So many changes of an account may wait while its import goes on at full speed. */
const MOST_WAITING = 4_000
const LOOK_MS = 25
/** However many wait, the import does not stand still: somebody may have switched the others off. */
const LONGEST_MS = 1_000

/** How many changes of an account wait for segments and flows; counted no further than $2. */
const WAITING = `
select count(*) as count from (select c.id from changes c where c.account_id = $1 limit $2) as first`

const waiting = async (house: House, accountId: number): Promise<number> => {
  const row = await house.db.account(accountId, (tx) =>
    tx.one<{ count: number }>(WAITING, [accountId, MOST_WAITING + 1]),
  )
  return row?.count ?? 0
}

/**
 * Lets segments and flows catch up with what an import has changed, to be asked after each batch. They take an account's
 * changes in order, so what somebody does meanwhile would else wait behind all of the import's. Looks only when what the
 * batches since the last look wrote, `each` at the most, may have made them too many.
 */
export const newsPasser = (
  house: House,
  accountId: number,
  each: number,
  longestMs = LONGEST_MS,
): (() => Promise<void>) => {
  let atMost = Number.POSITIVE_INFINITY
  return async () => {
    atMost += each
    if (atMost <= MOST_WAITING) return
    for (const end = performance.now() + longestMs; performance.now() < end; await sleep(LOOK_MS)) {
      atMost = await waiting(house, accountId)
      if (atMost <= MOST_WAITING) return
    }
  }
}
