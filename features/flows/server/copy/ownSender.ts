import type { PackedSender } from '@millrace/emails/server'
import type { Tx } from '@millrace/kit/server'
import type { Editor } from '../verbs/editFlow.ts'

/** Who mails are from that do not say it: a verified address, the member's own first; else that of the member. */
const SENDER = `select coalesce(a.email, m.email, '') as "fromEmail", coalesce(nullif(m.name, ''), nullif(c.name, ''), '') as "fromName"
  from accounts c left join members m on m.id = $2
  left join lateral (select s.email from sender_addresses s where s.account_id = $1 and s.status = 'verified'
    order by (s.email = lower(m.email)) desc nulls last, s.created_at, s.email limit 1) a on true
  where c.id = $1`

/** Who a member's mails are from where nothing else is said. */
export const ownSender = async (tx: Tx, { accountId, memberId }: Editor): Promise<PackedSender> => {
  const row = await tx.one<{ fromEmail: string; fromName: string }>(SENDER, [accountId, memberId], 'flows-own-sender')
  return { fromName: '', fromEmail: '', replyName: '', replyEmail: '', cc: '', bcc: '', ...row }
}
