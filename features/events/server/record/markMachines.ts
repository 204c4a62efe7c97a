import { recordChanges } from '@millrace/kit/jobs'
import type { Tx } from '@millrace/kit/server'
import type { Recording } from './recordEvents.ts'

/** Events of a mail that a machine caused after all: by whom, of which names, and when. */
export type MachineEvents = { personId: number; sendId: number; names: readonly string[]; from: Date; to: Date }

type Marked = { id: number; nameId: number; at: Date }

/** Marks events of one mail as a machine's. */
const MARK = `update events e set props = e.props || '{"isBot": true}'
  from event_names n
  where e.account_id = $1 and e.person_id = $2 and e.created_at between $5 and $6
    and n.account_id = $1 and n.id = e.name_id and n.kind = 'email' and n.name = any($4::text[])
    and e.props ->> 'sendId' = $3::text and not e.props @> '{"isBot": true}'
  returning e.id, e.name_id as "nameId", e.created_at as at`

/** Counts no longer as a person's what turned out to be a machine's. */
const UNCOUNT = `update event_hours h set human = h.human - u.events
  from (select m.name_id, date_trunc('hour', m.at, 'UTC') as hour, count(*) as events
    from unnest($2::bigint[], $3::timestamptz[]) as m (name_id, at) group by 1, 2) u
  where h.account_id = $1 and h.name_id = u.name_id and h.hour = u.hour`

/**
 * Marks events as a machine's that were told as a person's. They keep their time and place; segments, counts and whatever
 * asks for people judge anew, as after any other event.
 */
export const markMachines = async (
  { house, properties }: Recording,
  tx: Tx,
  accountId: number,
  { personId, sendId, names, from, to }: MachineEvents,
): Promise<number> => {
  const marked = await tx.rows<Marked>(MARK, [accountId, personId, sendId, names, from, to], 'events-mark-machines')
  if (!marked.length) return 0
  const values = [accountId, marked.map(({ nameId }) => nameId), marked.map(({ at }) => at)]
  await tx.run(UNCOUNT, values, 'event-hours-uncount')
  const props = { isBot: true }
  const learnt = marked.map(({ nameId }) => ({ nameId, props }))
  await properties.learn(tx, accountId, learnt, house.clock.now())
  const changes = marked.map(({ id, nameId, at }) => ({
    kind: 'event',
    personId,
    ref: nameId,
    data: { eventId: id, at: at.toISOString() },
  }))
  await recordChanges(tx, house, accountId, changes)
  return marked.length
}
