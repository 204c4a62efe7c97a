import { momentList, numberList, type Tx } from '@millrace/kit/server'
import type { ClaimedSend } from './row.ts'

/** Gives claimed rows back as they were. */
const GIVE_BACK = `update sends s set state = 'planned', claimed_by = null
  from unnest($3::timestamptz[], $4::bigint[]) as u (reason_at, id)
  where s.account_id = $1 and s.reason_at = u.reason_at and s.id = u.id and s.claimed_by = $2 and s.state = 'claimed'`

/** Gives rows back for which a batch had no time; they are due as before. */
export const giveBack = async (
  tx: Tx,
  accountId: number,
  worker: string,
  left: readonly { send: ClaimedSend }[],
): Promise<void> => {
  if (!left.length) return
  await tx.run(
    GIVE_BACK,
    [accountId, worker, momentList(left.map(({ send }) => send.reasonAt)), numberList(left.map(({ send }) => send.id))],
    'sends-give-back',
  )
}
