import type { Tx } from '@millrace/kit/server'
import { CORE_FIELDS, type Condition, type Conditions } from '../../contract/index.ts'
import { conditionSql } from '../compile/compileConditions.ts'
import type { Dictionary } from '../compile/dictionary.ts'
import { perhaps } from '../compile/event.ts'
import { openStatement, type Statement } from '../compile/statement.ts'
import { planOf } from './plan.ts'
import { required } from './required.ts'

/** More than so many people are not few. */
const FEW = 2_000
/** What finding them may cost by the planner's reckoning, about 20 ms; asking the planner costs 1 ms. */
const CHEAP = 4_000
/** How many conditions the planner is asked about. */
const ASKED = 4

const isIndexed = (condition: Condition, { fields }: Dictionary): boolean => {
  if (condition.type === 'tag') return condition.condition === 'has'
  if (condition.type !== 'field') return false
  return Object.hasOwn(CORE_FIELDS, condition.field) || fields.get(condition.field)?.isHot === true
}

const candidatesSql = (condition: Condition, statement: Statement): string | undefined => {
  if (condition.type === 'event') return perhaps(condition, statement)
  if (!isIndexed(condition, statement.dictionary)) return undefined
  return `select p.id from people p where p.account_id = ${statement.account} and p.archived_at is null
    and ${conditionSql(condition, statement)}`
}

type Way = { sql: string; values: unknown[]; cost: number }

const cheapest = async (tx: Tx, conditions: Conditions, dictionary: Dictionary): Promise<Way | undefined> => {
  const ways: Way[] = []
  for (const condition of required(conditions)) {
    const values: unknown[] = []
    const sql = candidatesSql(condition, openStatement(dictionary, { params: values, mode: 'set' }))
    if (sql) ways.push({ sql, values, cost: (await planOf(tx, sql, values)).cost })
    if (ways.length === ASKED) break
  }
  const [best] = ways.sort((a, b) => a.cost - b.cost)
  return best && best.cost <= CHEAP ? best : undefined
}

/**
 * The newest people who meet conditions, where one of these is quickly asked and met by few: each of those few is asked about
 * the rest. Undefined where there is no such condition.
 */
export const amongFew = async (
  tx: Tx,
  conditions: Conditions,
  dictionary: Dictionary,
  limit: number,
): Promise<number[] | undefined> => {
  const way = await cheapest(tx, conditions, dictionary)
  if (!way) return undefined
  // Those who meet the one condition, if they are few.
  const few = await tx.rows<{ id: number }>(`${way.sql} limit ${FEW + 1}`, way.values)
  if (few.length > FEW) return undefined
  const values: unknown[] = []
  const statement = openStatement(dictionary, { params: values })
  const ids = few.map(({ id }) => id)
  const met = conditionSql(conditions, statement)
  // The newest of them who meet all. Behind `offset 0`: nobody else is asked.
  const rows = await tx.rows<{ id: number }>(
    `select p.id from (select * from people p where p.account_id = ${statement.account} and p.archived_at is null
       and p.id = any (${statement.bind(ids, 'bigint[]')}) offset 0) p
     where ${met} order by p.created_at desc, p.id desc limit ${limit}`,
    values,
  )
  return rows.map(({ id }) => id)
}
