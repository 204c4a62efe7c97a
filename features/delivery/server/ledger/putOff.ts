import type { Tx } from '@millrace/kit/server'
import type { HoldReason } from '../../contract/index.ts'
import type { ClaimedSend } from './row.ts'

/** A row that waits: until a time (`planned`), or for somebody's word (`held`). */
export type Later = { send: ClaimedSend; state: 'planned' | 'held'; dueAt: Date; why: HoldReason }

/** Gives claimed rows back with a later time or held, and with what they wait for. */
const PUT_OFF = `update sends s set state = u.state, claimed_by = null, due_at = u.due_at, why = u.why,
    held_since = coalesce(s.held_since, $7::timestamptz)
  from unnest($3::timestamptz[], $4::bigint[], $5::timestamptz[], $6::text[], $8::text[]) as u (reason_at, id, due_at, why, state)
  where s.account_id = $1 and s.reason_at = u.reason_at and s.id = u.id and s.claimed_by = $2 and s.state = 'claimed'`

/** Puts claimed rows off, each to its time or until the word comes. */
export const putOff = async (
  tx: Tx,
  accountId: number,
  worker: string,
  later: readonly Later[],
  now: Date,
): Promise<void> => {
  if (!later.length) return
  await tx.run(
    PUT_OFF,
    [
      accountId,
      worker,
      later.map(({ send }) => send.reasonAt),
      later.map(({ send }) => send.id),
      later.map(({ dueAt }) => dueAt),
      later.map(({ why }) => why),
      now,
      later.map(({ state }) => state),
    ],
    'sends-put-off',
  )
}
