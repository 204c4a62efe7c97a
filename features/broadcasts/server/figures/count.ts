import type { Tx } from '@millrace/kit/server'
import type { BroadcastFigures } from '../../contract/index.ts'
import type { BroadcastRow } from '../store/rows.ts'

/** What is counted of the mails `s` of a broadcast; people count once, and machines that read for them do not. */
const FIGURES = `count(*) filter (where s.accepted_at is not null or s.state in ('delivered', 'complained'))::int as sent,
  count(*) filter (where s.state in ('accepted', 'delivered', 'complained'))::int as delivered,
  count(*) filter (where s.opened_at is not null)::int as opened,
  count(*) filter (where s.clicked_at is not null)::int as clicked,
  count(*) filter (where s.unsubscribed_at is not null)::int as unsubscribed,
  count(*) filter (where s.state = 'bounced')::int as bounced,
  count(*) filter (where s.state = 'bounced' and s.accepted_at is null)::int as refused,
  count(*) filter (where s.state = 'complained')::int as complained,
  count(*) filter (where s.state = 'skipped')::int as skipped,
  count(*) filter (where s.state = 'failed')::int as failed,
  count(*) filter (where s.state = 'uncertain')::int as uncertain,
  count(*) filter (where s.state in ('planned', 'held', 'claimed', 'attempting'))::int as waiting`

/** All mails of a broadcast have its beginning as their reason's time: they lie together in one part of the ledger. */
const ALL = `select ${FIGURES} from sends s where s.account_id = $1 and s.reason_at = $2 and s.broadcast_id = $3`

const BY_VARIANT = `select s.variant_id as "variantId", s.email_id as "emailId", ${FIGURES} from sends s
  where s.account_id = $1 and s.reason_at = $2 and s.broadcast_id = $3 group by s.variant_id, s.email_id`

const NONE: BroadcastFigures = {
  sent: 0,
  delivered: 0,
  opened: 0,
  clicked: 0,
  unsubscribed: 0,
  bounced: 0,
  refused: 0,
  complained: 0,
  skipped: 0,
  failed: 0,
  uncertain: 0,
  waiting: 0,
}

/** No figures at all. */
export const noFigures = (): BroadcastFigures => ({ ...NONE })

/** What became of the mails of a broadcast, counted in the ledger. */
export const countFigures = async (
  tx: Tx,
  row: Pick<BroadcastRow, 'accountId' | 'id' | 'startedAt'>,
): Promise<BroadcastFigures> =>
  (row.startedAt &&
    (await tx.one<BroadcastFigures>(ALL, [row.accountId, row.startedAt, row.id], 'broadcast-figures'))) ||
  noFigures()

/** The same by variant: by what delivery pinned of each. */
export const countByVariant = async (tx: Tx, row: BroadcastRow): Promise<Map<number, BroadcastFigures>> => {
  if (!row.startedAt) return new Map()
  const values = [row.accountId, row.startedAt, row.id]
  type Counted = BroadcastFigures & { variantId: number; emailId: number }
  const rows = await tx.rows<Counted>(BY_VARIANT, values, 'broadcast-variants')
  return new Map(rows.map(({ variantId, emailId: _emailId, ...figures }) => [variantId, figures]))
}
