import type { Tx } from '@millrace/kit/server'
import type { Condition, Conditions } from '../contract/index.ts'
import { predicate } from './compile/compileConditions.ts'
import type { Dictionary } from './compile/dictionary.ts'
import { loadRegister } from './membership/register.ts'

const ask = async (tx: Tx, conditions: Conditions, dictionary: Dictionary, personIds: readonly number[]) => {
  if (!personIds.length) return []
  const values: unknown[] = [dictionary.accountId, personIds]
  const sql = predicate(conditions, dictionary, values)
  // The people among those given who meet the conditions.
  return tx.rows<{ id: number }>(
    `select p.id from people p where p.account_id = $1::int and p.id = any ($2::bigint[]) and ${sql}`,
    values,
  )
}

const asksSegments = (condition: Condition): boolean =>
  condition.type === 'group'
    ? condition.conditions.some(asksSegments)
    : condition.type === 'segment' || condition.type === 'association'

const withDefinitions = async (tx: Tx, dictionary: Dictionary): Promise<Dictionary> => {
  const { accountId, now, goalSql } = dictionary
  const { segments } = await loadRegister(tx, accountId, now, goalSql)
  const asked = new Map(
    segments.flatMap(({ id, kind, conditions }) => (kind === null ? [[id, conditions] as const] : [])),
  )
  return { ...dictionary, asked }
}

/**
 * Which of these people meet the conditions. Those about whom the transaction has just changed something (`fresh`) are in a
 * segment if they meet its conditions, for who is stored in it is not known yet.
 */
export const matches = async (
  tx: Tx,
  conditions: Conditions,
  dictionary: Dictionary,
  personIds: readonly number[],
  fresh: ReadonlySet<number> = new Set(),
): Promise<Set<number>> => {
  if (!personIds.length) return new Set()
  if (!conditions.conditions.length) return new Set(personIds)
  const changed = fresh.size && asksSegments(conditions) ? personIds.filter((id) => fresh.has(id)) : []
  const settled = changed.length ? personIds.filter((id) => !fresh.has(id)) : personIds
  const rows = await ask(tx, conditions, dictionary, settled)
  if (changed.length) rows.push(...(await ask(tx, conditions, await withDefinitions(tx, dictionary), changed)))
  return new Set(rows.map(({ id }) => id))
}
