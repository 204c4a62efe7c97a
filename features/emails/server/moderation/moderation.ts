import { approveAccount, recordAdminAct } from '@millrace/accounts/server'
import { conflict, cursorBehind, type House, likeSearch, notFound, readCursor, type Tx } from '@millrace/kit/server'
import type { EmailPorts } from '../ports.ts'
import { tellOfRefusal } from './tellOfRefusal.ts'

type Compliance = 'approved' | 'pending' | 'rejected' | 'manually_approved'
type Page = { limit?: number | undefined; cursor?: string | undefined }

const WAITING = `from emails e join accounts a on a.id = e.account_id
  left join (select s.account_id, s.email_id, count(*)::int as held from sends s
    where s.state = 'held' and s.why = 'email not approved' group by s.account_id, s.email_id) h
    on h.account_id = e.account_id and h.email_id = e.id
  where e.can_spam_compliance = 'pending' and e.archived_at is null
    and ($1 = '' or a.name ilike $1 or a.site ilike $1 or a.email ilike $1)`

const ACCOUNTS = `/* across accounts: whose emails wait for a look */
  select * from (select w.*, w.held > 0 as first, w."updatedAt"::text as "sortedBy", count(*) over ()::int as total from (
      select a.id, a.name, a.site, a.email, a.is_approved as approved, a.mail_paused_at as "pausedAt", a.created_at as "createdAt",
        count(*)::int as pending, coalesce(sum(h.held), 0)::int as held, max(e.updated_at) as "updatedAt"
      ${WAITING} group by a.id) w) q
  where $3::boolean is null or (not q.first, q."updatedAt", q.id) > (not $3, $4::timestamptz, $5::bigint)
  order by not q.first, q."updatedAt", q.id limit $2`

/** Where a row stands in a list whose urgent rows come first, then what has waited longest. */
type Place = { first: boolean; sortedBy: string; total: number }

/** The row that a page goes on behind, as values of a statement. */
const behind = (cursor: string | undefined) => {
  const last = readCursor(cursor, true)
  return last ? [last.part === 1, last.value, last.id] : [null, null, null]
}

const nextOf = (rows: readonly (Place & { id: number })[], limit: number): string | null => {
  const last = rows.length === limit ? rows.at(-1) : undefined
  return last ? cursorBehind({ value: last.sortedBy, id: last.id, part: last.first ? 1 : 0 }) : null
}

type AccountRow = {
  id: number
  name: string
  site: string
  email: string
  approved: boolean
  pausedAt: Date | null
  createdAt: Date
  pending: number
  held: number
  updatedAt: Date
} & Place

/** Accounts with emails that wait for a look: those whose mail waits first, then who has waited longest. */
export const listModeration = (
  { db }: House,
  { search, limit = 100, cursor }: Page & { search?: string | undefined },
) =>
  db.system(async (tx) => {
    const found = await tx.rows<AccountRow>(ACCOUNTS, [likeSearch(search), limit, ...behind(cursor)])
    const rows = found.map(
      ({ total: _total, first: _first, sortedBy: _at, pausedAt, createdAt, updatedAt, ...row }) => ({
        ...row,
        pausedAt: pausedAt?.toISOString() ?? null,
        createdAt: createdAt.toISOString(),
        updatedAt: updatedAt.toISOString(),
      }),
    )
    return { rows, total: found[0]?.total ?? 0, next: nextOf(found, limit) }
  })

const EMAILS = `select * from (
    select e.id, e.name, v.subject, v.from_name as "fromName", v.from_email as "fromEmail", v.html,
      e.can_spam_compliance as "canSpamCompliance", e.refused_why as "refusedWhy", e.version, coalesce(h.held, 0) as held,
      v.updated_at as "updatedAt", e.can_spam_compliance = 'pending' as first, v.updated_at::text as "sortedBy",
      count(*) over ()::int as total
    from emails e join email_versions v on v.account_id = $1 and v.email_id = e.id and v.version = e.version
    left join (select s.email_id, count(*)::int as held from sends s
      where s.account_id = $1 and s.state = 'held' and s.why = 'email not approved' group by s.email_id) h on h.email_id = e.id
    where e.account_id = $1 and e.archived_at is null
      and case when $2::bigint is not null then e.id = $2 else $3 or e.can_spam_compliance = 'pending' end) q
  where $5::boolean is null or (not q.first, q."updatedAt", q.id) > (not $5, $6::timestamptz, $7::bigint)
  order by not q.first, q."updatedAt", q.id limit $4`

