import type { Tx } from '@millrace/kit/server'
import { countMail, QUARTER_OF, REASONS, reasonValues } from '../ledger/counts.ts'
import type { ReadSend } from './recordReading.ts'

/** Nobody clicks several links within this time, least of all right after the mail was accepted. */
const BURST_MS = 2_000
/** So many other links in that time make a burst; right after acceptance one is enough. */
const OTHERS = 2

/** Other links of the mail that were clicked a moment ago by what seemed to be a person. */
const RECENT = `select link_id as "linkId", at from send_clicks
  where account_id = $1 and reason_at = $2 and send_id = $3 and link_id <> $4 and at > $5 and not is_bot`

/** The clicks that turn out to be a scanner's, together with the one that is coming in; undefined where it seems a person's. */
export const burstOf = async (tx: Tx, send: ReadSend, linkId: number, at: Date): Promise<number[] | undefined> => {
  const { accountId, reasonAt, id, acceptedAt } = send
  const from = new Date(at.getTime() - BURST_MS)
  const recent = await tx.rows<{ linkId: number }>(RECENT, [accountId, reasonAt, id, linkId, from], 'clicks-recent')
  const isFresh = acceptedAt !== null && acceptedAt > from
  return recent.length >= (isFresh ? 1 : OTHERS) ? recent.map((click) => click.linkId) : undefined
}

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

/** Marks first clicks as a machine's. */
const MARK = `update send_clicks set is_bot = true
  where account_id = $1 and reason_at = $2 and send_id = $3 and link_id = any($4::bigint[])`

/** Takes the mark of a first human click off a mail that nobody has clicked after all. */
const UNCLICK = `update sends set clicked_at = null, clicks = clicks - $4, bot_clicks = bot_clicks + $4
  where account_id = $1 and reason_at = $2 and id = $3`

/** Counts clicks that were taken for a person's as a machine's instead. */
export const takeBack = async (tx: Tx, send: ReadSend, linkIds: readonly number[], at: Date): Promise<void> => {
  const { accountId, reasonAt, id } = send
  await tx.run(MARK, [accountId, reasonAt, id, linkIds], 'clicks-mark')
  await tx.run(UNCLICK, [accountId, reasonAt, id, linkIds.length], 'clicks-unclick')
  for (const linkId of linkIds) await countLinks(tx, send, linkId, at, { clicked: -1, clicks: -1, bot_clicks: 1 })
  const figures = { clicks: -linkIds.length, bot_clicks: linkIds.length, ...(send.clickedAt && { clicked: -1 }) }
  await countMail(tx, accountId, at, [{ ...send, figures }])
}
