import type { Tx } from '@millrace/kit/server'

/** Mails of a broadcast that are on their way or wait; asked through an index that holds hardly more than them. */
const OPEN = `select count(*)::int as open from sends s where s.account_id = $1 and s.broadcast_id = $2
  and s.state in ('planned', 'held', 'claimed', 'attempting')`

/** How many mails of a broadcast are on their way or wait. */
export const openMails = async (tx: Tx, accountId: number, broadcastId: number): Promise<number> =>
  (await tx.one<{ open: number }>(OPEN, [accountId, broadcastId], 'broadcast-open'))?.open ?? 0
