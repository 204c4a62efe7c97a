import type { Tx } from '@millrace/kit/server'
import { domainOf } from '../mime/headers.ts'

/** Which of these addresses may be written from: themselves verified, or on a verified domain. */
const VERIFIED = `select w.email from unnest($2::text[], $3::text[]) as w (email, domain)
  where (select 1 from sender_addresses a
      where a.account_id = $1 and a.email = w.email and a.status = 'verified') is not null
    or (select 1 from sender_domains d
      where d.account_id = $1 and d.domain = w.domain and d.status = 'verified') is not null`

/** The ones among `emails` that the account may write from, in lower case. */
export const verifiedSenders = async (
  tx: Tx,
  accountId: number,
  emails: readonly string[],
): Promise<ReadonlySet<string>> => {
  const wanted = emails.map((email) => email.trim().toLowerCase())
  if (!wanted.length) return new Set()
  const rows = await tx.rows<{ email: string }>(VERIFIED, [accountId, wanted, wanted.map(domainOf)], 'senders-verified')
  return new Set(rows.map((row) => row.email))
}

/** True where the account may write from the address. */
export const isSendable = async (tx: Tx, accountId: number, fromEmail: string): Promise<boolean> =>
  (await verifiedSenders(tx, accountId, [fromEmail])).size > 0

/** The sentence that refuses an address that is not verified. */
export const notVerified = (email: string): string => `Address ${email} has not been verified for sending email.`
