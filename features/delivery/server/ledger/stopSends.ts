import type { House, Tx } from '@millrace/kit/server'
import { countMail, type MailReason } from './counts.ts'
import { noteStop } from './stops.ts'

/** Which mails of an account. */
export type SendGroup = { broadcastId: number }

/** Keeps back what has not begun to leave. */
const HOLD = `update sends s set state = 'held', held_since = coalesce(s.held_since, $3), why = $4
  where s.account_id = $1 and s.broadcast_id = $2 and s.broadcast_id > 0 and s.state = 'planned'`

/** Lets go what was kept back. */
const GO = `update sends s set state = 'planned', held_since = null, why = null
  where s.account_id = $1 and s.broadcast_id = $2 and s.broadcast_id > 0 and s.state = 'held'`

/** Ends what has not begun to leave; answers how many of each email. */
const SKIP = `with ended as (
    update sends s set state = 'skipped', why = $4, ended_at = $3, held_since = null
    where s.account_id = $1 and s.broadcast_id = $2 and s.broadcast_id > 0 and s.state in ('planned', 'held')
    returning s.email_id, s.flow_id, s.step_id, s.variant_id)
  select e.email_id as "emailId", e.flow_id as "flowId", e.step_id as "stepId", $2::bigint as "broadcastId",
    e.variant_id as "variantId", count(*)::int as count
  from ended e group by e.email_id, e.flow_id, e.step_id, e.variant_id`

type Ended = MailReason & { count: number }

/**
 * Keeps mails back (`hold`), lets them go again, or ends them as skipped, with why. What a worker has taken up already
 * finishes; where it comes back instead, it is kept back or ended too. Answers how many rows were moved.
 */
export const stopSends = async (
  { bell, clock }: Pick<House, 'bell' | 'clock'>,
  tx: Tx,
  accountId: number,
  { broadcastId }: SendGroup,
  how: 'hold' | 'skip' | 'go',
  why?: string,
): Promise<number> => {
  const now = clock.now()
  await noteStop(tx, accountId, broadcastId, how)
  if (how === 'hold') return tx.run(HOLD, [accountId, broadcastId, now, why ?? 'broadcast paused'], 'sends-stop-hold')
  if (how === 'go') {
    const gone = await tx.run(GO, [accountId, broadcastId], 'sends-stop-go')
    if (gone) await bell.ring(tx, 'sends', accountId)
    return gone
  }
  const ended = await tx.rows<Ended>(
    SKIP,
    [accountId, broadcastId, now, why ?? 'broadcast canceled'],
    'sends-stop-skip',
  )
  const figures = ended.map(({ count, ...row }) => ({ ...row, figures: { skipped: count } }))
  await countMail(tx, accountId, now, figures)
  return ended.reduce((sum, { count }) => sum + count, 0)
}
