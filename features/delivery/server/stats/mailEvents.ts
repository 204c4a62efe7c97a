import { EMAIL_EVENTS } from '@millrace/events/contract'
import { cursorBehind, readCursor, type Tx } from '@millrace/kit/server'
import type { MailEventType } from '../../contract/index.ts'
import type { MailFilter } from './mailFilter.ts'

/** Who did what with which mail, and when. */
export type EventsWanted = {
  type: MailEventType
  filter: MailFilter
  from: Date
  to: Date
  withMachines: boolean
}

/** Something that was done with a mail. `atText` says the moment to the microsecond. */
export type MailEventRow = {
  id: number
  personId: number
  at: Date
  atText: string
  props: {
    emailId?: number
    flowId?: number
    stepId?: number
    broadcastId?: number
    url?: string
    reason?: string
    isBot?: boolean
  }
}

const COLUMNS = 'e.id, e.person_id as "personId", e.created_at as at, e.created_at::text as "atText", e.props'
const HUMAN = ` and not e.props @> '{"isBot": true}'`
const REST = ` and ($8::text[] is null or e.props ->> 'flowId' = any($8)) and ($9::text[] is null or e.props ->> 'stepId' = any($9))
    and ($10::text[] is null or e.props ->> 'broadcastId' = any($10)) and ($11::text[] is null or e.props ->> 'variantId' = any($11))`
const BEFORE = `e.created_at >= $3 and (e.created_at, e.id) < ($4::timestamptz, $5::bigint)`

/** What was done with some emails, latest first. */
const ofEmails = (kept: string) => `select found.* from unnest($7::text[]) as m (email_id) cross join lateral (
    select ${COLUMNS} from events e
    where e.account_id = $1 and e.name_id = $2 and e.props ? 'sendId' and left(e.props ->> 'emailId', 20) = m.email_id
      and ${BEFORE}${kept}${REST}
    order by e.created_at desc, e.id desc limit $6) as found
  order by found.at desc, found.id desc limit $6`

/** What was done with any mail, latest first. */
const ofAll = (kept: string) => `select ${COLUMNS} from events e
  where e.account_id = $1 and e.name_id = $2 and e.created_at > '-infinity' and ${BEFORE}${kept}
    and $7::text[] is null${REST}
  order by e.created_at desc, e.id desc limit $6`

/** The number of an event's name. */
const NAME = `select id from event_names where account_id = $1 and kind = 'email' and name = $2`

/** Emails that were sent for some flows, steps, broadcasts or ways. */
const EMAILS = `select distinct h.email_id::text as id from (
    select c.email_id, c.flow_id, c.step_id, c.broadcast_id, c.variant_id from mail_months c where c.account_id = $1 and c.email_id <> 0
    union all select d.email_id, d.flow_id, d.step_id, d.broadcast_id, d.variant_id from mail_deltas d where d.account_id = $1) h
  where ($2::bigint[] is null or h.flow_id = any($2)) and ($3::bigint[] is null or h.step_id = any($3))
    and ($4::bigint[] is null or h.broadcast_id = any($4)) and ($5::bigint[] is null or h.variant_id = any($5))`

/** Where a page that ended with this row goes on. */
export const placeOf = ({ atText, id }: MailEventRow): string => cursorBehind({ value: atText, id })

const orNull = (ids: readonly number[] | undefined) => (ids?.length ? ids : null)
const texts = (ids: readonly number[] | undefined) => orNull(ids)?.map(String) ?? null

const emailsOf = async (tx: Tx, accountId: number, { emailId, ...rest }: MailFilter): Promise<string[] | null> => {
  const named = texts(emailId)
  const others = [rest.flowId, rest.stepId, rest.broadcastId, rest.variantId].map(orNull)
  if (named || others.every((ids) => ids === null)) return named
  const rows = await tx.rows<{ id: string }>(EMAILS, [accountId, ...others])
  return rows.map(({ id }) => id)
}

/** What was done behind a place ('' at the start), latest first. */
export const readMailEvents = async (
  tx: Tx,
  accountId: number,
  { type, filter, from, to, withMachines }: EventsWanted,
  place: string,
  limit: number,
): Promise<MailEventRow[]> => {
  const last = readCursor(place || undefined, true)
  const name = await tx.one<{ id: number }>(NAME, [accountId, EMAIL_EVENTS[type]], 'mail-event-name')
  if (!name) return []
  const emails = await emailsOf(tx, accountId, filter)
  const kept = withMachines ? '' : HUMAN
  const { flowId, stepId, broadcastId, variantId } = filter
  return tx.rows<MailEventRow>((emails ? ofEmails : ofAll)(kept), [
    accountId,
    name.id,
    from,
    last?.value ?? to,
    last?.id ?? 0,
    limit,
    emails,
    ...[flowId, stepId, broadcastId, variantId].map(texts),
  ])
}
