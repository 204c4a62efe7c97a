import type { Tx } from '@millrace/kit/server'

/** A mail that was planned in a dry run. */
export type PlannedMail = { emailId: number; name: string; subject: string; to: string }

/** The mail that was planned for a stay, with its email's name and subject. */
const PLANNED = `select s.email_id as "emailId", coalesce(e.name, '') as name, coalesce(v.subject, '') as subject,
    coalesce(s.to_address, p.email, '') as "to"
  from sends s
  join people p on p.account_id = $1 and p.id = s.person_id
  left join emails e on e.account_id = $1 and e.id = s.email_id
  left join email_versions v on v.account_id = $1 and v.email_id = e.id and v.version = e.version
  where s.account_id = $1 and s.person_id = $2 and s.reason_kind = 'flow' and s.reason_key = $3 limit 1`

/** The mail that was planned for a stay; null for none. */
export const mailOf = async (
  tx: Tx,
  accountId: number,
  personId: number,
  reasonKey: string,
): Promise<PlannedMail | null> => (await tx.one<PlannedMail>(PLANNED, [accountId, personId, reasonKey])) ?? null
