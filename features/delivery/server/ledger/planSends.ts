import { type House, momentList, numberList, type Tx, textList } from '@millrace/kit/server'
import type { ReasonKind } from '../../contract/index.ts'

/**
 * A mail that shall be sent. `reasonAt`, `reasonKey` and `emailId` must be the same each time the same reason is planned: who
 * could plan another variant, or the same at another time, must itself know whom it has planned.
 */
export type PlannedSend = {
  personId: number
  emailId: number
  reasonKind: ReasonKind
  reasonKey: string
  reasonAt: Date
  /** Another address than the person's own. */
  toAddress?: string
  flowId?: number
  stepId?: number
  broadcastId?: number
  /** The way in which the email goes out, from `variantOf`; as it is saved unless told. */
  variantId?: number
  /** What the person did that the mail is about: fills `{{ event.* }}`. */
  event?: { id: number; at: Date }
  /** As the email's category says, unless told. */
  isTransactional?: boolean
  dueAt: Date
}

const LANES: Record<ReasonKind, number> = { test: 0, api: 0, system: 0, flow: 1, broadcast: 2 }

/**
 * Inserts ledger rows; a reason that is already there stays as it is. Mail of a flow is urgent where its email, or that one's
 * category, is transactional and the step does not say otherwise.
 */
const INSERT = `with urgent as (
    select e.id from emails e left join communication_categories c on c.account_id = $1 and c.id = e.communication_category_id
    where e.account_id = $1 and e.id = any($5::bigint[]) and (e.is_transactional or c.type = 'transactional'))
  insert into sends (account_id, reason_at, person_id, email_id, reason_kind, reason_key, flow_id, step_id,
    broadcast_id, variant_id, event_id, event_at, lane, is_transactional, to_address, due_at, created_at)
  select $1::int, u.reason_at, u.person_id, u.email_id, u.reason_kind, u.reason_key, u.flow_id, u.step_id,
    u.broadcast_id, u.variant_id, u.event_id, u.event_at,
    case when u.lane = 1 and u.is_transactional is null and urgent.id is not null then 0 else u.lane end, u.is_transactional, u.to_address, u.due_at, $2::timestamptz
  from unnest($3::timestamptz[], $4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::bigint[], $9::bigint[],
    $10::smallint[], $11::boolean[], $12::text[], $13::timestamptz[], $14::bigint[], $15::bigint[], $16::bigint[], $17::timestamptz[])
    as u(reason_at, person_id, email_id, reason_kind, reason_key, flow_id, step_id, lane, is_transactional, to_address, due_at,
      broadcast_id, variant_id, event_id, event_at)
    left join urgent on urgent.id = u.email_id
  on conflict (account_id, reason_at, person_id, email_id, reason_kind, reason_key) do nothing`

/** Writes mails into the ledger, each reason once however often it is planned, and wakes the senders on commit. Answers how many were new. */
export const planSends = async (
  house: Pick<House, 'bell' | 'clock'>,
  tx: Tx,
  accountId: number,
  rows: readonly PlannedSend[],
): Promise<number> => {
  if (!rows.length) return 0
  const added = await tx.run(
    INSERT,
    [
      accountId,
      house.clock.now(),
      momentList(rows.map((row) => row.reasonAt)),
      numberList(rows.map((row) => row.personId)),
      numberList(rows.map((row) => row.emailId)),
      textList(rows.map((row) => row.reasonKind)),
      textList(rows.map((row) => row.reasonKey)),
      numberList(rows.map((row) => row.flowId ?? 0)),
      numberList(rows.map((row) => row.stepId ?? 0)),
      numberList(rows.map((row) => (row.isTransactional ? 0 : LANES[row.reasonKind]))),
      rows.map((row) => row.isTransactional ?? null),
      textList(rows.map((row) => row.toAddress ?? null)),
      momentList(rows.map((row) => row.dueAt)),
      numberList(rows.map((row) => row.broadcastId ?? 0)),
      numberList(rows.map((row) => row.variantId ?? 0)),
      numberList(rows.map((row) => row.event?.id ?? null)),
      momentList(rows.map((row) => row.event?.at ?? null)),
    ],
    'sends-plan',
  )
  if (added) await house.bell.ring(tx, 'sends', accountId)
  return added
}
