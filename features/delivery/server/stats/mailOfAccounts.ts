import type { Tx } from '@millrace/kit/server'

/** What an account sent in a stretch of time, refused mail too, and what became of it. */
export type AccountMail = { accountId: number; sent: number; bounced: number; complained: number }

const FROM = (table: string) =>
  `select c.accepted, c.bounced, c.refused, c.complained from ${table} c where c.account_id = a.id and c.at >= $1`

const SUMS = `/* across accounts: who sent how much lately, for administrators */
  select f.* from accounts a cross join lateral (
    select a.id as "accountId", greatest(sum(h.accepted) + sum(h.refused), sum(h.bounced))::int as sent,
      sum(h.bounced)::int as bounced, sum(h.complained)::int as complained
    from (${FROM('mail_days')} and c.email_id = 0 union all ${FROM('mail_deltas')}) h) f
  where ($2::int[] is null or a.id = any($2)) and f.sent > 0`

/** What accounts sent since the beginning of a day in UTC, those that sent anything; all or some of them. */
export const mailOfAccounts = (tx: Tx, since: Date, accountIds?: readonly number[]): Promise<AccountMail[]> =>
  tx.rows<AccountMail>(SUMS, [since, accountIds ?? null])
