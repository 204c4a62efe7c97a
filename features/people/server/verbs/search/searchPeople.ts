import type { House, Tx } from '@millrace/kit/server'
import type { Person } from '../../../contract/index.ts'
import { readPeople } from '../readPeople.ts'
import { declaredMatches } from './declared.ts'
import { matchOf, matchSql, type Where } from './match.ts'

/** What is searched, and among whom. */
export type SearchPeople = {
  page?: number
  attributes?: string[]
  includeArchived?: boolean
  archived?: boolean
  ignoreAnonymous?: boolean
}

const PAGE = 100
/** So many of the newest are looked through before anything else is asked; common words are found there. */
const NEWEST = 5_000
/** As far back one looks where the newest promise that it is enough. */
const FARTHEST = 60_000

type Sought = { accountId: number; where: Where; pattern: string; declared: readonly string[]; wanted: SearchPeople }

const known = ({ wanted }: Sought) => (wanted.ignoreAnonymous ? ' and not p.is_anonymous' : '')

/** The newest who fit, among the newest `$4`. */
const amongNewest = (sought: Sought) => `
select p.id from (
  select n.account_id, n.id, n.created_at, n.email, n.user_id, n.fields, n.is_anonymous from people n
  where n.account_id = $1 and n.archived_at is null order by n.account_id, n.created_at desc, n.id desc limit $4
) p where p.account_id = $1${known(sought)} and ${matchSql(sought.where, '$2', sought.declared)}
order by p.account_id, p.created_at desc, p.id desc limit $3`

/** The newest who fit, from the word indexes. */
const amongAll = (sought: Sought) => {
  const { archived, includeArchived } = sought.wanted
  const shelf = archived ? ' and p.archived_at is not null' : includeArchived ? '' : ' and p.archived_at is null'
  return `
select p.id from people p where p.account_id = $1${shelf}${known(sought)} and ${matchSql(sought.where, '$2', sought.declared)}
order by p.account_id, p.created_at desc, p.id desc limit $3 offset $4`
}

const idsOf = async (tx: Tx, sql: string, values: unknown[]) =>
  (await tx.rows<{ id: number }>(sql, values)).map(({ id }) => id)

/** Looks through the newest, and farther back where they promise enough; undefined where they do not. */
const lookBack = async (tx: Tx, sought: Sought, needed: number): Promise<number[] | undefined> => {
  const { accountId, pattern } = sought
  for (let window = NEWEST; ; ) {
    const found = await idsOf(tx, amongNewest(sought), [accountId, pattern, needed, window])
    if (found.length >= needed) return found
    const promised = found.length ? Math.ceil((1.5 * needed * window) / found.length) : Number.POSITIVE_INFINITY
    if (window > NEWEST || promised > FARTHEST) return undefined
    window = promised
  }
}

/** Asks the word indexes. Of a word that the planner takes for common it would walk through everybody instead. */
const askIndexes = async (tx: Tx, sought: Sought, limit: number, offset: number) => {
  await tx.run('set local enable_seqscan = off')
  await tx.run('set local enable_indexscan = off')
  return idsOf(tx, amongAll(sought), [sought.accountId, sought.pattern, limit, offset])
}

const find = async (tx: Tx, sought: Sought): Promise<number[]> => {
  const { page = 0, archived, includeArchived } = sought.wanted
  const skipped = page * PAGE
  const near = archived || includeArchived ? undefined : await lookBack(tx, sought, skipped + PAGE + 1)
  return near ? near.slice(skipped) : askIndexes(tx, sought, PAGE + 1, skipped)
}

/**
 * People whose email, name or userId contains a text, or in whom a declared field begins with it, newest first, 100 a page. Outside row-level security, which would
 * keep the word indexes from being used; every statement names the account.
 */
export const searchPeople = async (
  house: House,
  accountId: number,
  text: string,
  wanted: SearchPeople,
): Promise<{ users: Person[]; hasMore: boolean }> => {
  const ids = await house.db.system(async (tx) => {
    const declared = await declaredMatches(tx, accountId, '$2')
    return find(tx, { accountId, ...matchOf(text), declared, wanted })
  })
  const users = await house.db.account(accountId, (tx) =>
    readPeople(tx, accountId, ids.slice(0, PAGE), wanted.attributes),
  )
  return { users, hasMore: ids.length > PAGE }
}
