import type { House, Tx } from '@millrace/kit/server'
import type { Orders } from './orders.ts'
import { afterOffset, type Page, type Place } from './place.ts'
import { type SortBy, sortBy } from './sortBy.ts'

/** A list sorted by something else than age. */
export type ByValue = { sort: string; isDown: boolean; filter: string; place: Place }

/** So far from the top the first ones alone are picked out; farther down the whole order is made once. */
const NEAR = 500

const withName = (by: SortBy, parameter: string) => by.sql.replaceAll('$name', `${parameter}::text`)

const orderSql = (by: SortBy, isDown: boolean, parameter: string) => {
  const direction = isDown ? 'desc' : 'asc'
  return `${withName(by, parameter)} ${direction} nulls last, p.id ${direction}`
}

/** The first ones from an index that keeps them in order; those who have nothing there come after all others. */
const fromIndex = (filter: string, by: SortBy, isDown: boolean) => {
  const direction = isDown ? 'desc' : 'asc'
  return `
select p.id from people p where ${filter} and ${by.index}
order by p.account_id ${direction}, ${by.sql} ${direction}, p.id ${direction} limit $2 offset $3`
}

/** The first ones, picked out of all. */
const picked = (filter: string, by: SortBy, isDown: boolean) => `
select p.id from people p where ${filter} order by ${orderSql(by, isDown, '$4')} limit $2 offset $3`

/** All in order, as one row of bytes. */
const inOrder = (filter: string, by: SortBy, isDown: boolean) => `
select coalesce(string_agg(int8send(q.id), ''::bytea), ''::bytea) as ids from (
  select p.id from people p where ${filter} order by ${orderSql(by, isDown, '$2')}
) q`

const idsOf = async (tx: Tx, sql: string, values: unknown[]) =>
  (await tx.rows<{ id: number }>(sql, values)).map(({ id }) => id)

const first = async (tx: Tx, accountId: number, by: SortBy, { isDown, filter, place }: ByValue): Promise<number[]> => {
  const { limit, offset } = place
  if (by.index) {
    const ids = await idsOf(tx, fromIndex(filter, by, isDown), [accountId, limit, offset])
    if (ids.length === limit) return ids
  }
  const values = [accountId, limit, offset]
  return idsOf(tx, picked(filter, by, isDown), by.field === undefined ? values : [...values, by.field])
}

const orderAll = async (tx: Tx, accountId: number, by: SortBy, { isDown, filter }: ByValue): Promise<Buffer> => {
  await tx.run(`set local work_mem = '64MB'`)
  // The planner takes a million rows handed on by workers for dear, and would sort them alone.
  await tx.run('set local parallel_tuple_cost = 0.001')
  const values = by.field === undefined ? [accountId] : [accountId, by.field]
  return (await tx.one<{ ids: Buffer }>(inOrder(filter, by, isDown), values))?.ids ?? Buffer.alloc(0)
}

/**
 * A page of a list in the order of a column or a field. The first rows come from an index or are picked out of one look at
 * everybody; far ones from the whole order, which is made once and kept for two minutes. Outside row-level security, whose
 * comparison would be made a million times; every statement names the account.
 */
export const pageByValue = async (house: House, orders: Orders, accountId: number, wanted: ByValue): Promise<Page> => {
  const { limit, offset } = wanted.place
  const by = await house.db.account(accountId, (tx) => sortBy(tx, accountId, wanted.sort))
  const key = [accountId, wanted.sort, wanted.isDown, wanted.filter].join('|')
  const whole = () => orders.of(key, () => house.db.system((tx) => orderAll(tx, accountId, by, wanted)))
  const isNear = offset + limit <= NEAR
  const order = orders.ready(key) ?? (isNear ? undefined : await whole())
  const ids = order
    ? order.slice(offset, offset + limit)
    : await house.db.system((tx) => first(tx, accountId, by, wanted))
  // Whoever begins to scroll will want more of it.
  if (!order && offset > 0 && ids.length === limit) void whole().catch(() => undefined)
  return { ids, after: ids.length === limit ? afterOffset(offset + limit) : null }
}