type EmailRow = {
  id: number
  name: string
  subject: string
  fromName: string
  fromEmail: string
  html: string
  canSpamCompliance: Compliance
  refusedWhy: string
  version: number
  held: number
  updatedAt: Date
} & Place

const shown = ({ total: _total, first: _first, sortedBy: _at, updatedAt, ...row }: EmailRow) => ({
  ...row,
  updatedAt: updatedAt.toISOString(),
})

/** An account's emails that wait for a look, or all of them; as they would be sent. */
export const listModeratedEmails = (
  { db }: House,
  accountId: number,
  { all, limit = 20, cursor }: Page & { all?: 'true' | 'false' | undefined },
) =>
  db.system(async (tx) => {
    const rows = await tx.rows<EmailRow>(EMAILS, [accountId, null, all === 'true', limit, ...behind(cursor)])
    return { rows: rows.map(shown), total: rows[0]?.total ?? 0, next: nextOf(rows, limit) }
  })

type Decision = {
  canSpamCompliance: Compliance
  version?: number | undefined
  approveAccount?: boolean | undefined
  reason?: string | undefined
}

const trust = async (tx: Tx, accountId: number) => {
  await approveAccount(tx, accountId)
  // Whoever is trusted waits for nobody's look.
  await tx.run(
    `update emails set can_spam_compliance = 'approved' where account_id = $1 and can_spam_compliance = 'pending'`,
    [accountId],
  )
}

const one = async (tx: Tx, accountId: number, emailId: number): Promise<EmailRow> => {
  const email = await tx.one<EmailRow>(EMAILS, [accountId, emailId, true, 1, null, null, null])
  if (!email) throw notFound('This email is archived.')
  return email
}

/**
 * Decides over an email, and writes down who did; what waits for it leaves, or ends, at once. Whoever writes it reads at it why it
 * was refused, and is told by mail.
 */
export const moderateEmail = (
  { house, ports }: { house: House; ports: EmailPorts },
  memberId: number,
  { id: accountId, emailId }: { id: number; emailId: number },
  { canSpamCompliance, version, approveAccount: isTrusted = false, reason }: Decision,
) =>
  house.db.system(async (tx) => {
    // Held, so that no other version is saved between the look and the word.
    const row = await tx.one<{ version: number; refusedWhy: string | null }>(
      `select version, case when can_spam_compliance = 'rejected' then refused_why end as "refusedWhy"
       from emails where account_id = $1 and id = $2 for update`,
      [accountId, emailId],
    )
    if (!row) throw notFound('This email does not exist.')
    if (version !== undefined && version !== row.version)
      throw conflict('This email was saved again after you opened it. Please look at it once more.')
    // The word itself.
    const isRefused = canSpamCompliance === 'rejected'
    await tx.run('update emails set can_spam_compliance = $3, refused_why = $4 where account_id = $1 and id = $2', [
      accountId,
      emailId,
      canSpamCompliance,
      isRefused ? (reason ?? '') : '',
    ])
    if (isTrusted) await trust(tx, accountId)
    const data = {
      emailId,
      version: row.version,
      canSpamCompliance,
      ...(isTrusted && { isTrusted }),
      ...(reason && { reason }),
    }
    await recordAdminAct(tx, { accountId, memberId, act: 'email looked at', data, at: house.clock.now() })
    await house.bell.ring(tx, 'held-mail', accountId)
    const email = await one(tx, accountId, emailId)
    if (isRefused && row.refusedWhy !== email.refusedWhy) await tellOfRefusal({ house, ports }, tx, accountId, email)
    return { email: shown(email) }
  })
