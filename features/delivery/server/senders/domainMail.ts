import type { House, Tx } from '@millrace/kit/server'
import type { DnsRecord } from '../../contract/index.ts'
import { planSystemMails } from '../ledger/planSystemMails.ts'
import { GRACE_MS, type Standing } from './standing.ts'

type Missing = { domain: string; records: readonly DnsRecord[]; standing: Standing }

/** Members of an account who can do something about its domains. */
const MEMBERS = `select u.email from memberships m join members u on u.id = m.member_id
  where m.account_id = $1 and (m.is_owner or 'emailSettings:write' = any(m.scopes)) order by u.id`

const day = (at: Date) =>
  `${at.toLocaleString('en-GB', { timeZone: 'UTC', dateStyle: 'long', timeStyle: 'short' })} UTC`

const textOf = (publicUrl: string, { domain, records, standing }: Missing) => {
  const endsAt = new Date((standing.failingSince?.getTime() ?? 0) + GRACE_MS)
  const what =
    standing.status === 'failed'
      ? `${domain} is not verified any more: mail from addresses on it is not sent until its key is found again.`
      : `Unless its key is found until ${day(endsAt)}, ${domain} will not count as verified any more, and mail from addresses on it will not be sent.`
  const wanted = records
    .filter((record) => !record.optional && !record.valid)
    .map(({ type, host, data }) => `${type}  ${host}\n${data}`)
  return `The DNS of ${domain} answers without the key that signs your email.

${what}

These records should be there:

${wanted.join('\n\n')}

Look at the domain, and check it again:
${publicUrl}/settings/email/domains
`
}

/** Tells the members of an account that the key of a domain is missing. */
export const tellOfMissingKey = async (house: House, tx: Tx, accountId: number, missing: Missing): Promise<void> => {
  const members = await tx.rows<{ email: string }>(MEMBERS, [accountId])
  const isOver = missing.standing.status === 'failed'
  const subject = `${missing.domain} ${isOver ? 'is not verified any more' : 'has lost its DNS record'}`
  const text = textOf(house.publicUrl, missing)
  const mails = members.map(({ email }) => ({ to: email, subject, text }))
  await planSystemMails(house, tx, accountId, mails)
}
