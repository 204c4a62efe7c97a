import { addObjects, judgeShows } from '@millrace/emails/server'
import type { Tx } from '@millrace/kit/server'
import type { Facts, MailPerson } from './facts.ts'
import { type ClaimedSend, templateKey } from './row.ts'

/** People of a batch with their tags by name and their choices by category. */
const PEOPLE = `select p.id, p.email, p.user_id as "userId", p.fields, p.timezone, p.created_at as "createdAt",
    p.unsubscribed_at as "unsubscribedAt", p.archived_at as "archivedAt",
    (select array_agg(t.name order by t.name) from tags t where t.account_id = $1 and t.id = any(p.tags)) as tags,
    (select jsonb_object_agg(c.category_id, c.choice) from category_choices c
      where c.account_id = $1 and c.person_id = p.id) as choices
  from people p where p.account_id = $1 and p.id = any($2::bigint[])`

/** People as mails need them, by id. */
export const readPeople = async (tx: Tx, accountId: number, personIds: readonly number[]) => {
  const rows = personIds.length ? await tx.rows<MailPerson>(PEOPLE, [accountId, personIds], 'delivery-people') : []
  return new Map(rows.map((person) => [person.id, person]))
}

/** Gives people the objects that the Liquid of these mails asks for. */
export const addObjectsOf = (
  tx: Tx,
  accountId: number,
  people: ReadonlyMap<number, MailPerson>,
  templates: Facts['templates'],
): Promise<void> => {
  const kinds = new Set([...templates.values()].flatMap((template) => template?.objectKinds ?? []))
  return addObjects(tx, accountId, people, [...kinds])
}

/** What people did, by name. */
const EVENTS = `select e.id, n.name, e.props from unnest($2::timestamptz[], $3::bigint[]) as u (at, id)
  join events e on e.account_id = $1 and e.created_at = u.at and e.id = u.id
  join event_names n on n.account_id = $1 and n.id = e.name_id`

/** What some mails are about. */
export const readEvents = async (
  tx: Tx,
  accountId: number,
  sends: readonly ClaimedSend[],
): Promise<Facts['events']> => {
  const about = sends.filter(({ eventId, eventAt }) => eventId && eventAt)
  if (!about.length) return new Map()
  const rows = await tx.rows<{ id: number; name: string; props: Record<string, unknown> | null }>(
    EVENTS,
    [accountId, about.map(({ eventAt }) => eventAt), about.map(({ eventId }) => eventId)],
    'mail-events',
  )
  return new Map(rows.map(({ id, name, props }) => [id, { name, ...props }]))
}

const withTemplates = (sends: readonly ClaimedSend[], templates: Facts['templates']) =>
  sends.flatMap((send) => {
    const template = templates.get(templateKey(send))
    return template && send.personId > 0 ? [{ template, personId: send.personId }] : []
  })

/** Which parts of their mails people are shown. */
export const showsOf = (
  tx: Tx,
  asking: Parameters<typeof judgeShows>[1],
  sends: readonly ClaimedSend[],
  templates: Facts['templates'],
): Promise<Facts['shows']> => judgeShows(tx, asking, withTemplates(sends, templates))
