import { type Letter, written } from '@millrace/access/server'
import type { House, Tx } from '@millrace/kit/server'
import type { DnsRecord } from '../../contract/index.ts'
import { planSystemMails } from '../ledger/planSystemMails.ts'
import { GRACE_MS, type Standing } from './standing.ts'

type Missing = { id: number; domain: string; records: readonly DnsRecord[]; standing: Standing }

/** Members of an account who can do something about its domains. */
const MEMBERS = `select u.email from memberships m join members u on u.id = m.member_id
  where m.account_id = $1 and (m.is_owner or 'emailSettings:write' = any(m.scopes)) order by u.id`

const day = (at: Date) =>
  `${at.toLocaleString('en-GB', { timeZone: 'UTC', dateStyle: 'long', timeStyle: 'short' })} UTC`

const letterOf = (publicUrl: string, { id, domain, records, standing }: Missing): Letter => {
  const endsAt = new Date((standing.failingSince?.getTime() ?? 0) + GRACE_MS)
  const isOver = standing.status === 'failed'
  const what = isOver
    ? `${domain} is not verified any more: mail from addresses on it is not sent until its key is found again.`
    : `Unless its key is found until ${day(endsAt)}, ${domain} will not count as verified any more, and mail from addresses on it will not be sent.`
  const wanted = records
    .filter((record) => !record.optional && !record.valid)
    .flatMap(({ type, host, data }) => [`${type}  ${host}`, data])
  return {
    subject: `${domain} ${isOver ? 'is not verified any more' : 'has lost its DNS record'}`,
    lines: [
      `The DNS of ${domain} answers without the key that signs your email.`,
      what,
      'These records should be there:',
      ...wanted,
    ],
    button: { label: 'Look at the domain', url: `${publicUrl}/settings/email/domains/${id}` },
    after: ['Once the records are there again, press Verify; DNS is asked by itself, too.'],
  }
}

/** Tells the members of an account that the key of a domain is missing. */
export const tellOfMissingKey = async (house: House, tx: Tx, accountId: number, missing: Missing): Promise<void> => {
  const members = await tx.rows<{ email: string }>(MEMBERS, [accountId])
  const letter = written(letterOf(house.publicUrl, missing))
  const mails = members.map(({ email }) => ({ to: email, ...letter }))
  await planSystemMails(house, tx, accountId, mails)
}
