import type { EmailUse } from '@millrace/emails/contract'
import type { Tx } from '@millrace/kit/server'
import type { SegmentUse } from '@millrace/segments/contract'

const ACTIVE = `b.status in ('scheduled', 'sending', 'ab-testing', 'ab-test-sending-winner') or b.follow_up_at is not null`

/** Broadcasts that have not been sent yet and send one of some emails: their own, a variant's, or their follow-up's. */
const OF_EMAILS = `select distinct u.email_id as "emailId", b.id, b.name, (${ACTIVE}) as "isActive"
  from broadcasts b cross join lateral (
    select b.email_id union all select (b.follow_up ->> 'emailId')::bigint
    union all select (v ->> 'emailId')::bigint from jsonb_array_elements(coalesce(b.ab_test -> 'variants', '[]')) as v
  ) as u(email_id)
  where b.account_id = $1 and b.archived_at is null and (b.status = 'draft' or ${ACTIVE}) and u.email_id = any($2::bigint[])
  order by u.email_id, b.id`

/** The broadcasts that emails are used in, by email. */
export const broadcastsOfEmails = async (
  tx: Tx,
  accountId: number,
  emailIds: readonly number[],
): Promise<Map<number, EmailUse[]>> => {
  const rows = await tx.rows<EmailUse & { emailId: number }>(OF_EMAILS, [accountId, emailIds], 'broadcasts-email-uses')
  const uses = new Map<number, EmailUse[]>()
  for (const { emailId, ...use } of rows)
    uses.set(emailId, [...(uses.get(emailId) ?? []), { ...use, kind: 'broadcast' }])
  return uses
}

/** Broadcasts that go, or are to go, to a segment. */
const OF_SEGMENT = `select b.id, b.name, (${ACTIVE}) as "isActive" from broadcasts b
  where b.account_id = $1 and b.archived_at is null and (b.status = 'draft' or ${ACTIVE}) and b.segment_id = $2 order by b.id`

/** The broadcasts that use a segment. */
export const broadcastsOfSegment = async (tx: Tx, accountId: number, segmentId: number): Promise<SegmentUse[]> => {
  const rows = await tx.rows<Omit<SegmentUse, 'kind'>>(OF_SEGMENT, [accountId, segmentId], 'broadcasts-segment-uses')
  return rows.map((row) => ({ kind: 'broadcast', ...row }))
}
