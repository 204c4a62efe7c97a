import type { Tx } from '@millrace/kit/server'
import type { ClaimedSend } from './row.ts'

/** Gives claimed rows back with a later time. */
const POSTPONE = `update sends s set state = 'planned', claimed_by = null, due_at = u.due_at
  from unnest($3::timestamptz[], $4::bigint[], $5::timestamptz[]) as u (reason_at, id, due_at)
  where s.account_id = $1 and s.reason_at = u.reason_at and s.id = u.id and s.claimed_by = $2 and s.state = 'claimed'`

/** Puts claimed rows off, each to its time. */
export const postpone = async (
  tx: Tx,
  accountId: number,
  worker: string,
  later: readonly { send: ClaimedSend; dueAt: Date }[],
): Promise<void> => {
  if (!later.length) return
  await tx.run(
    POSTPONE,
    [
      accountId,
      worker,
      later.map(({ send }) => send.reasonAt),
      later.map(({ send }) => send.id),
      later.map(({ dueAt }) => dueAt),
    ],
    'sends-postpone',
  )
}
