import type { Tx } from '@millrace/kit/server'
import type { Conditions } from '../../contract/index.ts'
import { compileConditions } from '../compile/compileConditions.ts'
import type { Dictionary } from '../compile/dictionary.ts'
import { amongFew } from './fewPeople.ts'
import { type Place, walkSql, whereTheyLie } from './walk.ts'

/** How many people the first step of the walk asks, and each later one. */
const FIRST_CHUNK = 250
const CHUNK = 2_000
const LARGEST_CHUNK = 6_000
/** How long the walk may take before it is asked whether whole sets would be quicker. */
const BUDGET_MS = 35
/** How long it may take in all, and how many it may ask, reckoned from how many it has found; sets of a large account take longer. */
const LONGEST_MS = 400
const MOST_ASKED = 15_000

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

/** Whether a walk that took so long, asked so many and found so few is better given up. A slow moment alone is no reason. */
const isHopeless = (tookMs: number, asked: number, share: number) =>
  tookMs > BUDGET_MS && tookMs / share > LONGEST_MS && asked / share > MOST_ASKED

/** How many to ask next: about as many as it takes by what was found. */
const nextChunk = (asked: number, found: number, limit: number) =>
  found ? Math.min(LARGEST_CHUNK, Math.max(CHUNK, Math.ceil((1.5 * asked * (limit - found)) / found))) : CHUNK

/**
 * The newest people who meet conditions. Walks from the newest on, which ends at once where many do. Where few do, it asks
 * whether a single condition tells them; else it turns to whole sets after 35 ms, unless what it found says that it will soon
 * be there.
 */
export const firstPeople = async (
  tx: Tx,
  conditions: Conditions,
  dictionary: Dictionary,
  limit: number,
): Promise<number[]> => {
  const found: number[] = []
  let after: [string, number] | undefined
  let asked = 0
  const from = performance.now()
  for (let chunk = FIRST_CHUNK; ; chunk = nextChunk(asked, found.length, limit)) {
    const near = asked ? await whereTheyLie(tx, conditions, dictionary, { chunk, after }) : undefined
    const { sql, values } = walkSql(conditions, dictionary, { chunk, missing: limit - found.length, after, near })
    const rows = await tx.rows<Place>(sql, values)
    found.push(...rows.filter(({ isMet }) => isMet).map(({ id }) => id))
    const last = rows.at(-1)
    if (found.length >= limit || last?.place !== chunk) return found
    after = [last.at, last.id]
    if (!asked && found.length * CHUNK < limit * chunk) {
      const few = await amongFew(tx, conditions, dictionary, limit)
      if (few) return few
    }
    asked += chunk
    const share = Math.max(found.length, 0.1) / limit
    if (isHopeless(performance.now() - from, asked, share)) return bySets(tx, conditions, dictionary, limit)
  }
}
