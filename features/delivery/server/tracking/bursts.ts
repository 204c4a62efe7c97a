import type { Tx } from '@millrace/kit/server'
import { countMail } from '../ledger/counts.ts'
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

/** Adds to the figures of a link in an hour. */
const COUNT = `insert into link_hours (account_id, hour, email_id, link_id, flow_id, step_id, clicked, clicks, bot_clicks)
  values ($1, date_trunc('hour', $2::timestamptz), $3, $4, $5, $6, $7, $8, $9)
  on conflict (account_id, hour, email_id, link_id, flow_id, step_id) do update set
    clicked = link_hours.clicked + excluded.clicked, clicks = link_hours.clicks + excluded.clicks,
    bot_clicks = link_hours.bot_clicks + excluded.bot_clicks`

/** Adds to the figures of a link. */
export const countLinks = async (
  tx: Tx,
  send: ReadSend,
  linkId: number,
  at: Date,
  counts: LinkCounts,
): Promise<void> => {
  const { accountId, emailId, flowId, stepId } = send
  const { clicked = 0, clicks = 0, bot_clicks = 0 } = counts
  await tx.run(COUNT, [accountId, at, emailId, linkId, flowId, stepId, clicked, clicks, bot_clicks], 'links-count')
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
