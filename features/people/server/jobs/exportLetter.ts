import { written } from '@millrace/access/server'
import { type CallContext, refused, type Tx } from '@millrace/kit/server'
import { EXPORT_DAYS } from '../../contract/index.ts'
import { readEmail } from '../rules/personKeys.ts'

/** Whom a link goes to when nobody is named: the caller, else the account. */
const OWN_EMAIL = `
select coalesce((select nullif(m.email, '') from members m where m.id = $2), nullif(a.email, '')) as email
from accounts a where a.id = $1`

/** Whom the link to an export is mailed to; throws where an address is wrong, answers nothing where there is none. */
export const exportRecipient = async (
  tx: Tx,
  { accountId, memberId }: Pick<CallContext, 'accountId' | 'memberId'>,
  notifyEmail: string | undefined,
): Promise<string | null | undefined> => {
  if (!notifyEmail?.trim()) return (await tx.one<{ email: string | null }>(OWN_EMAIL, [accountId, memberId]))?.email
  const { value, refusal } = readEmail(notifyEmail)
  if (refusal !== undefined) throw refused(refusal, [{ path: ['body', 'notifyEmail'], message: refusal }])
  return value
}

/** The mail that says where the file of an export is. `things`: "12 people". */
export const exportLetter = ({ things, title, url }: { things: string; title?: string | undefined; url: string }) =>
  written({
    subject: 'Your export is ready',
    lines: [`The file with ${things} that you asked for is ready.`, ...(title ? [title] : [])],
    button: { label: 'Download the file', url },
    after: [
      `The link works for ${EXPORT_DAYS} days, for everybody who has it. Treat it like the data itself.`,
      'If you did not ask for this file, tell an administrator of your account.',
    ],
  })
