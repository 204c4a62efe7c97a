import type { Tx } from '@millrace/kit/server'
import type { Dictionary, GoalSql, KnownEvent, KnownField, KnownSegment } from './compile/dictionary.ts'

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

type Row = {
  timezone: string
  fields: KnownField[]
  events: KnownEvent[]
  tags: { id: number; name: string }[]
  segments: KnownSegment[]
}

// The account's time zone with all names that conditions can be about.
const NAMES = `select a.timezone,
  (select coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'type', f.type, 'format', f.format, 'isArray', f.is_array, 'isHot', f.is_hot)), '[]')
   from person_fields f where f.account_id = $1) as fields,
  (select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'name', n.name, 'kind', n.kind)), '[]')
   from event_names n where n.account_id = $1) as events,
  (select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'name', n.name)), '[]') from (
     select f.tag_id as id, f.name from former_tag_names f where f.account_id = $1
     union all select t.id, lower(t.name) from tags t where t.account_id = $1) n) as tags,
  (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'membership',
     case when not s.is_auto then 'stored' when s.id = 1 then 'archived' when s.id = 2 then 'people' else 'stored' end)), '[]')
   from segments s where s.account_id = $1) as segments
from accounts a where a.id = $1`

/** Reads what conditions of an account can be about. `goalSql` says what reaching a goal is, where flows are there. */
export const loadDictionary = async (tx: Tx, accountId: number, now: Date, goalSql?: GoalSql): Promise<Dictionary> => {
  const row = await tx.one<Row>(NAMES, [accountId], 'segments-names')
  return {
    accountId,
    now,
    timezone: await zoneOf(tx, row?.timezone),
    fields: new Map((row?.fields ?? []).map((field) => [field.name, field])),
    events: row?.events ?? [],
    tags: new Map((row?.tags ?? []).map(({ id, name }) => [name, id])),
    segments: new Map((row?.segments ?? []).map((segment) => [segment.id, segment])),
    goalSql,
  }
}
