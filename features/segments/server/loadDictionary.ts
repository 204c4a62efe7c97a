import type { Tx } from '@millrace/kit/server'
import type {
  Dictionary,
  GoalSql,
  KnownAssociation,
  KnownEvent,
  KnownField,
  KnownSegment,
} from './compile/dictionary.ts'

let zones: Promise<ReadonlySet<string>> | undefined

/** The time zones that the database knows; they are the same as long as it runs. */
const knownZones = (tx: Tx): Promise<ReadonlySet<string>> => {
  zones ??= tx
    .rows<{ name: string }>('select name from pg_timezone_names')
    .then((rows) => new Set(rows.map(({ name }) => name)))
    .catch((error: unknown) => {
      zones = undefined
      throw error
    })
  return zones
}

const isKnownHere = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** A zone that both the database and this process know; UTC for any other. */
const zoneOf = async (tx: Tx, zone: string | undefined): Promise<string> =>
  zone && zone !== 'UTC' && isKnownHere(zone) && (await knownZones(tx)).has(zone) ? zone : 'UTC'

/** The time zone in which an account's days begin. */
export const zoneOfAccount = async (tx: Tx, accountId: number): Promise<string> => {
  // The account's time zone.
  const row = await tx.one<{ timezone: string }>(
    'select timezone from accounts where id = $1',
    [accountId],
    'segments-zone',
  )
  return zoneOf(tx, row?.timezone)
}

type Names = {
  timezone: string
  fields: KnownField[]
  events: KnownEvent[]
  tags: { id: number; name: string }[]
  segments: KnownSegment[]
  kinds: { id: number; name: string; fields: KnownField[] }[]
  associations: KnownAssociation[]
}

type Read = Pick<Dictionary, 'fields' | 'events' | 'tags' | 'segments' | 'kinds' | 'associations'> & {
  text: string
  timezone: string
}

// The account's time zone with all names that conditions can be about, in an order that stays; a tag's name of today goes before former ones.
const NAMES = `select jsonb_build_object('timezone', a.timezone, 'fields',
  (select coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'type', f.type, 'format', f.format, 'isArray', f.is_array,
     'isHot', f.is_hot) order by f.name), '[]')
   from person_fields f where f.account_id = $1), 'events',
  (select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'name', n.name, 'kind', n.kind) order by n.id), '[]')
   from event_names n where n.account_id = $1), 'tags',
  (select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'name', n.name) order by n.is_now, n.id, n.name), '[]') from (
     select f.tag_id as id, f.name, false as is_now from former_tag_names f where f.account_id = $1
     union all select t.id, lower(t.name), true from tags t where t.account_id = $1) n), 'segments',
  (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'membership',
     case when s.object_name <> 'person' then 'objects' when not s.is_auto then 'stored' when s.id = 1 then 'archived' when s.id = 2 then 'people' else 'stored' end) order by s.id), '[]')
   from segments s where s.account_id = $1), 'kinds',
  (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'fields', (
     select coalesce(jsonb_agg(jsonb_build_object('name', o.name, 'type', o.type, 'format', o.format, 'isArray', o.is_array)
       order by o.name), '[]') from object_fields o where o.account_id = $1 and o.schema_id = k.id)) order by k.id), '[]')
   from object_schemas k where k.account_id = $1 and k.deleted_at is null), 'associations',
  (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'from', t.from_schema_id, 'to', t.to_schema_id) order by t.id), '[]')
   from association_types t where t.account_id = $1 and t.deleted_at is null))::text as text
from accounts a where a.id = $1`

const asRead = (text: string): Read => {
  const { timezone, fields, events, tags, segments, kinds, associations }: Names = JSON.parse(text)
  const byName = (all: KnownField[]) => new Map(all.map((field) => [field.name, field]))
  return {
    text,
    timezone,
    fields: byName(fields),
    events,
    tags: new Map(tags.map(({ id, name }) => [name, id])),
    segments: new Map(segments.map((segment) => [segment.id, segment])),
    kinds: new Map(kinds.map((kind) => [kind.id, { ...kind, fields: byName(kind.fields) }])),
    associations: new Map(associations.map((one) => [one.id, one])),
  }
}

/** Accounts whose names are kept as they were read last. */
const KEPT = 200
const kept = new Map<number, Read>()

/** The names as they are now; the same object for as long as they are the same. */
const namesOf = (accountId: number, text: string): Read => {
  const before = kept.get(accountId)
  const read = before?.text === text ? before : asRead(text)
  kept.delete(accountId)
  kept.set(accountId, read)
  if (kept.size > KEPT) for (const oldest of [...kept.keys()].slice(0, kept.size - KEPT)) kept.delete(oldest)
  return read
}

const NOTHING = JSON.stringify({
  ...{ timezone: 'UTC', fields: [], events: [], tags: [] },
  ...{ segments: [], kinds: [], associations: [] },
})

/** Reads what conditions of an account can be about. `goalSql` says what reaching a goal is, where flows are there. */
export const loadDictionary = async (tx: Tx, accountId: number, now: Date, goalSql?: GoalSql): Promise<Dictionary> => {
  const row = await tx.one<{ text: string }>(NAMES, [accountId], 'segments-names')
  const { text: _, timezone, ...names } = namesOf(accountId, row?.text ?? NOTHING)
  return { accountId, now, timezone: await zoneOf(tx, timezone), ...names, goalSql }
}
