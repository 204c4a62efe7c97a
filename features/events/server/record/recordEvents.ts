import { recordChanges } from '@millrace/kit/jobs'
import { type House, momentList, numberList, type Tx, together, withGenericPlans } from '@millrace/kit/server'
import type { PeopleDoor } from '@millrace/people/server'
import type { EventKind } from '../../contract/index.ts'
import { claimKeys } from './claimKeys.ts'
import { NameIds } from './nameIds.ts'
import { PropertyNames } from './propertyNames.ts'

/** Something that a person did. With a `key` it is recorded once, however often it is told. */
export type NewEvent = {
  personId: number
  name: string
  kind: EventKind
  at: Date
  props: Record<string, unknown> | null
  key?: string | null
}

/** What recording stands on; one per process. */
export type Recording = { house: House; people: PeopleDoor; names: NameIds; properties: PropertyNames }

/** Opens recording: names and properties that are known are remembered in it. */
export const openRecording = (house: House, people: PeopleDoor): Recording => ({
  house,
  people,
  names: new NameIds(),
  properties: new PropertyNames(),
})

const INSERT = `
insert into events (account_id, person_id, name_id, created_at, props)
select $1::int, u.person_id, u.name_id, u.created_at, u.props
from unnest($2::bigint[], $3::bigint[], $4::timestamptz[], $5::jsonb[]) as u(person_id, name_id, created_at, props)
returning id, person_id, name_id, created_at`

/** Locks names in the order of their ids, so that two batches never wait for each other in a circle. */
const LOCK_NAMES = `
select id from event_names where account_id = $1 and id = any($2::bigint[]) order by account_id, id for no key update`

/** Counts events at their names. */
const COUNT_NAMES = `
update event_names n set total = n.total + u.total, last_seen_at = greatest(n.last_seen_at, u.last_at)
from unnest($2::bigint[], $3::bigint[], $4::timestamptz[]) as u(id, total, last_at)
where n.account_id = $1 and n.id = u.id`

/** Counts events by name and hour. */
const COUNT_HOURS = `
insert into event_hours as h (account_id, name_id, hour, total, human)
select $1::int, u.name_id, u.hour, u.total, u.human
from unnest($2::bigint[], $3::timestamptz[], $4::bigint[], $5::bigint[]) as u(name_id, hour, total, human)
on conflict (account_id, name_id, hour) do update set total = h.total + excluded.total, human = h.human + excluded.human`

type Named = NewEvent & { nameId: number }
type Inserted = { id: number; person_id: number; name_id: number; created_at: Date }

const HOUR_MS = 3_600_000

const countNames = async (tx: Tx, accountId: number, events: readonly Named[]) => {
  const byName = new Map<number, { total: number; last: Date }>()
  for (const { nameId, at } of events) {
    const count = byName.get(nameId)
    if (!count) byName.set(nameId, { total: 1, last: at })
    else {
      count.total++
      if (at > count.last) count.last = at
    }
  }
  const ids = [...byName.keys()].sort((a, b) => a - b)
  const totals = ids.map((id) => byName.get(id)?.total)
  await together([
    tx.rows(LOCK_NAMES, [accountId, ids]),
    tx.run(COUNT_NAMES, [accountId, ids, totals, ids.map((id) => byName.get(id)?.last)]),
  ])
}

const countHours = async (tx: Tx, accountId: number, events: readonly Named[]) => {
  const cells = new Map<string, { nameId: number; hour: number; total: number; human: number }>()
  for (const { nameId, at, props } of events) {
    const hour = Math.floor(at.getTime() / HOUR_MS) * HOUR_MS
    const key = `${nameId}:${hour}`
    const cell = cells.get(key) ?? { nameId, hour, total: 0, human: 0 }
    cell.total++
    if (props?.isBot !== true) cell.human++
    cells.set(key, cell)
  }
  const rows = [...cells.values()].sort((a, b) => a.nameId - b.nameId || a.hour - b.hour)
  const values = [
    accountId,
    rows.map((cell) => cell.nameId),
    rows.map((cell) => new Date(cell.hour)),
    rows.map((cell) => cell.total),
    rows.map((cell) => cell.human),
  ]
  await tx.run(COUNT_HOURS, values, 'event-hours-count')
}

const seenIn = (events: readonly NewEvent[]) => {
  const seen = new Map<number, Date>()
  for (const { personId, kind, at } of events) {
    if (kind !== 'custom' && kind !== 'page') continue
    const last = seen.get(personId)
    if (!last || at > last) seen.set(personId, at)
  }
  return seen
}

const write = async (
  { house, names, properties }: Recording,
  tx: Tx,
  accountId: number,
  events: readonly NewEvent[],
) => {
  const now = house.clock.now()
  const idOf = await names.of(tx, accountId, events, now)
  const named = events.map((event) => ({ ...event, nameId: idOf(event) }))
  const rows = await tx.rows<Inserted>(
    INSERT,
    [
      accountId,
      numberList(named.map((event) => event.personId)),
      numberList(named.map((event) => event.nameId)),
      momentList(named.map((event) => event.at)),
      named.map((event) => (event.props && Object.keys(event.props).length ? JSON.stringify(event.props) : null)),
    ],
    'events-insert',
  )
  const changes = rows.map(({ id, person_id, name_id, created_at }) => ({
    kind: 'event',
    personId: person_id,
    ref: name_id,
    data: { eventId: id, at: created_at.toISOString() },
  }))
  // Counters behind what is learnt: every batch locks them in this order.
  const learn = async () => {
    await properties.learn(tx, accountId, named, now)
    await together([countHours(tx, accountId, named), countNames(tx, accountId, named)])
  }
  await together([recordChanges(tx, house, accountId, changes), learn()])
}

const record = async (
  recording: Recording,
  tx: Tx,
  accountId: number,
  items: readonly NewEvent[],
  areSeen: boolean,
): Promise<number> => {
  const isFirst = await claimKeys(
    tx,
    accountId,
    items.map(({ key }) => key),
    recording.house.clock.now(),
  )
  const events = items.filter((_, index) => isFirst[index])
  if (!events.length) return 0
  if (!areSeen) await recording.people.seePeople(tx, accountId, seenIn(events))
  await write(recording, tx, accountId, events)
  return events.length
}

/**
 * Records what people did, in a fixed number of statements, with the change, the counters and the sign of life of each.
 * Answers how many were recorded: those whose key was seen before are left out. `areSeen`: the caller has noted the
 * signs of life already.
 */
export const recordEvents = async (
  recording: Recording,
  tx: Tx,
  accountId: number,
  items: readonly NewEvent[],
  { areSeen = false } = {},
): Promise<number> => {
  if (!items.length) return 0
  return withGenericPlans(tx, () => record(recording, tx, accountId, items, areSeen))
}
