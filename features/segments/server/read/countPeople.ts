import type { Tx } from '@millrace/kit/server'
import type { Conditions } from '../../contract/index.ts'
import { compileConditions } from '../compile/compileConditions.ts'
import type { Dictionary } from '../compile/dictionary.ts'

/** How many people meet conditions, and of those how many can be mailed. */
export type Counts = { count: number; canBeMailed: number; unsubscribed: number }

/** Counts who meets conditions, as whole sets. */
export const countPeople = async (tx: Tx, conditions: Conditions, dictionary: Dictionary): Promise<Counts> => {
  const { sql, joins, account, values } = compileConditions(conditions, dictionary, 'set')
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
