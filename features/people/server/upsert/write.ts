import { type Tx, together } from '@millrace/kit/server'
import { type FormerKey, keepFormer, repointFormer } from '../person/formerKeys.ts'
import type { Slot } from './slot.ts'

const COLUMNS = `email, user_id, anonymous_id, fields, tags, created_at, last_seen_at, unsubscribed_at, unsubscribe_reason, timezone`
/** Fields come as one JSON list: as an array of texts, each of their quotes would be escaped here and read twice there. */
const VALUES = `unnest($3::text[]), unnest($4::text[]), unnest($5::text[]), jsonb_array_elements($6::jsonb), unnest($7::text[]),
    unnest($8::timestamptz[]), unnest($9::timestamptz[]), unnest($10::timestamptz[]), unnest($11::text[]), unnest($12::text[])`

/** Makes new people and answers their ids with the keys that tell them apart. */
const INSERT = `
insert into people (account_id, updated_at, ${COLUMNS})
select $1::int, $2::timestamptz, u.email, u.user_id, u.anonymous_id, u.fields, u.tags::bigint[], coalesce(u.created_at, $2),
  u.last_seen_at, u.unsubscribed_at, u.unsubscribe_reason, u.timezone
from rows from (${VALUES}) as u(${COLUMNS})
returning id, email, user_id, anonymous_id`

/** Writes people that moved; they are locked and were read in this transaction. */
const UPDATE = `
update people p set updated_at = $2, email = u.email, user_id = u.user_id, anonymous_id = u.anonymous_id,
  fields = u.fields, tags = u.tags::bigint[], last_seen_at = u.last_seen_at, unsubscribed_at = u.unsubscribed_at,
  unsubscribe_reason = u.unsubscribe_reason, timezone = u.timezone, archived_at = u.archived_at
from rows from (${VALUES}, unnest($13::timestamptz[]), unnest($14::bigint[])) as u(${COLUMNS}, archived_at, id)
where p.account_id = $1 and p.id = u.id`

/** Writes signs of life alone. */
const SEE = `
update people p set last_seen_at = u.seen_at
from unnest($2::bigint[], $3::timestamptz[]) as u(id, seen_at)
where p.account_id = $1 and p.id = u.id`

/** Takes away people who turned out to be somebody else. */
const ERASE = `delete from people where account_id = $1 and id = any($2::bigint[])`

/** Sends the anonymous ids of merged people to those they are now. */
const REPOINT = `
update person_aliases a set person_id = u.new_id from unnest($2::bigint[], $3::bigint[]) as u(old_id, new_id)
where a.account_id = $1 and a.person_id = u.old_id`

/** Keeps further anonymous ids. */
const ALIAS = `
insert into person_aliases (account_id, anonymous_id, person_id)
select $1::int, u.anonymous_id, u.person_id from unnest($2::text[], $3::bigint[]) as u(anonymous_id, person_id)
on conflict (account_id, anonymous_id) do update set person_id = excluded.person_id`

const valuesOf = (slots: readonly Slot[], now: Date) => [
  slots.map((slot) => slot.columns.email),
  slots.map((slot) => slot.columns.user_id),
  slots.map((slot) => slot.columns.anonymous_id),
  JSON.stringify(slots.map((slot) => slot.allFields)),
  slots.map((slot) => `{${[...slot.tags].join(',')}}`),
  // Writing a moment out takes longer than all the rest of a row; nearly everybody is made now.
  slots.map((slot) => (slot.createdAt.getTime() === now.getTime() ? null : slot.createdAt)),
  slots.map((slot) => slot.seenAt),
  slots.map((slot) => slot.columns.unsubscribed_at),
  slots.map((slot) => slot.columns.unsubscribe_reason),
  slots.map((slot) => slot.columns.timezone),
]

type Inserted = { id: number; email: string | null; user_id: string | null; anonymous_id: string | null }

const keyOf = ({ email, user_id, anonymous_id }: Omit<Inserted, 'id'>) =>
  email !== null ? `e${email}` : user_id !== null ? `u${user_id}` : `a${anonymous_id}`

const insert = async (tx: Tx, accountId: number, slots: readonly Slot[], now: Date) => {
  if (!slots.length) return
  const rows = await tx.rows<Inserted>(INSERT, [accountId, now, ...valuesOf(slots, now)], 'people-insert')
  const ids = new Map(rows.map((row) => [keyOf(row), row.id]))
  for (const slot of slots) slot.newId = ids.get(keyOf(slot.columns)) ?? 0
}

const merge = async (tx: Tx, accountId: number, slots: readonly Slot[]) => {
  const gone = slots.filter((slot) => slot.mergedInto && slot.row)
  if (!gone.length) return
  await tx.run(ERASE, [accountId, gone.map((slot) => slot.row?.id)])
}

/** The keys of somebody who is gone, and those that the other one gave up for them. */
const formerOf = (slot: Slot): FormerKey[] => {
  const { row, survivor, personId } = slot
  if (!row) return []
  const keys: FormerKey[] = [{ kind: 'id', key: String(row.id), personId }]
  for (const [kind, column] of [
    ['email', 'email'],
    ['userId', 'user_id'],
  ] as const) {
    const now = survivor.columns[column]
    const before = survivor.row?.[column] ?? null
    if (row[column] !== null && row[column] !== now) keys.push({ kind, key: row[column], personId })
    if (before !== null && before !== now && now === row[column]) keys.push({ kind, key: before, personId })
  }
  return keys
}

const alias = async (tx: Tx, accountId: number, slots: readonly Slot[], now: Date) => {
  const gone = slots.filter((slot) => slot.mergedInto && slot.row)
  if (gone.length) {
    const [ids, today] = [gone.map((slot) => slot.row!.id), gone.map((slot) => slot.personId)]
    await tx.run(REPOINT, [accountId, ids, today])
    await repointFormer(tx, accountId, ids, today)
    await keepFormer(tx, accountId, gone.flatMap(formerOf), now)
  }
  const pairs = slots
    .filter((slot) => !slot.mergedInto)
    .flatMap((slot) => slot.devices.map((device) => [device, slot.personId] as const))
  if (!pairs.length) return
  await tx.run(ALIAS, [accountId, pairs.map(([device]) => device), pairs.map(([, id]) => id)], 'people-alias')
}

const update = (tx: Tx, accountId: number, slots: readonly Slot[], now: Date) =>
  tx.run(UPDATE, [
    accountId,
    now,
    ...valuesOf(slots, now),
    slots.map((slot) => slot.columns.archived_at),
    slots.map((slot) => slot.row?.id),
  ])

const see = (tx: Tx, accountId: number, slots: readonly Slot[]) =>
  tx.run(SEE, [accountId, slots.map((slot) => slot.row?.id), slots.map((slot) => slot.seenAt)])

/** Writes what a plan comes to, in a fixed number of statements; gives new people their ids. */
export const writeSlots = async (tx: Tx, accountId: number, slots: readonly Slot[], now: Date): Promise<void> => {
  await merge(tx, accountId, slots)
  const live = slots.filter((slot) => !slot.mergedInto)
  const moved = live.filter((slot) => slot.row && slot.hasMoved)
  const seen = live.filter((slot) => slot.row && !slot.hasMoved && slot.wasSeen)
  const made = live.filter((slot) => !slot.row)
  // In this order, but none waits for the answer of the one before.
  await together([
    moved.length && update(tx, accountId, moved, now),
    seen.length && see(tx, accountId, seen),
    insert(tx, accountId, made, now),
  ])
  await alias(tx, accountId, slots, now)
}
