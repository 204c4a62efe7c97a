import { momentList, numberList, type Tx, textList, together } from '@millrace/kit/server'
import { recordArrivals, recordBounces } from '@millrace/preferences/server'
import type { DeliveryPorts, EmailEvent } from '../ports.ts'
import { type Counted, countMail, type Figure } from './counts.ts'
import type { Result } from './result.ts'
import type { ClaimedSend } from './row.ts'

/** A row with what a try made of it. */
export type Ended = { send: ClaimedSend; result: Result; to: string | null }

/**
 * Writes results. Only rows that are still being attempted, or whose fate was uncertain and is now known, take one; so
 * a result that is written again changes nothing. A row that another worker attempts by now takes none from this one.
 */
const RECORD = `update sends s set state = u.state, why = u.why, reply = u.reply, claimed_by = null,
    due_at = coalesce(u.due_at, s.due_at), attempts = s.attempts - u.is_free::int,
    accepted_at = case when u.state in ('accepted', 'delivered') then $2::timestamptz else s.accepted_at end,
    ended_at = case when u.state in ('planned', 'uncertain') then null else $2::timestamptz end,
    delivered_at = case when u.state = 'delivered' then $2::timestamptz else s.delivered_at end,
    bounced_at = case when u.state = 'bounced' then $2::timestamptz else s.bounced_at end
  from unnest($3::timestamptz[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::timestamptz[], $9::boolean[])
    as u (reason_at, id, state, why, reply, due_at, is_free)
  where s.account_id = $1 and s.reason_at = u.reason_at and s.id = u.id
    and ((s.state = 'attempting' and s.claimed_by = $10) or (s.state = 'uncertain' and u.state <> 'uncertain'))
  returning s.id`

const EVENTS: Partial<Record<Result['state'], string[]>> = {
  accepted: ['Email sent'],
  delivered: ['Email sent', 'Email delivered'],
  bounced: ['Email bounced'],
}

const FIGURES: Partial<Record<Result['state'], Figure[]>> = {
  accepted: ['accepted'],
  delivered: ['accepted', 'delivered'],
  // Nobody had taken it.
  bounced: ['bounced', 'refused'],
  failed: ['failed'],
  skipped: ['skipped'],
}

/** True for mail that counts: tests and system mail do not. */
export const isCounted = ({ reasonKind }: Pick<ClaimedSend, 'reasonKind'>): boolean =>
  reasonKind !== 'test' && reasonKind !== 'system'

/** What an event says about the mail that it is about. */
export const mailProps = (
  send: Pick<ClaimedSend, 'emailId' | 'id' | 'flowId' | 'stepId' | 'broadcastId' | 'variantId'>,
): Record<string, unknown> => ({
  emailId: send.emailId,
  sendId: send.id,
  ...(send.flowId && { flowId: send.flowId }),
  ...(send.stepId && { stepId: send.stepId }),
  ...(send.broadcastId && { broadcastId: send.broadcastId }),
  ...(send.variantId && { variantId: send.variantId }),
})

const eventsOf = ({ send, result }: Ended, at: Date): EmailEvent[] =>
  (EVENTS[result.state] ?? []).map((name) => ({
    personId: send.personId,
    name,
    kind: 'email',
    at,
    props: { ...mailProps(send), ...(result.state === 'bounced' && { reason: result.reply }) },
  }))

/** Figures of ended rows. */
export const figuresOf = ({ send, result }: { send: ClaimedSend; result: Pick<Result, 'state'> }): Counted => ({
  emailId: send.emailId,
  flowId: send.flowId,
  stepId: send.stepId,
  broadcastId: send.broadcastId,
  variantId: send.variantId,
  figures: Object.fromEntries((FIGURES[result.state] ?? []).map((figure) => [figure, 1])),
})

/** Writes what became of mails of one account, with the events, figures and suppressions that follow from it. */
export const recordResults = async (
  tx: Tx,
  accountId: number,
  now: Date,
  ended: readonly Ended[],
  { recordEvents }: Pick<DeliveryPorts, 'recordEvents'>,
  /** Who attempted them; null where all of them are uncertain. */
  worker: string | null,
): Promise<void> => {
  if (!ended.length) return
  const rows = await tx.rows<{ id: number }>(
    RECORD,
    [
      accountId,
      now,
      momentList(ended.map(({ send }) => send.reasonAt)),
      numberList(ended.map(({ send }) => send.id)),
      textList(ended.map(({ result }) => result.state)),
      textList(ended.map(({ result }) => result.why)),
      textList(ended.map(({ result }) => result.reply)),
      momentList(ended.map(({ result }) => result.dueAt)),
      ended.map(({ result }) => result.isFree),
      worker,
    ],
    'sends-record',
  )
  const written = new Set(rows.map((row) => row.id))
  const counted = ended.filter(({ send }) => written.has(send.id) && isCounted(send))
  const events = counted.filter(({ send }) => send.personId).flatMap((one) => eventsOf(one, now))
  await together([
    countMail(tx, accountId, now, counted.map(figuresOf)),
    events.length ? recordEvents(tx, accountId, events) : undefined,
  ])
  const addressed = counted.flatMap(({ result, to }) => (to ? [{ result, address: to }] : []))
  await recordArrivals(
    tx,
    accountId,
    addressed.flatMap(({ result, address }) => (result.state === 'delivered' ? [address] : [])),
  )
  const bounces = addressed.flatMap(({ result: { isHard, reply }, address }) =>
    isHard === undefined ? [] : [{ address, isHard, detail: reply ?? '' }],
  )
  await recordBounces(tx, accountId, bounces, now)
}
