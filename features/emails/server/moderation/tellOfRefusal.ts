import { type Letter, written } from '@millrace/access/server'
import type { House, Tx } from '@millrace/kit/server'
import type { EmailPorts } from '../ports.ts'

type Refused = { id: number; name: string; version: number; held: number; refusedWhy: string }

/** Who is told: the owner of the account, and whoever saved the version that was looked at. */
const READERS = `select u.email from memberships m join members u on u.id = m.member_id
  where m.account_id = $1 and (m.is_owner or m.member_id =
    (select v.saved_by from email_versions v where v.account_id = $1 and v.email_id = $2 and v.version = $3))
  order by u.id`

const endedWords = (held: number) =>
  held === 1 ? 'The mail that waited for it was ended.' : `${held} mails that waited for it were ended.`

/** The mail that says so; a reason keeps the lines that it was written in. */
const refusalLetter = (publicUrl: string, { id, name, held, refusedWhy }: Refused): Letter => {
  const [first = '', ...more] = refusedWhy.split(/[\r\n]+/).filter((line) => line.trim())
  return {
    subject: `“${name}” may not be sent`,
    lines: [
      `Your email “${name}” was looked at and may not be sent.`,
      ...(first ? [`Reason: ${first}`, ...more] : []),
      `Change what is said there and save the email: it is looked at once more, and leaves when it is approved.${held ? ` ${endedWords(held)}` : ''}`,
    ],
    button: { label: 'Open the email', url: `${publicUrl}/emails/${id}` },
    after: [],
  }
}

/** Tells those who can do something about it that an email was refused, and why. */
export const tellOfRefusal = async (
  { house, ports }: { house: House; ports: EmailPorts },
  tx: Tx,
  accountId: number,
  email: Refused,
): Promise<void> => {
  if (!ports.sendSystemMail) return
  const mail = written(refusalLetter(house.publicUrl, email))
  const readers = await tx.rows<{ email: string }>(READERS, [accountId, email.id, email.version])
  for (const { email: to } of readers) await ports.sendSystemMail(tx, { accountId, to, ...mail })
}
