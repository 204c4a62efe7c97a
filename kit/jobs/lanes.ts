import type { Tx } from '../server/database.ts'

/** Opens an account's lanes: for each kind of work, the row whose lock makes one worker at a time do it. */
export const openLanes = async (tx: Tx, accountId: number, lanes: readonly string[]): Promise<void> => {
  // Opening twice is opening once.
  await tx.run(
    `insert into lanes (account_id, lane) select $1::int, u.lane from unnest($2::text[]) as u(lane)
     on conflict (account_id, lane) do nothing`,
    [accountId, lanes],
  )
}
