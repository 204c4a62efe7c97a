import type { Tx } from '@millrace/kit/server'
import type { Conditions } from '../../contract/index.ts'
import { compileConditions, conditionSql } from '../compile/compileConditions.ts'
import type { Dictionary } from '../compile/dictionary.ts'
import { openStatement } from '../compile/statement.ts'

/** How many people the first step of the walk asks, and each later one. */
const FIRST_CHUNK = 250
const CHUNK = 2_000
/** How long the walk may take before it is asked whether whole sets would be quicker. */
const BUDGET_MS = 35
/** How long it may take in all, reckoned from how many it has found; whole sets of a large account take longer. */
const LONGEST_MS = 400

type Place = { id: number; at: string; isMet: boolean }

// The next people, newest first, each asked by themselves.
const walkSql = (
  conditions: Conditions,
  dictionary: Dictionary,
  after: [string, number] | undefined,
  chunk: number,
) => {
  const values: unknown[] = after ? [dictionary.accountId, ...after] : [dictionary.accountId]
  const statement = openStatement(dictionary, { params: values })
  const from = after
    ? 'and p.created_at <= $2::timestamptz and (p.created_at, p.id) < ($2::timestamptz, $3::bigint)'
    : ''
  const sql = `select p.id, p.created_at::text as at, ${conditionSql(conditions, statement)} as "isMet"
    from people p where p.account_id = $1::int and p.archived_at is null ${from}
    order by p.created_at desc, p.id desc limit ${chunk}`
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

/** Whether a walk that took so long and found so many is better given up. */
const isHopeless = (tookMs: number, found: number, limit: number) =>
  tookMs > BUDGET_MS && (tookMs * limit) / Math.max(found, 0.1) > LONGEST_MS

/**
 * The newest people who meet conditions. Walks from the newest on, which ends at once where many do; where few do, it
 * turns to whole sets after 35 ms, unless what it found says that it will soon be there.
 */
export const firstPeople = async (
  tx: Tx,
  conditions: Conditions,
  dictionary: Dictionary,
  limit: number,
): Promise<number[]> => {
  const found: number[] = []
  let after: [string, number] | undefined
  const from = performance.now()
  for (let size = FIRST_CHUNK; ; size = CHUNK) {
    const { sql, values } = walkSql(conditions, dictionary, after, size)
    const rows = await tx.rows<Place>(sql, values)
    found.push(...rows.filter(({ isMet }) => isMet).map(({ id }) => id))
    const last = rows.at(-1)
    if (found.length >= limit || rows.length < size || !last) return found.slice(0, limit)
    after = [last.at, last.id]
    if (isHopeless(performance.now() - from, found.length, limit)) return bySets(tx, conditions, dictionary, limit)
  }
}
