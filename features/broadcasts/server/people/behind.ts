import type { Tx } from '@millrace/kit/server'
import type { FigureName } from '../../contract/index.ts'
import { contentsOf } from '../rules/contents.ts'
import type { BroadcastRow } from '../store/rows.ts'

/** Which people of a broadcast. */
export type Behind = { figure: FigureName; why?: string | undefined; variantId?: string | undefined }

/** Somebody behind a figure. `place`: where the next ones begin behind them. */
export type Found = {
  place: number
  personId: number
  variant: number
  state: string | null
  why: string | null
  at: Date | null
}

type Mailed = Exclude<FigureName, 'entered' | 'excluded'>

const FITS: Readonly<Record<Mailed, string>> = {
  sent: `(s.accepted_at is not null or s.state in ('delivered', 'complained'))`,
  delivered: `s.state in ('accepted', 'delivered', 'complained')`,
  opened: 's.opened_at is not null',
  'not-opened': `s.state in ('accepted', 'delivered') and s.opened_at is null`,
  clicked: 's.clicked_at is not null',
  'not-clicked': `s.state in ('accepted', 'delivered') and s.clicked_at is null`,
  unsubscribed: 's.unsubscribed_at is not null',
  bounced: `s.state = 'bounced'`,
  complained: `s.state = 'complained'`,
  waiting: `s.state in ('planned', 'held', 'claimed', 'attempting')`,
  failed: `s.state = 'failed'`,
  uncertain: `s.state = 'uncertain'`,
}

const AT: Readonly<Partial<Record<Mailed, string>>> = {
  opened: 's.opened_at',
  clicked: 's.clicked_at',
  unsubscribed: 's.unsubscribed_at',
}

/** Mails of a broadcast by id: they lie together in that order. */
const mailed = (
  figure: Mailed,
) => `select s.id as place, s.person_id as "personId", s.variant_id as "variantId", s.state, s.why,
    ${AT[figure] ?? 'coalesce(s.accepted_at, s.ended_at)'} as at
  from sends s where s.account_id = $1 and s.reason_at = $2 and s.broadcast_id = $3 and s.id > $4 and ${FITS[figure]}
    and ($5::bigint is null or s.variant_id = $5) and ($7::text is null or s.why = $7)
  order by s.account_id, s.reason_at, s.id limit $6`

/**
 * People of an audience by id: those who get it, or with $4 those who were left out before their mail was planned, and with $8
 * those of a canceled broadcast for whom none was.
 */
const FROZEN = `select r.person_id as place, r.person_id as "personId", r.variant, null::text as state,
    case when $4 then coalesce(r.why, 'broadcast canceled') end as why, r.planned_at as at
  from broadcast_recipients r where r.account_id = $1 and r.broadcast_id = $2 and r.person_id > $3
    and (r.why is not null or ($4 and $8 and r.planned_at is null)) = $4
    and ($5::text is null or coalesce(r.why, 'broadcast canceled') = $5) and ($6::int is null or r.variant = $6)
  order by r.account_id, r.broadcast_id, r.person_id limit $7`

/** People who were left out when their turn came. */
const SKIPPED = `select s.id as place, s.person_id as "personId", 0 as variant, s.state, s.why, s.ended_at as at
  from sends s where s.account_id = $1 and s.reason_at = $2 and s.broadcast_id = $3 and s.state = 'skipped' and s.id > $4
    and ($5::text is null or s.why = $5)
  order by s.account_id, s.reason_at, s.id limit $6`

/** Places behind this are those of mails that were skipped: they come after those who were left out before. */
const SKIPS_FROM = 2 ** 50

const excluded = async (tx: Tx, row: BroadcastRow, { why }: Behind, after: number, limit: number): Promise<Found[]> => {
  const { accountId, id, startedAt } = row
  const isOver = row.status === 'canceled'
  const before =
    after < SKIPS_FROM
      ? await tx.rows<Found>(FROZEN, [accountId, id, after, true, why ?? null, null, limit, isOver])
      : []
  if (before.length === limit || !startedAt) return before
  const values = [accountId, startedAt, id, Math.max(after - SKIPS_FROM, 0), why ?? null, limit - before.length]
  const skipped = await tx.rows<Found>(SKIPPED, values)
  return [...before, ...skipped.map((one) => ({ ...one, place: one.place + SKIPS_FROM }))]
}

/** The next people behind a figure, behind a place (0 at the start). */
export const peopleBehind = async (
  tx: Tx,
  row: BroadcastRow,
  behind: Behind,
  after: number,
  limit: number,
): Promise<Found[]> => {
  const { accountId, id, startedAt, variantIds } = row
  const { figure, variantId, why = null } = behind
  if (figure === 'excluded') return excluded(tx, row, behind, after, limit)
  const index = variantId === undefined ? null : contentsOf(row).findIndex((one) => one.variantId === variantId)
  if (figure === 'entered') return tx.rows<Found>(FROZEN, [accountId, id, after, false, null, index, limit, false])
  if (!startedAt) return []
  const pinned = index === null ? null : (variantIds[index] ?? -1)
  type Row = Omit<Found, 'variant'> & { variantId: number }
  const rows = await tx.rows<Row>(mailed(figure), [accountId, startedAt, id, after, pinned, limit, why])
  return rows.map(({ variantId: of, ...rest }) => ({ ...rest, variant: Math.max(variantIds.indexOf(of), 0) }))
}
