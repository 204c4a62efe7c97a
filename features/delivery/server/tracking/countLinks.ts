import type { Tx } from '@millrace/kit/server'
import { QUARTER_OF, REASONS, reasonValues } from '../ledger/counts.ts'
import type { ReadSend } from './readSend.ts'

/** Figures of one link. */
export type LinkCounts = Partial<Record<'clicked' | 'clicks' | 'bot_clicks', number>>

/** Writes down what is to be added to the figures of a link. */
const COUNT = `insert into link_deltas (account_id, at, link_id, ${REASONS.join(', ')}, clicked, clicks, bot_clicks)
  values ($1, ${QUARTER_OF('$2::timestamptz')}, $3, $4, $5, $6, $7, $8, $9, $10, $11)`

/** Adds to the figures of a link. */
export const countLinks = async (
  tx: Tx,
  send: ReadSend,
  linkId: number,
  at: Date,
  counts: LinkCounts,
): Promise<void> => {
  const { clicked = 0, clicks = 0, bot_clicks = 0 } = counts
  const values = [send.accountId, at, linkId, ...reasonValues(send), clicked, clicks, bot_clicks]
  await tx.run(COUNT, values, 'links-count')
}
