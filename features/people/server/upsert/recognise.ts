import type { Tx } from '@millrace/kit/server'
import type { Upserted, UpsertOptions } from './item.ts'
import type { ReadItem } from './readItem.ts'
import { SEEN_EVERY_MS } from './slot.ts'

/** Whom keys belong to; nobody is locked. */
const READ = `
select p.user_id as key, p.id, p.archived_at, p.last_seen_at from unnest($2::text[]) as k(key) join people p on p.user_id = k.key
where p.account_id = $1`

const READ_BY_EMAIL = READ.replaceAll('p.user_id', 'p.email')

const READ_BY_DEVICE = `${READ.replaceAll('p.user_id', 'p.anonymous_id')}
union all select l.anonymous_id, l.person_id, p.archived_at, p.last_seen_at from unnest($2::text[]) as k(key)
join person_aliases l on l.anonymous_id = k.key join people p on p.account_id = $1 and p.id = l.person_id
where l.account_id = $1`

type Found = { key: string; id: number; archived_at: Date | null; last_seen_at: Date | null }
type Key = 'userId' | 'email' | 'anonymousId'

const STATEMENTS: readonly [Key, string][] = [
  ['userId', READ],
  ['email', READ_BY_EMAIL],
  ['anonymousId', READ_BY_DEVICE],
]

/** Says nothing about a person but who it is. */
const isBare = (item: ReadItem) =>
  item.refusal === undefined &&
  item.id === null &&
  item.previousId === null &&
  item.fields.size === 0 &&
  item.tags.length === 0 &&
  Object.keys(item.columns).length === 0

/** The one person whom all keys of an item name; undefined where they name nobody, or several. */
const personOf = (item: ReadItem, found: ReadonlyMap<Key, ReadonlyMap<string, Found>>, restores: boolean) => {
  let person: Found | undefined
  for (const [key] of STATEMENTS) {
    const value = item[key]
    if (value === null) continue
    const next = found.get(key)?.get(value)
    if (!next || (person && person.id !== next.id) || (restores && next.archived_at)) return undefined
    person = next
  }
  return person
}

/** Who was recognised, by place in the batch, and whose sign of life is worth writing. */
export type Recognised = { results: Map<number, Upserted>; seen: Map<number, Date> }

/**
 * Deals with the items of a batch that only name somebody who is there: most of what comes in. They are looked up without
 * locks, and nothing is written of them but signs of life; the rest needs the whole way.
 */
export const recogniseBare = async (
  tx: Tx,
  accountId: number,
  items: readonly ReadItem[],
  { source }: UpsertOptions,
): Promise<Recognised> => {
  const results = new Map<number, Upserted>()
  const seen = new Map<number, Date>()
  const bare = items.filter(isBare)
  if (!bare.length) return { results, seen }
  const found = new Map<Key, Map<string, Found>>()
  for (const [key, sql] of STATEMENTS) {
    const keys = [...new Set(bare.flatMap((item) => item[key] ?? []))]
    if (!keys.length) continue
    const rows = await tx.rows<Found>(sql, [accountId, keys])
    found.set(key, new Map(rows.map((row) => [row.key, row])))
  }
  const restores = source === 'manual' || source === 'import'
  for (const [place, item] of items.entries()) {
    const person = isBare(item) ? personOf(item, found, restores) : undefined
    if (!person) continue
    results.set(place, { personId: person.id, created: false, changedFields: [], isTagged: false })
    const last = seen.get(person.id) ?? person.last_seen_at
    if (item.at && (!last || item.at.getTime() - last.getTime() >= SEEN_EVERY_MS)) seen.set(person.id, item.at)
  }
  return { results, seen }
}
