import type { House, Tx } from '@millrace/kit/server'
import { notFound } from '@millrace/kit/server'
import type { Person, PersonKey } from '../../contract/index.ts'
import { currentIds, findFormer } from '../person/formerKeys.ts'
import { readEmail } from '../rules/personKeys.ts'
import { PERSON_COLUMNS, type PersonRow, pickFields, toPerson } from '../rules/personShape.ts'

/** People by id. */
const READ = `
select ${PERSON_COLUMNS} from unnest($2::bigint[]) as u(id) join people p on p.id = u.id where p.account_id = $1`

/** The names of tags by id. */
const TAG_NAMES = `select id, name from tags where account_id = $1 and id = any($2::bigint[])`

const KEYS = 'p.id, p.email, p.user_id, p.anonymous_id'

/** Who has one of these keys; further anonymous ids stand beside the people. */
const FIND = `
select ${KEYS} from unnest($2::bigint[]) as k(key) join people p on p.id = k.key where p.account_id = $1
union select ${KEYS} from unnest($3::text[]) as k(key) join people p on p.user_id = k.key where p.account_id = $1
union select ${KEYS} from unnest($4::text[]) as k(key) join people p on p.email = k.key where p.account_id = $1
union select ${KEYS} from unnest($5::text[]) as k(key) join people p on p.anonymous_id = k.key where p.account_id = $1
union select p.id, p.email, p.user_id, l.anonymous_id from unnest($5::text[]) as k(key)
  join person_aliases l on l.anonymous_id = k.key join people p on p.account_id = $1 and p.id = l.person_id where l.account_id = $1`

/** The names of the tags that rows carry. */
export const tagNamesOf = async (
  tx: Tx,
  accountId: number,
  rows: readonly { tags: number[] }[],
): Promise<Map<number, string>> => {
  const ids = [...new Set(rows.flatMap(({ tags }) => tags))]
  if (!ids.length) return new Map()
  const tags = await tx.rows<{ id: number; name: string }>(TAG_NAMES, [accountId, ids])
  return new Map(tags.map(({ id, name }) => [id, name]))
}

/** People by id, in the order of the ids; those who are not there are left out. `attributes` names the fields to answer. */
export const readPeople = async (
  tx: Tx,
  accountId: number,
  ids: readonly number[],
  attributes?: readonly string[],
): Promise<Person[]> => {
  if (!ids.length) return []
  const rows = await tx.rows<PersonRow>(READ, [accountId, ids])
  const names = await tagNamesOf(tx, accountId, rows)
  const byId = new Map(rows.map((row) => [row.id, toPerson(pickFields(row, attributes), names)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** One person, also by an id from before a merge; 404 where there is none. */
export const getPerson = (house: House, accountId: number, id: number): Promise<Person> =>
  house.db.account(accountId, async (tx) => {
    let [person] = await readPeople(tx, accountId, [id])
    if (!person) [person] = await readPeople(tx, accountId, [...(await currentIds(tx, accountId, [id])).values()])
    if (!person) throw notFound('There is no such person.')
    return person
  })

/** Fills in those whom keys name that nobody carries any more. */
const formerIds = async (tx: Tx, accountId: number, keys: readonly PersonKey[], ids: readonly number[]) => {
  const lost = keys.filter((_, index) => !ids[index])
  const former = await findFormer(tx, accountId, {
    ids: lost.flatMap(({ id }) => id ?? []),
    users: lost.flatMap(({ userId }) => userId ?? []),
    emails: lost.flatMap(({ email }) => readEmail(email).value ?? []),
  })
  const today = new Map(former.map(({ kind, key, personId }) => [`${kind} ${key}`, personId]))
  return keys.map((key, index) => {
    if (ids[index]) return ids[index]
    if (key.id !== undefined) return today.get(`id ${key.id}`) ?? 0
    if (key.userId !== undefined) return today.get(`userId ${key.userId}`) ?? 0
    return today.get(`email ${readEmail(key.email).value}`) ?? 0
  })
}

/** The ids of the people that keys name, in order; 0 where a key names nobody. */
export const idsOfKeys = async (tx: Tx, accountId: number, keys: readonly PersonKey[]): Promise<number[]> => {
  if (!keys.length) return []
  const emails = keys.map((key) => readEmail(key.email).value ?? null)
  const present = <T>(values: readonly (T | null | undefined)[]) =>
    values.filter((value) => value !== null && value !== undefined)
  const rows = await tx.rows<{ id: number; email: string; user_id: string; anonymous_id: string }>(FIND, [
    accountId,
    present(keys.map((key) => key.id)),
    present(keys.map((key) => key.userId)),
    present(emails),
    present(keys.map((key) => key.segmentAnonymousId)),
  ])
  const ids = keys.map((key, index) => {
    const found = rows.find((row) => {
      if (key.id !== undefined) return row.id === key.id
      if (key.userId !== undefined) return row.user_id === key.userId
      if (key.email !== undefined) return row.email === emails[index]
      return key.segmentAnonymousId !== undefined && row.anonymous_id === key.segmentAnonymousId
    })
    return found?.id ?? 0
  })
  return ids.includes(0) ? formerIds(tx, accountId, keys, ids) : ids
}

/** The id of the person that a key names; 404 where it names nobody. */
export const idOfKey = async (tx: Tx, accountId: number, key: PersonKey): Promise<number> => {
  const [id = 0] = await idsOfKeys(tx, accountId, [key])
  if (!id) throw notFound('There is no such person.')
  return id
}
