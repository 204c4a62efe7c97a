import { type House, type Tx, unavailable } from '@millrace/kit/server'
import { ALL_SEGMENT_ID, ARCHIVED_SEGMENT_ID, type Segment } from '../../contract/index.ts'
import { conditionSql } from '../compile/compileConditions.ts'
import type { GoalSql } from '../compile/dictionary.ts'
import { openStatement, type Statement } from '../compile/statement.ts'
import { loadDictionary } from '../loadDictionary.ts'
import { peopleByIds } from './people.ts'

/** Which people of a segment, and in which order. */
export type Wanted = {
  limit?: number
  offset?: number
  sort?: string
  order?: 'asc' | 'desc'
  ignoreAnonymous?: boolean
}

const BUILDING = 'Segment is still building 🏗. Please try again in a few minutes.'
/** How long conditions are asked directly while the members are not known yet. */
const PATIENCE = '8s'

const COLUMNS: Readonly<Record<string, string>> = {
  id: 'p.id',
  email: 'p.email',
  userId: 'p.user_id',
  createdAt: 'p.created_at',
  updatedAt: 'p.updated_at',
  lastSeenAt: 'p.last_seen_at',
  unsubscribedAt: 'p.unsubscribed_at',
  unsubscribed: 'p.unsubscribed_at is not null',
  timezone: 'lower(p.timezone)',
  tags: 'cardinality(p.tags)',
  name: `lower(coalesce(nullif(p.fields ->> 'name', ''), nullif(concat_ws(' ', p.fields ->> 'firstName', p.fields ->> 'lastName'), '')))`,
}

const orderOf = ({ sort = 'createdAt', order = 'desc' }: Wanted, { bind }: Statement): string => {
  const column = Object.hasOwn(COLUMNS, sort) ? COLUMNS[sort] : undefined
  if (column) return `${column} ${order} nulls last, p.id ${order}`
  const json = `(p.fields -> ${bind(sort, 'text')})`
  return `millrace_number(${json}) ${order} nulls last, lower(${json} #>> '{}') ${order} nulls last, p.id ${order}`
}

type Uncounted = Omit<Segment, 'count'>

/** A statement over the people of a segment: what follows `from people p`. */
const membersOf = (segment: Uncounted, statement: Statement): string => {
  const { account } = statement
  if (segment.id === ARCHIVED_SEGMENT_ID) return `where p.account_id = ${account} and p.archived_at is not null`
  const people = `where p.account_id = ${account} and p.archived_at is null`
  if (segment.id === ALL_SEGMENT_ID) return people
  if (segment.building) {
    const met = conditionSql(segment.conditions, statement)
    return `${statement.joins.join('\n')} ${people} and ${met}`
  }
  return `join segment_members m on m.account_id = ${account} and m.segment_id = ${statement.bind(segment.id, 'bigint')}
    and m.person_id = p.id and m.left_at is null ${people}`
}

const read = async (tx: Tx, house: House, segment: Segment, wanted: Wanted, goalSql?: GoalSql) => {
  const { accountId } = segment
  const dictionary = await loadDictionary(tx, accountId, house.clock.now(), goalSql)
  const known = wanted.ignoreAnonymous ? ' and not p.is_anonymous' : ''
  const values: unknown[] = []
  const statement = openStatement(dictionary, { params: values, mode: 'set' })
  const members = membersOf(segment, statement)
  await tx.run(`set local work_mem = '64MB'`)
  // How many people are in the segment.
  const counted = await tx.one<{ total: number }>(`select count(*) as total from people p ${members}${known}`, [
    ...values,
  ])
  const { limit = 100, offset = 0 } = wanted
  // One page of the people in the segment.
  const rows = await tx.rows<{ id: number }>(
    `select p.id from people p ${members}${known} order by ${orderOf(wanted, statement)} limit ${limit} offset ${offset}`,
    values,
  )
  const people = await peopleByIds(
    tx,
    accountId,
    rows.map(({ id }) => id),
  )
  return { people, total: counted?.total ?? 0 }
}

const tookTooLong = (error: unknown) => (error as { code?: string }).code === '57014'

/** A page of the people in a segment, with how many there are. While its members are being worked out, its conditions are asked directly. */
export const segmentPeople = (house: House, segment: Segment, wanted: Wanted, goalSql?: GoalSql) =>
  house.db
    .system(async (tx) => {
      if (segment.building) await tx.run(`set local statement_timeout = '${PATIENCE}'`)
      return read(tx, house, segment, wanted, goalSql)
    })
    .catch((error: unknown) => {
      throw segment.building && tookTooLong(error) ? unavailable(BUILDING) : error
    })

/**
 * The ids of a segment's people above `after`, in order: a walk through the whole segment, for acting on it in bulk. Runs in the
 * caller's transaction, outside row-level security.
 */
export const segmentPeopleIds = async (
  tx: Tx,
  house: House,
  segment: Uncounted,
  { after, limit }: { after: number; limit: number },
  goalSql?: GoalSql,
): Promise<number[]> => {
  const dictionary = await loadDictionary(tx, segment.accountId, house.clock.now(), goalSql)
  const values: unknown[] = []
  const statement = openStatement(dictionary, { params: values, mode: 'set' })
  const members = membersOf(segment, statement)
  // The next people of the segment by id.
  const rows = await tx.rows<{ id: number }>(
    `select p.id from people p ${members} and p.id > ${statement.bind(after, 'bigint')}
     order by p.account_id, p.id limit ${limit}`,
    values,
  )
  return rows.map(({ id }) => id)
}
