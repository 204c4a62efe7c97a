import type { Stretch, Tx } from '@millrace/kit/server'
import type { LinkClicks } from '../../contract/index.ts'
import type { MailFilter } from './mailFilter.ts'

const WHERE = `c.account_id = $1 and c.at >= $2 and c.at < $3
    and ($4::bigint[] is null or c.email_id = any($4)) and ($5::bigint[] is null or c.flow_id = any($5))
    and ($6::bigint[] is null or c.step_id = any($6)) and ($7::bigint[] is null or c.broadcast_id = any($7))
    and ($8::bigint[] is null or c.variant_id = any($8))`

const FROM = (table: string) =>
  `select c.email_id, c.link_id, c.clicked, c.clicks, c.bot_clicks from ${table} c where ${WHERE}`

/** Clicks by link, the most clicked first. */
const CLICKS = `select l.url, h.email_id as "emailId", sum(h.clicked)::bigint as clicked, sum(h.clicks)::bigint as clicks,
    sum(h.bot_clicks)::bigint as "botClicks"
  from (${FROM('link_quarters')} union all ${FROM('link_deltas')}) h
  join email_links l on l.account_id = $1 and l.id = h.link_id
  where l.account_id = $1 group by l.url, h.email_id order by clicks desc, l.url, h.email_id limit $9`

const MOST = 500

const orNull = (ids: readonly number[] | undefined) => (ids?.length ? ids : null)

/** Clicks by link in a stretch of time. */
export const readLinks = (
  tx: Tx,
  accountId: number,
  { from, to }: Stretch,
  { emailId, flowId, stepId, broadcastId, variantId }: MailFilter,
): Promise<LinkClicks[]> =>
  tx.rows<LinkClicks>(CLICKS, [
    accountId,
    from,
    to,
    ...[emailId, flowId, stepId, broadcastId, variantId].map(orNull),
    MOST,
  ])
