import type { EmailUse } from '@millrace/emails/contract'
import type { Tx } from '@millrace/kit/server'
import { operationKeysOf } from '../../contract/index.ts'

const holding = () => operationKeysOf(({ holds }) => holds.emailId === 'email')

/** Flows with a step that sends one of some emails, or asks about one. */
const USES = `select distinct on (s.input ->> 'emailId', f.id) (s.input ->> 'emailId')::bigint as "emailId", f.id, f.name,
    f.status = 'on' as "isActive"
  from flow_steps s join flows f on f.account_id = s.account_id and f.id = s.flow_id
  where s.account_id = $1 and f.archived_at is null and s.deleted_at is null and s.operation_key = any($3::text[]) and s.input ->> 'emailId' = any($2::text[])
  order by s.input ->> 'emailId', f.id`

/** The flows that emails are used in, by email. */
export const usesOfEmails = async (
  tx: Tx,
  accountId: number,
  emailIds: readonly number[],
): Promise<Map<number, EmailUse[]>> => {
  const values = [accountId, emailIds.map(String), holding()]
  const rows = await tx.rows<EmailUse & { emailId: number }>(USES, values, 'flows-email-uses')
  const uses = new Map<number, EmailUse[]>()
  for (const { emailId, ...use } of rows) uses.set(emailId, [...(uses.get(emailId) ?? []), use])
  return uses
}
