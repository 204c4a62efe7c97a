import type { Tx } from '@millrace/kit/server'
import type { SendKey } from '../ledger/row.ts'

/** The mail that was read, as far as reading concerns it. */
export type ReadSend = SendKey & {
  personId: number
  emailId: number
  flowId: number
  stepId: number
  broadcastId: number
  variantId: number
  acceptedAt: Date | null
  openedAt: Date | null
  clickedAt: Date | null
  opens: number
  botClicks: number
}

/** A row, held while its reading is written. */
const HOLD = `select s.account_id as "accountId", s.reason_at as "reasonAt", s.id, s.person_id as "personId", s.email_id as "emailId",
    s.flow_id as "flowId", s.step_id as "stepId", s.broadcast_id as "broadcastId", s.variant_id as "variantId",
    s.accepted_at as "acceptedAt", s.opened_at as "openedAt", s.clicked_at as "clickedAt", s.opens, s.bot_clicks as "botClicks"
  from sends s where s.account_id = $1 and s.reason_at = $2 and s.id = $3 for update`

/** The mail that a token names, held until the transaction ends. */
export const holdSend = (tx: Tx, { accountId, reasonAt, id }: SendKey): Promise<ReadSend | undefined> =>
  tx.one<ReadSend>(HOLD, [accountId, reasonAt, id], 'sends-hold')

/** Notes an opening or a click at the row; the first human one keeps its time. */
const NOTE = `update sends set opens = opens + $4, bot_opens = bot_opens + $5, clicks = clicks + $6, bot_clicks = bot_clicks + $7,
    opened_at = coalesce(opened_at, $8), clicked_at = coalesce(clicked_at, $9)
  where account_id = $1 and reason_at = $2 and id = $3`

type Noted = {
  opens?: number
  botOpens?: number
  clicks?: number
  botClicks?: number
  openedAt?: Date
  clickedAt?: Date
}

/** Notes what was read at the mail's row. */
export const noteReading = (tx: Tx, { accountId, reasonAt, id }: SendKey, noted: Noted): Promise<unknown> =>
  tx.run(
    NOTE,
    [
      accountId,
      reasonAt,
      id,
      noted.opens ?? 0,
      noted.botOpens ?? 0,
      noted.clicks ?? 0,
      noted.botClicks ?? 0,
      noted.openedAt ?? null,
      noted.clickedAt ?? null,
    ],
    'sends-note',
  )
