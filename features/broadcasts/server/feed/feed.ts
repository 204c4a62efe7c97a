import type { PlannedSend } from '@millrace/delivery/server'
import type { Tx } from '@millrace/kit/server'
import type { Broadcasts } from '../ports.ts'
import type { BroadcastRow } from '../store/rows.ts'

/** How many mails one transaction plans. */
export const PORTION = 5_000
/** No more of a broadcast waits in the ledger than this. */
export const MOST_OPEN = 20_000

/** Takes the next whose turn has come; who waits for the winner gets it. $4 says which of the two, $5 the winner. */
const TAKE = `with due as (
    select d.account_id, d.broadcast_id, d.person_id from broadcast_recipients d
    where d.account_id = $1 and d.broadcast_id = $2 and d.planned_at is null and d.why is null and d.is_rest = $4 and d.due_at <= $3
    order by d.due_at, d.person_id limit $6
    for update
  )
  update broadcast_recipients r set planned_at = $3, variant = coalesce($5::smallint, r.variant)
  from due where r.account_id = $1 and r.account_id = due.account_id and r.broadcast_id = due.broadcast_id and r.person_id = due.person_id
  returning r.person_id as "personId", r.variant`

/** Whether anybody's turn is to come, and when. */
const NEXT = `select min(n.due_at) as due from broadcast_recipients n
  where n.account_id = $1 and n.broadcast_id = $2 and n.planned_at is null and n.why is null and n.is_rest = $3`

/** When the next turn of those is, who wait for the winner or of the others; undefined where nobody is left. */
export const nextTurn = async (tx: Tx, row: BroadcastRow, isRest: boolean): Promise<Date | undefined> =>
  (await tx.one<{ due: Date | null }>(NEXT, [row.accountId, row.id, isRest], 'broadcast-next'))?.due ?? undefined

/** Plans the next mails of a broadcast, each person once; answers how many. */
export const feed = async (
  tx: Tx,
  { house, ports }: Broadcasts,
  row: BroadcastRow,
  isRest: boolean,
  most: number,
): Promise<number> => {
  const now = house.clock.now()
  const winner = isRest ? (row.winner ?? 0) : null
  const taken = await tx.rows<{ personId: number; variant: number }>(
    TAKE,
    [row.accountId, row.id, now, isRest, winner, Math.min(most, PORTION)],
    'broadcast-take',
  )
  const startedAt = row.startedAt ?? now
  const sends = taken.map(({ personId, variant }): PlannedSend => {
    const emailId = row.emailIds[variant] ?? row.emailId ?? 0
    return {
      personId,
      emailId,
      reasonKind: 'broadcast',
      reasonKey: `b${row.id}`,
      reasonAt: startedAt,
      broadcastId: row.id,
      variantId: row.variantIds[variant] ?? 0,
      dueAt: now,
    }
  })
  if (sends.length) await ports.delivery.planSends(tx, row.accountId, sends)
  return taken.length
}
