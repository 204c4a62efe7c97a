import { type Tx, together, unanswered } from '@millrace/kit/server'
import { findFormer } from '../person/formerKeys.ts'
import { PERSON_COLUMNS, type PersonRow } from '../rules/personShape.ts'
import type { Matches } from './plan.ts'
import type { ReadItem } from './readItem.ts'

/** How people are found by the keys of a kind that they have, or had; `#` is the list of keys. */
const WAYS: Readonly<Record<keyof Keys, readonly string[]>> = {
  ids: [
    'select k.id from unnest(#::bigint[]) as k(id)',
    `select f.person_id from unnest(#::bigint[]) as k(key)
    join person_former_keys f on f.kind = 'id' and f.key = k.key::text where f.account_id = $1`,
  ],
  users: [
    'select u.id from unnest(#::text[]) as k(key) join people u on u.user_id = k.key where u.account_id = $1',
    `select f.person_id from unnest(#::text[]) as k(key)
    join person_former_keys f on f.kind = 'userId' and f.key = k.key where f.account_id = $1`,
  ],
  emails: [
    'select e.id from unnest(#::text[]) as k(key) join people e on e.email = k.key where e.account_id = $1',
    `select f.person_id from unnest(#::text[]) as k(key)
    join person_former_keys f on f.kind = 'email' and f.key = k.key where f.account_id = $1`,
  ],
  anonymous: [
    'select a.id from unnest(#::text[]) as k(key) join people a on a.anonymous_id = k.key where a.account_id = $1',
    `select l.person_id from unnest(#::text[]) as k(key)
    join person_aliases l on l.anonymous_id = k.key where l.account_id = $1`,
  ],
}

/**
 * Finds people by any of their keys, former ones too, and locks them in the order of their ids, so that two batches never wait for
 * each other in a circle. Keys are joined, not compared with a list: a list is read from end to end where an index is not used.
 * Only the kinds of keys that there are: planning the others takes longer than finding one person.
 */
const finding = (keys: Keys, locks: boolean): { sql: string; lists: (readonly (number | string)[])[] } | undefined => {
  const kinds = (Object.keys(WAYS) as (keyof Keys)[]).filter((kind) => keys[kind].length)
  if (!kinds.length) return undefined
  const ways = kinds.flatMap((kind, nth) => WAYS[kind].map((way) => way.replaceAll('#', `$${nth + 2}`)))
  const sql = `
select ${PERSON_COLUMNS} from people p join (
  ${ways.join('\n  union ')}
) m(id) on m.id = p.id
where p.account_id = $1
order by p.account_id, p.id${locks ? ' for update of p' : ''}`
  return { sql, lists: kinds.map((kind) => keys[kind]) }
}

/** Whom further anonymous ids belong to. */
const ALIASES = `
select l.anonymous_id, l.person_id from unnest($2::text[]) as k(key)
join person_aliases l on l.anonymous_id = k.key where l.account_id = $1`

/** One maker of people at a time in an account: whoever waits here finds what the one before has made. */
const MAKERS = `select pg_advisory_xact_lock(hashtext('people.make'), $1)`

type Keys = { ids: number[]; users: string[]; emails: string[]; anonymous: string[] }

const keysOf = (items: readonly ReadItem[]): Keys => {
  const ids = new Set<number>()
  const users = new Set<string>()
  const emails = new Set<string>()
  const anonymous = new Set<string>()
  for (const item of items) {
    if (item.refusal !== undefined) continue
    if (item.id !== null) ids.add(item.id)
    if (item.userId !== null) users.add(item.userId)
    if (item.email !== null) emails.add(item.email)
    if (item.anonymousId !== null) anonymous.add(item.anonymousId)
    if (item.previousId !== null) {
      users.add(item.previousId)
      anonymous.add(item.previousId)
    }
  }
  return { ids: [...ids], users: [...users], emails: [...emails], anonymous: [...anonymous] }
}

const match = async (tx: Tx, accountId: number, keys: Keys, locks = true): Promise<Matches> => {
  const { anonymous } = keys
  const wanted = finding(keys, locks)
  const [former, rows, aliases] = await together([
    findFormer(tx, accountId, keys),
    wanted ? tx.rows<PersonRow>(wanted.sql, [accountId, ...wanted.lists]) : [],
    anonymous.length ? tx.rows<{ anonymous_id: string; person_id: number }>(ALIASES, [accountId, anonymous]) : [],
  ])
  return { rows, former, aliases: new Map(aliases.map((alias) => [alias.anonymous_id, alias.person_id])) }
}

const areAllThere = ({ users, emails, anonymous }: Keys, { rows, former, aliases }: Matches): boolean => {
  const found = new Set<string>()
  for (const { kind, key } of former) if (kind !== 'id') found.add(`${kind === 'email' ? 'e' : 'u'}${key}`)
  for (const row of rows) {
    if (row.user_id !== null) found.add(`u${row.user_id}`)
    if (row.email !== null) found.add(`e${row.email}`)
    if (row.anonymous_id !== null) found.add(`a${row.anonymous_id}`)
  }
  return (
    users.every((key) => found.has(`u${key}`)) &&
    emails.every((key) => found.has(`e${key}`)) &&
    anonymous.every((key) => found.has(`a${key}`) || aliases.has(key))
  )
}

/**
 * Finds and locks the people of a batch. Where a key is new, it looks again behind the makers' lock; the locks of the
 * first look are given up before, so that nobody waits for the makers' lock while holding a person. A transaction that
 * may make people must therefore do that before it writes other people.
 */
export const matchPeople = async (
  tx: Tx,
  accountId: number,
  items: readonly ReadItem[],
  expectsNew: boolean,
): Promise<Matches> => {
  const keys = keysOf(items)
  if (!expectsNew) {
    unanswered(tx, tx.run('savepoint match'))
    const matches = await match(tx, accountId, keys)
    if (areAllThere(keys, matches)) {
      unanswered(tx, tx.run('release savepoint match'))
      return matches
    }
    unanswered(tx, tx.run('rollback to savepoint match'))
  }
  const [, matches] = await together([lockMakers(tx, accountId), match(tx, accountId, keys)])
  return matches
}

/** Finds the people of a batch without locking anybody: for those who only want to know. */
export const lookForPeople = (tx: Tx, accountId: number, items: readonly ReadItem[]): Promise<Matches> =>
  match(tx, accountId, keysOf(items), false)

/** Waits until nobody else makes people in this account, and makes others wait until this transaction ends. */
export const lockMakers = (tx: Tx, accountId: number): Promise<unknown> => tx.rows(MAKERS, [accountId], 'people-makers')
