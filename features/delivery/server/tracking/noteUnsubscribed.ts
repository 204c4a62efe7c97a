import type { Tx } from '@millrace/kit/server'
import { countMail } from '../ledger/counts.ts'
import { mailProps } from '../ledger/recordResults.ts'
import type { SendKey } from '../ledger/row.ts'

type Row = Parameters<typeof mailProps>[0] & { isFirst: boolean }

/** Notes at a mail that its reader unsubscribed by it; the first time keeps its time. */
const NOTE = `update sends s set unsubscribed_at = coalesce(s.unsubscribed_at, $4)
  where s.account_id = $1 and s.reason_at = $2 and s.id = $3
  returning s.id, s.email_id as "emailId", s.flow_id as "flowId", s.step_id as "stepId", s.broadcast_id as "broadcastId",
    s.variant_id as "variantId", s.unsubscribed_at = $4 as "isFirst"`

/** Counts an unsubscription at the mail that it came from. Answers what the event says about the mail. */
export const noteUnsubscribed = async (
  tx: Tx,
  accountId: number,
  { id, reasonAt }: Pick<SendKey, 'id' | 'reasonAt'>,
  at: Date,
): Promise<Record<string, unknown>> => {
  const row = await tx.one<Row>(NOTE, [accountId, reasonAt, id, at])
  if (!row) return {}
  if (row.isFirst) await countMail(tx, accountId, at, [{ ...row, figures: { unsubscribed: 1 } }])
  return mailProps(row)
}
