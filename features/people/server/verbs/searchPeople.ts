import type { House, Tx } from '@millrace/kit/server'
import type { Person } from '../../contract/index.ts'
import { readPeople } from './readPeople.ts'

const PAGE = 100
/** So many of the newest are looked through before the word indexes are asked; common words are found there. */
const NEWEST = 5_000

/** The words that people are found by besides their address; the same expression as the index people_name_words. */
const WORDS = `(coalesce(p.fields ->> 'name', '') || ' ' || coalesce(p.fields ->> 'firstName', '') || ' ' ||
  coalesce(p.fields ->> 'lastName', '') || ' ' || coalesce(p.user_id, ''))`

/** The comparison for a text: three characters and more anywhere, two at the beginning of a word. */
export const matchOf = (text: string): { operator: 'ilike' | '~*'; pattern: string } =>
  text.length >= 3
    ? { operator: 'ilike', pattern: `%${text.replace(/[\\%_]/g, '\\$&')}%` }
    : { operator: '~*', pattern: `\\m${text.replace(/[^\p{L}\p{N}]/gu, '\\$&')}` }

/** SQL over `people p` that finds a text, with the pattern as `parameter`. */
export const matchSql = (operator: 'ilike' | '~*', parameter: string): string =>
  `(p.email ${operator} ${parameter} or ${WORDS} ${operator} ${parameter})`

const among = (source: string, operator: 'ilike' | '~*', archived: string) => `
select p.id from ${source} where p.account_id = $1${archived} and ${matchSql(operator, '$2')}
order by p.account_id, p.created_at desc, p.id desc limit $3 offset $4`

const NEWEST_PEOPLE = `(select n.account_id, n.id, n.created_at, n.archived_at, n.email, n.user_id, n.fields from people n
  where n.account_id = $1 and n.archived_at is null order by n.account_id, n.created_at desc, n.id desc limit ${NEWEST}) p`

const find = async (
  tx: Tx,
  accountId: number,
  text: string,
  page: number,
  includeArchived: boolean,
): Promise<number[]> => {
  const { operator, pattern } = matchOf(text)
  const values = [accountId, pattern, PAGE + 1, page * PAGE]
  if (!includeArchived) {
    const near = await tx.rows<{ id: number }>(among(NEWEST_PEOPLE, operator, ''), values)
    if (near.length > PAGE) return near.map(({ id }) => id)
  }
  const all = await tx.rows<{ id: number }>(
    among('people p', operator, includeArchived ? '' : ' and p.archived_at is null'),
    values,
  )
  return all.map(({ id }) => id)
}

/**
 * People whose email, name or userId contains a text, newest first, 100 a page. Outside row-level security, which would
 * keep the word indexes from being used; every statement names the account.
 */
export const searchPeople = (
  house: House,
  accountId: number,
  text: string,
  {
    page = 0,
    attributes,
    includeArchived = false,
  }: { page?: number; attributes?: string[]; includeArchived?: boolean },
): Promise<{ users: Person[]; hasMore: boolean }> =>
  house.db.system(async (tx) => {
    const ids = await find(tx, accountId, text, page, includeArchived)
    return { users: await readPeople(tx, accountId, ids.slice(0, PAGE), attributes), hasMore: ids.length > PAGE }
  })
