import { randomUUID } from 'node:crypto'
import type { House, Tx } from '@millrace/kit/server'
import type { OwnContent } from './row.ts'

/** A mail whose content comes with it. */
export type ContentMail = {
  kind: 'system' | 'test'
  to: string
  content?: OwnContent
  personId?: number
  emailId?: number
  isTransactional?: boolean
}

/** Inserts mails that bring their own content or go to given addresses. */
const INSERT = `insert into sends (account_id, reason_at, reason_kind, reason_key, person_id, email_id, lane, is_transactional,
    to_address, due_at, created_at, content)
  select $1::int, $2::timestamptz, u.kind, u.key, u.person_id, u.email_id, 0, u.is_transactional, u.to_address,
    $2::timestamptz, $2::timestamptz, u.content
  from unnest($3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::boolean[], $8::text[], $9::jsonb[])
    as u (kind, key, person_id, email_id, is_transactional, to_address, content)`

/** Plans system and test mail: each call is a reason of its own. */
export const planContent = async (
  { bell, clock }: Pick<House, 'bell' | 'clock'>,
  tx: Tx,
  accountId: number,
  mails: readonly ContentMail[],
): Promise<void> => {
  if (!mails.length) return
  await tx.run(INSERT, [
    accountId,
    clock.now(),
    mails.map((mail) => mail.kind),
    mails.map(() => randomUUID()),
    mails.map((mail) => mail.personId ?? 0),
    mails.map((mail) => mail.emailId ?? 0),
    mails.map((mail) => mail.isTransactional ?? null),
    mails.map((mail) => mail.to),
    mails.map((mail) => (mail.content ? JSON.stringify(mail.content) : null)),
  ])
  await bell.ring(tx, 'sends', accountId)
}

/** A mail from the installation itself: a password reset, a confirmation. */
export type SystemMail = {
  /** The account that it is about, where there is one. */
  accountId?: number
  to: string
  subject: string
  text: string
  /** Made from the text where it is not given. */
  html?: string
}
