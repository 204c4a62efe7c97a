import type { EmailSender } from '../contract/email.ts'
import type { Emails } from './verbs/emails.ts'

/** Addresses that emails may be sent from, verified ones first, each with the name that it was used with last. */
export const listSenders = ({ house, ports }: Emails, accountId: number): Promise<EmailSender[]> =>
  house.db.account(accountId, async (tx) => {
    const known = await ports.senders(tx, accountId)
    // The name that went with each from address in the newest version that had one.
    const used = await tx.rows<{ email: string; name: string }>(
      `select distinct on (lower(v.from_email)) lower(v.from_email) as email, v.from_name as name
       from email_versions v where v.account_id = $1 and v.from_email <> '' and v.from_name <> ''
       order by lower(v.from_email), v.updated_at desc`,
      [accountId],
    )
    const names = new Map(used.map(({ email, name }) => [email, name]))
    return known
      .map((sender) => ({ ...sender, name: names.get(sender.email.toLowerCase()) ?? '' }))
      .sort((a, b) => Number(b.isVerified) - Number(a.isVerified) || a.email.localeCompare(b.email))
  })
