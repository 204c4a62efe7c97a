import type { Tx } from '@millrace/kit/server'
import { countMail } from '../ledger/counts.ts'
import type { DeliveryPorts } from '../ports.ts'
import { countLinks } from './countLinks.ts'
import type { ReadSend } from './readSend.ts'

/** Marks first clicks as a machine's. */
const MARK = `update send_clicks set is_bot = true
  where account_id = $1 and reason_at = $2 and send_id = $3 and link_id = any($4::bigint[])`

/** Takes what was taken for a person's off a mail that nobody has read after all. */
const UNREAD = `update sends set clicked_at = $4, opened_at = $5, clicks = clicks - $6, bot_clicks = bot_clicks + $6,
    opens = opens - $7, bot_opens = bot_opens + $7
  where account_id = $1 and reason_at = $2 and id = $3`

/** When some machine was at a mail. */
export type Span = { from: number; to: number }

const isWithin = (at: Date | null, { from, to }: Span) => at !== null && at.getTime() >= from && at.getTime() <= to

/**
 * Counts clicks that were taken for a person's as a machine's instead, and the opening that went with them; what was told of
 * them says from then on that it was a machine.
 */
export const takeBack = async (
  tx: Tx,
  { markMachines }: Pick<DeliveryPorts, 'markMachines'>,
  send: ReadSend,
  linkIds: readonly number[],
  span: Span,
  at: Date,
): Promise<void> => {
  const { accountId, reasonAt, id, opens } = send
  const wasClicked = isWithin(send.clickedAt, span)
  const wasOpened = isWithin(send.openedAt, span)
  if (!linkIds.length && !wasOpened) return
  if (linkIds.length) await tx.run(MARK, [accountId, reasonAt, id, linkIds], 'clicks-mark')
  for (const linkId of linkIds) await countLinks(tx, send, linkId, at, { clicked: -1, clicks: -1, bot_clicks: 1 })
  if (send.personId) {
    const names = [...(linkIds.length ? ['Email clicked'] : []), ...(wasOpened ? ['Email opened'] : [])]
    const { personId, id: sendId } = send
    await markMachines(tx, accountId, { personId, sendId, names, from: new Date(span.from), to: new Date(span.to) })
  }
  const unopened = wasOpened && opens > 0 ? 1 : 0
  if (wasClicked) send.clickedAt = null
  if (wasOpened) send.openedAt = null
  const values = [accountId, reasonAt, id, send.clickedAt, send.openedAt, linkIds.length, unopened]
  await tx.run(UNREAD, values, 'sends-unread')
  const figures = {
    clicks: -linkIds.length,
    bot_clicks: linkIds.length,
    ...(wasClicked && { clicked: -1 }),
    ...(wasOpened && { opened: -1 }),
    ...(unopened && { opens: -1, bot_opens: 1 }),
  }
  await countMail(tx, accountId, at, [{ ...send, figures }])
}
