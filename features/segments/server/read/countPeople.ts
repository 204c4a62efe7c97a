import type { Tx } from '@millrace/kit/server'
import type { Conditions } from '../../contract/index.ts'
import { compileConditions, conditionSql } from '../compile/compileConditions.ts'
import type { Dictionary, Kind } from '../compile/dictionary.ts'
import { openStatement } from '../compile/statement.ts'
import { smallChoices } from './smallChoices.ts'

/** How many meet conditions, and of those how many can be mailed. */
export type Counts = { count: number; canBeMailed: number; unsubscribed: number }

/** Counts who meets conditions, as whole sets. */
export const countPeople = async (tx: Tx, conditions: Conditions, dictionary: Dictionary): Promise<Counts> => {
  const small = await smallChoices(tx, conditions, dictionary)
  const { sql, joins, account, values } = compileConditions(conditions, dictionary, 'count', null, small)
  // Sets of ids are hashed; with too little memory they would spill to disk.
  await tx.run(`set local work_mem = '64MB'`)
  // How many people meet the conditions, can be mailed, are unsubscribed.
  const row = await tx.one<Counts>(
    `select count(*) as count,
       count(*) filter (where p.email is not null and p.unsubscribed_at is null) as "canBeMailed",
       count(*) filter (where p.unsubscribed_at is not null) as unsubscribed
     from people p ${joins} where p.account_id = ${account} and p.archived_at is null and ${sql}`,
    values,
  )
  return row ?? { count: 0, canBeMailed: 0, unsubscribed: 0 }
}

// Everybody who is not archived.
const TOTAL = 'select count(*) as total from people where account_id = $1 and archived_at is null'

/** How many people an account has, without the archived. */
export const countEverybody = async (tx: Tx, accountId: number): Promise<number> =>
  (await tx.one<{ total: number }>(TOTAL, [accountId], 'segments-everybody'))?.total ?? 0

/** Counts the objects of a kind that meet conditions, and all of them. */
export const countObjects = async (
  tx: Tx,
  conditions: Conditions,
  dictionary: Dictionary,
  kind: NonNullable<Kind>,
): Promise<{ count: number; total: number }> => {
  const values: unknown[] = [dictionary.accountId, kind]
  const statement = openStatement(dictionary, { params: values, kind })
  // How many objects of the kind there are, and how many of them meet the conditions.
  const row = await tx.one<{ count: number; total: number }>(
    `select count(*) as total, count(*) filter (where ${conditionSql(conditions, statement)}) as count
     from objects p where p.account_id = $1::int and p.schema_id = $2::bigint and p.archived_at is null`,
    values,
  )
  return row ?? { count: 0, total: 0 }
}
