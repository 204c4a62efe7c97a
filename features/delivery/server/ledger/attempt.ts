import { momentList, numberList, type Tx, textList } from '@millrace/kit/server'
import type { SkipReason } from '../../contract/index.ts'
import type { ComposedMail, FailedMail } from '../compose/composeBatch.ts'
import type { ClaimedSend } from './row.ts'

/** Marks rows as attempted, each with its Message-ID; only rows that this worker still holds. */
const ATTEMPT = `update sends s set state = 'attempting', attempted_at = $2, attempts = s.attempts + 1, message_id = u.message_id,
    from_address = u.from_address, to_address = u.to_address, subject = u.subject, email_version = u.version, is_transactional = u.is_transactional,
    provider = $12
  from unnest($4::timestamptz[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[], $10::int[], $11::boolean[])
    as u (reason_at, id, message_id, from_address, to_address, subject, version, is_transactional)
  where s.account_id = $1 and s.reason_at = u.reason_at and s.id = u.id and s.claimed_by = $3
    and s.state in ('claimed', 'attempting')
  returning s.id`

/** Writes down, before anything reaches a provider, what is about to be handed over. Answers the ids that may go. */
export const markAttempting = async (
  tx: Tx,
  accountId: number,
  worker: string,
  now: Date,
  provider: number,
  mails: readonly ComposedMail[],
): Promise<ReadonlySet<number>> => {
  if (!mails.length) return new Set()
  const rows = await tx.rows<{ id: number }>(
    ATTEMPT,
    [
      accountId,
      now,
      worker,
      momentList(mails.map(({ send }) => send.reasonAt)),
      numberList(mails.map(({ send }) => send.id)),
      textList(mails.map((mail) => mail.messageId)),
      textList(mails.map((mail) => mail.from)),
      textList(mails.map((mail) => mail.to)),
      textList(mails.map((mail) => mail.subject.slice(0, 500))),
      numberList(mails.map((mail) => mail.version)),
      mails.map((mail) => mail.isTransactional),
      provider,
    ],
    'sends-attempt',
  )
  return new Set(rows.map((row) => row.id))
}

/** Ends rows that do not go out, with the reason. */
const END = `update sends s set state = u.state, why = u.why, ended_at = $2, claimed_by = null
  from unnest($4::timestamptz[], $5::bigint[], $6::text[], $7::text[]) as u (reason_at, id, state, why)
  where s.account_id = $1 and s.reason_at = u.reason_at and s.id = u.id and s.claimed_by = $3 and s.state = 'claimed'
  returning s.id`

/** A row that is not sent, and why. */
export type Skipped = { send: ClaimedSend; skip: SkipReason }

/** Ends the rows of a batch that are not sent or could not be made. Answers the ids that were ended. */
export const endUnsent = async (
  tx: Tx,
  accountId: number,
  worker: string,
  now: Date,
  skipped: readonly Skipped[],
  failed: readonly FailedMail[],
): Promise<ReadonlySet<number>> => {
  const ends = [
    ...skipped.map(({ send, skip }) => ({ send, state: 'skipped', why: skip as string })),
    ...failed.map(({ send, why }) => ({ send, state: 'failed', why })),
  ]
  if (!ends.length) return new Set()
  const rows = await tx.rows<{ id: number }>(
    END,
    [
      accountId,
      now,
      worker,
      ends.map(({ send }) => send.reasonAt),
      ends.map(({ send }) => send.id),
      ends.map(({ state }) => state),
      ends.map(({ why }) => why),
    ],
    'sends-end',
  )
  return new Set(rows.map((row) => row.id))
}
