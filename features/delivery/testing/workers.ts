import type { World } from './openWorld.ts'
import { type SendRow, sendsOf } from './readLedger.ts'
import type { SendingAccount } from './sendingAccount.ts'

/** Leaves all mails of an account in the hands of a worker that was handing them over, and answers them. */
export const handOver = async (world: World, account: SendingAccount, worker: string): Promise<SendRow[]> => {
  const now = world.house.clock.now()
  await world.house.db.system((tx) =>
    tx.run(
      `update sends set state = 'attempting', claimed_by = $2, attempts = 1, attempted_at = $3 where account_id = $1`,
      [account.accountId, worker, now],
    ),
  )
  return sendsOf(world, account)
}

/** A worker as it makes itself known: where it runs, where its journal is, and when it was heard of. */
export type KnownWorker = { id: string; machine: string; journal: string; pid?: number; seenAgoMs: number }

/** Writes a worker into the list of those that are at work. */
export const registerWorker = (
  { house }: World,
  { id, machine, journal, pid = 1, seenAgoMs }: KnownWorker,
): Promise<unknown> =>
  house.db.system((tx) =>
    tx.run(
      `insert into workers (id, machine, pid, journal, started_at, seen_at)
       values ($1, $2, $3, $4, clock_timestamp(), clock_timestamp() - $5 * interval '1 millisecond')`,
      [id, machine, pid, journal, seenAgoMs],
    ),
  )
