import { type House, malformed, type Tx } from '@millrace/kit/server'
import type { Person } from '../../contract/index.ts'
import { fieldRules } from '../fields/fieldRules.ts'
import type { PeopleCounts } from './countPeople.ts'
import { readPeople } from './readPeople.ts'

/** What a list is asked for. */
export type ListPeople = {
  limit?: number
  offset?: number
  attributes?: string[]
  sort?: string
  order?: 'asc' | 'desc'
  ignoreAnonymous?: boolean
  archived?: boolean
  after?: string
}

type Page = { ids: number[]; after: string | null }

const COLUMNS: Record<string, string> = {
  lastSeenAt: 'p.last_seen_at',
  updatedAt: 'p.updated_at',
  email: 'p.email',
  userId: 'p.user_id',
  segmentAnonymousId: 'p.anonymous_id',
  timezone: 'p.timezone',
  unsubscribed: 'p.unsubscribed_at',
  unsubscribeReason: 'p.unsubscribe_reason',
  archivedAt: 'p.archived_at',
  id: 'p.id',
  tags: 'cardinality(p.tags)',
  name: `lower(coalesce(p.fields ->> 'name', concat_ws(' ', p.fields ->> 'firstName', p.fields ->> 'lastName')))`,
}

const filterOf = ({ archived, ignoreAnonymous }: ListPeople) =>
  `p.account_id = $1 and p.archived_at is ${archived ? 'not ' : ''}null${ignoreAnonymous ? ' and not p.is_anonymous' : ''}`

const CURSOR = /^(\d{4,6}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?:\.\d+)?[+-]\d{2}(?::\d{2})?)\|(\d{1,15})$/
const PLACE = /^#(\d{1,9})$/

const readAfter = (after: string | undefined) => {
  if (after === undefined) return {}
  const text = Buffer.from(after, 'base64url').toString()
  const place = PLACE.exec(text)
  if (place) return { offset: Number(place[1]) }
  const match = CURSOR.exec(text)
  if (!match) throw malformed('This cursor is not one of ours.')
  return { behind: { at: match[1] as string, id: Number(match[2]) } }
}

const encode = (text: string) => Buffer.from(text).toString('base64url')

type Place = { limit: number; offset: number; behind?: { at: string; id: number } }

/** The newest or oldest people behind a cursor or from an offset; read from the index alone. */
const pageByAge = async (tx: Tx, accountId: number, wanted: ListPeople, place: Place, total: number): Promise<Page> => {
  const descends = wanted.order !== 'asc'
  const { limit, offset, behind } = place
  // Behind the middle the way from the other end is shorter.
  const isFar = !behind && offset > total / 2
  const take = isFar ? Math.max(0, Math.min(limit, total - offset)) : limit
  if (take === 0) return { ids: [], after: null }
  const walksDown = descends !== isFar
  const direction = walksDown ? 'desc' : 'asc'
  const rows = await tx.rows<{ id: number; at: string }>(
    `select p.id, p.created_at::text as at from people p
     where ${filterOf(wanted)} and ($2::timestamptz is null or (p.created_at, p.id) ${walksDown ? '<' : '>'} ($2::timestamptz, $3::bigint))
     order by p.account_id, p.created_at ${direction}, p.id ${direction} limit $4 offset $5`,
    [accountId, behind?.at ?? null, behind?.id ?? null, take, isFar ? total - offset - take : offset],
  )
  const ordered = isFar ? rows.reverse() : rows
  const last = ordered.at(-1)
  return {
    ids: ordered.map(({ id }) => id),
    after: last && ordered.length === limit ? encode(`${last.at}|${last.id}`) : null,
  }
}

/** What to sort by: a column, or the value of a person field. */
const expressionOf = async (tx: Tx, accountId: number, sort: string): Promise<{ sql: string; values: unknown[] }> => {
  const column = Object.hasOwn(COLUMNS, sort) ? COLUMNS[sort] : undefined
  if (column) return { sql: column, values: [] }
  const rule = (await fieldRules(tx, accountId)).get(sort)
  if (!rule) throw malformed(`There is no field "${sort.slice(0, 80)}" to sort by.`)
  const isText = rule.type === 'string' && !rule.isArray
  return { sql: isText ? 'lower(p.fields ->> $4)' : 'p.fields -> $4', values: [sort] }
}

const pageByValue = async (
  tx: Tx,
  accountId: number,
  wanted: ListPeople & { sort: string },
  { limit, offset }: Place,
): Promise<Page> => {
  const { sql, values } = await expressionOf(tx, accountId, wanted.sort)
  const direction = wanted.order === 'asc' ? 'asc' : 'desc'
  const rows = await tx.rows<{ id: number }>(
    `select p.id from people p where ${filterOf(wanted)}
     order by p.account_id, ${sql} ${direction} nulls last, p.id ${direction} limit $2 offset $3`,
    [accountId, limit, offset, ...values],
  )
  return {
    ids: rows.map(({ id }) => id),
    after: rows.length === limit ? encode(`#${offset + limit}`) : null,
  }
}

/** A page of all people in the wanted order, how many there are, and where it goes on. */
export const listPeople = (
  house: House,
  counts: PeopleCounts,
  accountId: number,
  wanted: ListPeople,
): Promise<{ people: Person[]; total: number; paging: { after: string | null } }> =>
  house.db.account(accountId, async (tx) => {
    const { limit = 100, offset = 0, sort = 'createdAt', attributes, after } = wanted
    const place: Place = { limit, offset, ...readAfter(after) }
    const total = await counts.of(tx, accountId, filterOf(wanted))
    const page =
      sort === 'createdAt'
        ? await pageByAge(tx, accountId, wanted, place, total)
        : await pageByValue(tx, accountId, { ...wanted, sort }, place)
    return { people: await readPeople(tx, accountId, page.ids, attributes), total, paging: { after: page.after } }
  })
