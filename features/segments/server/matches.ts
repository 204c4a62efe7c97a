import type { Tx } from '@millrace/kit/server'
import type { Conditions } from '../contract/index.ts'
import { predicate } from './compile/compileConditions.ts'
import type { Dictionary } from './compile/dictionary.ts'

/** Which of these people meet the conditions. */
export const matches = async (
  tx: Tx,
  conditions: Conditions,
  dictionary: Dictionary,
  personIds: readonly number[],
): Promise<Set<number>> => {
  if (!personIds.length) return new Set()
  if (!conditions.conditions.length) return new Set(personIds)
  const values: unknown[] = [dictionary.accountId, personIds]
  const sql = predicate(conditions, dictionary, values)
  // The people among those given who meet the conditions.
  const rows = await tx.rows<{ id: number }>(
    `select p.id from people p where p.account_id = $1::int and p.id = any ($2::bigint[]) and ${sql}`,
    values,
  )
  return new Set(rows.map(({ id }) => id))
}
