import { malformed, notFound } from '@millrace/kit/server'
import type { AdministeredAccount, AdministeredAct } from '../../contract/index.ts'
import type { Desk } from '../ports.ts'

const COLUMNS = `a.id as "accountId", a.main_account_id as "mainAccountId", a.name, a.site, a.email, a.status,
  a.is_blocked as blocked, a.is_approved as approved, a.mail_paused_at as "pausedAt",
  not coalesce((a.settings ->> 'isTransactionalEmailOff')::boolean, false) as "transactionalEmail", a.created_at as "createdAt"`

type Row = Omit<AdministeredAccount, 'pausedAt' | 'createdAt'> & { pausedAt: Date | null; createdAt: Date }

const shown = ({ pausedAt, createdAt, ...row }: Row): AdministeredAccount => ({
  ...row,
  pausedAt: pausedAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
})

const STATES = { paused: 'a.mail_paused_at is not null', unapproved: 'not a.is_approved', blocked: 'a.is_blocked' }

const LIST = (state: string) => `/* across accounts: the installation's accounts, for its administrators */
  select * from (
    select ${COLUMNS}, count(*) over ()::int as total from accounts a
    where ${state} and ($1 = '' or a.name ilike $1 or a.site ilike $1 or a.email ilike $1 or a.id::text = $2)) q
  where $3::int is null or q."accountId" < $3 order by q."accountId" desc limit $4`

type Wanted = {
  search?: string | undefined
  state?: keyof typeof STATES | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

const before = (cursor: string | undefined) => {
  if (cursor === undefined) return null
  if (!/^\d{1,9}$/.test(cursor)) throw malformed('The cursor must be one that a list answered.')
  return Number(cursor)
}

/** The installation's accounts, the newest first; found by name, site, address or number. */
export const listAllAccounts = ({ house }: Desk, { search = '', state, limit = 50, cursor }: Wanted) =>
  house.db.system(async (tx) => {
    const wanted = search.trim()
    const pattern = wanted && `%${wanted.replace(/[\\%_]/g, '\\$&')}%`
    const values = [pattern, wanted, before(cursor), limit]
    const rows = await tx.rows<Row & { total: number }>(LIST(state ? STATES[state] : 'true'), values)
    const last = rows.length === limit ? rows.at(-1) : undefined
    return {
      accounts: rows.map(({ total: _, ...row }) => shown(row)),
      total: rows[0]?.total ?? 0,
      next: last ? String(last.accountId) : null,
    }
  })

const ONE = `select ${COLUMNS} from accounts a where a.id = $1`

const ACTS = `select c.id, c.at, nullif(coalesce(nullif(m.name, ''), m.email), '') as by, c.act, c.data ->> 'reason' as reason
  from admin_acts c left join members m on m.id = c.member_id
  where c.account_id = $1 order by c.id desc limit 50`

/** An account with what administrators lately did to it and why. */
export const administeredAccount = ({ house }: Desk, accountId: number) =>
  house.db.system(async (tx) => {
    const row = await tx.one<Row>(ONE, [accountId])
    if (!row) throw notFound('There is no such account.')
    const acts = await tx.rows<Omit<AdministeredAct, 'at'> & { at: Date }>(ACTS, [accountId])
    return { account: shown(row), acts: acts.map((act) => ({ ...act, at: act.at.toISOString() })) }
  })
