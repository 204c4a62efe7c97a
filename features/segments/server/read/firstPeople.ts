import type { Tx } from '@millrace/kit/server'
import type { Conditions } from '../../contract/index.ts'
import { compileConditions, conditionSql } from '../compile/compileConditions.ts'
import type { Dictionary } from '../compile/dictionary.ts'
import { openStatement } from '../compile/statement.ts'

/** How many people one step of the walk asks. */
const CHUNK = 2_000
/** How long the walk may take before whole sets are asked instead. */
const BUDGET_MS = 60

type Place = { id: number; at: string; isMet: boolean }

// The next people, newest first, each asked by themselves.
const walkSql = (conditions: Conditions, dictionary: Dictionary, after: [string, number], isLater: boolean) => {
  const values: unknown[] = [dictionary.accountId, ...(isLater ? after : [])]
  const statement = openStatement(dictionary, { params: values })
  const from = isLater
    ? 'and q.created_at <= $2::timestamptz and (q.created_at, q.id) < ($2::timestamptz, $3::bigint)'
    : ''
  const sql = `with few as materialized (
      select q.* from people q where q.account_id = $1::int and q.archived_at is null ${from}
      order by q.created_at desc, q.id desc limit ${CHUNK}
    )
    select p.id, p.created_at::text as at, ${conditionSql(conditions, statement)} as "isMet" from few p
    order by p.created_at desc, p.id desc`
  return { sql, values }
}

const bySets = async (tx: Tx, conditions: Conditions, dictionary: Dictionary, limit: number): Promise<number[]> => {
  const { sql, joins, account, values } = compileConditions(conditions, dictionary, 'set')
  // The newest people who meet the conditions, from whole sets.
  const rows = await tx.rows<{ id: number }>(
    `select p.id from people p ${joins} where p.account_id = ${account} and p.archived_at is null and ${sql}
     order by p.created_at desc, p.id desc limit ${limit}`,
    values,
  )
  return rows.map(({ id }) => id)
}

/**
 * The newest people who meet conditions. Walks from the newest on, which ends at once where many do; where few do, it
 * turns to whole sets after 60 ms.
 */
export const firstPeople = async (
  tx: Tx,
  conditions: Conditions,
  dictionary: Dictionary,
  limit: number,
): Promise<number[]> => {
  const found: number[] = []
  let after: [string, number] = ['', 0]
  const from = performance.now()
  for (let chunk = 0; ; chunk++) {
    const { sql, values } = walkSql(conditions, dictionary, after, chunk > 0)
    const rows = await tx.rows<Place>(sql, values)
    found.push(...rows.filter(({ isMet }) => isMet).map(({ id }) => id))
    const last = rows.at(-1)
    if (found.length >= limit || rows.length < CHUNK || !last) return found.slice(0, limit)
    after = [last.at, last.id]
    if (performance.now() - from > BUDGET_MS) return bySets(tx, conditions, dictionary, limit)
  }
}
