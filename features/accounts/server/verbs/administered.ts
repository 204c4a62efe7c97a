import { likeSearch, malformed, notFound } from '@millrace/kit/server'
import type { AccountMailFigures, AdministeredAccount, AdministeredAct } from '../../contract/index.ts'
import type { Desk } from '../ports.ts'
import { type MailSort, mailFigures, mailRanks } from './mailFigures.ts'

const COLUMNS = `a.id as "accountId", a.main_account_id as "mainAccountId", a.name, a.site, a.email, a.status,
  a.is_blocked as blocked, a.is_approved as approved, a.mail_paused_at as "pausedAt",
  not coalesce((a.settings ->> 'isTransactionalEmailOff')::boolean, false) as "transactionalEmail", a.created_at as "createdAt"`

type Row = Omit<AdministeredAccount, 'pausedAt' | 'createdAt' | 'figures'> & { pausedAt: Date | null; createdAt: Date }

const NOTHING: AccountMailFigures = { sent: 0, bounced: 0, complained: 0 }

const shown = ({ pausedAt, createdAt, ...row }: Row, figures = NOTHING): AdministeredAccount => ({
  ...row,
  figures,
  pausedAt: pausedAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
})

const STATES = { paused: 'a.mail_paused_at is not null', unapproved: 'not a.is_approved', blocked: 'a.is_blocked' }

const LIST = (state: string) => `/* across accounts: the installation's accounts, for its administrators */
  select * from (
    select ${COLUMNS}, count(*) over ()::int as total, coalesce(r.rank, 0) as rank
    from accounts a left join unnest($5::int[], $6::float8[]) r (id, rank) on r.id = a.id
    where ${state} and ($1 = '' or a.name ilike $1 or a.site ilike $1 or a.email ilike $1 or a.id::text = $2)) q
  where $3::int is null or (q.rank, q."accountId") < ($7::float8, $3) order by q.rank desc, q."accountId" desc limit $4`

type Wanted = {
  search?: string | undefined
  state?: keyof typeof STATES | undefined
  limit?: number | undefined
  cursor?: string | undefined
  sort?: MailSort | undefined
}

const before = (cursor: string | undefined) => {
  if (cursor === undefined) return null
  if (!/^\d{1,9}$/.test(cursor)) throw malformed('The cursor must be one that a list answered.')
  return Number(cursor)
}

/** The installation's accounts, the newest or who sends most first; found by name, site, address or number. */
export const listAllAccounts = (desk: Desk, { search = '', state, limit = 50, cursor, sort }: Wanted) =>
  desk.house.db.system(async (tx) => {
    const wanted = search.trim()
    const behind = before(cursor)
    // Who is sorted by what they sent is asked about once: of all for the order, otherwise of the page alone.
    const everybody = sort && (await mailFigures(desk, tx))
    const ranks = sort && everybody ? mailRanks(sort, everybody) : new Map<number, number>()
    const ranked = [[...ranks.keys()], [...ranks.values()], ranks.get(behind ?? 0) ?? 0]
    const values = [likeSearch(search), wanted, behind, limit, ...ranked]
    const rows = await tx.rows<Row & { total: number; rank: number }>(LIST(state ? STATES[state] : 'true'), values)
    const ids = rows.map(({ accountId }) => accountId)
    const figures = everybody ?? (await mailFigures(desk, tx, ids))
    const last = rows.length === limit ? rows.at(-1) : undefined
    return {
      accounts: rows.map(({ total: _total, rank: _rank, ...row }) => shown(row, figures.get(row.accountId))),
      total: rows[0]?.total ?? 0,
      next: last ? String(last.accountId) : null,
    }
  })

const ONE = `select ${COLUMNS} from accounts a where a.id = $1`

const ACTS = `select c.id, c.at, nullif(coalesce(nullif(m.name, ''), m.email), '') as by, c.act, c.data ->> 'reason' as reason
  from admin_acts c left join members m on m.id = c.member_id
  where c.account_id = $1 order by c.id desc limit 50`

/** An account with what administrators lately did to it and why. */
export const administeredAccount = (desk: Desk, accountId: number) =>
  desk.house.db.system(async (tx) => {
    const row = await tx.one<Row>(ONE, [accountId])
    if (!row) throw notFound('There is no such account.')
    const acts = await tx.rows<Omit<AdministeredAct, 'at'> & { at: Date }>(ACTS, [accountId])
    const figures = await mailFigures(desk, tx, [accountId])
    return {
      account: shown(row, figures.get(accountId)),
      acts: acts.map((act) => ({ ...act, at: act.at.toISOString() })),
    }
  })
