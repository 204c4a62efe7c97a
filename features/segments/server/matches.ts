import type { Tx } from '@millrace/kit/server'
import { type Condition, type Conditions, segmentsIn } from '../contract/index.ts'
import { conditionSql, predicate } from './compile/compileConditions.ts'
import type { Dictionary, Kind } from './compile/dictionary.ts'
import { openStatement } from './compile/statement.ts'
import { isAnyBeingBuilt, isBeingBuilt } from './membership/isBeingBuilt.ts'
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

/** Conditions that are told by a person's row alone. */
const isAboutRow = (condition: Condition): boolean =>
  condition.type === 'group'
    ? condition.conditions.every(isAboutRow)
    : condition.type === 'field' || condition.type === 'tag'

/** Whether people can be asked such conditions together with others, each row read once. */
export const canAskTogether: (conditions: Conditions) => boolean = isAboutRow

/** Which of these people meet each of some conditions on their rows, in one statement. At most thirty. */
export const matchesEach = async (
  tx: Tx,
  conditions: readonly Conditions[],
  dictionary: Dictionary,
  personIds: readonly number[],
): Promise<Set<number>[]> => {
  const values: unknown[] = [dictionary.accountId, personIds]
  const bits = conditions.map((one, nth) => `((${predicate(one, dictionary, values)})::int << ${nth})`)
  // The people among those given, with a bit for each of the conditions that they meet.
  const rows = await tx.rows<{ id: number; met: number }>(
    `select p.id, ${bits.join(' | ')} as met from people p where p.account_id = $1::int and p.id = any ($2::bigint[])`,
    values,
  )
  return conditions.map((_, nth) => new Set(rows.flatMap(({ id, met }) => (met & (1 << nth) ? [id] : []))))
}

const asksSegments = (condition: Condition): boolean =>
  condition.type === 'group'
    ? condition.conditions.some(asksSegments)
    : condition.type === 'segment' || condition.type === 'association'

const withDefinitions = async (tx: Tx, dictionary: Dictionary, of: Kind): Promise<Dictionary> => {
  const { accountId, now, goalSql } = dictionary
  const { segments } = await loadRegister(tx, accountId, now, goalSql)
  const asked = new Map(
    segments.flatMap(({ id, kind, conditions }) => (kind === of ? [[id, { kind, conditions }] as const] : [])),
  )
  return { ...dictionary, asked }
}

const asksOpenSegment = async (tx: Tx, conditions: Conditions, accountId: number): Promise<boolean> => {
  if (!(await isAnyBeingBuilt(tx, accountId))) return false
  for (const id of segmentsIn(conditions)) if (await isBeingBuilt(tx, accountId, id)) return true
  return false
}

/** Those for whom what is stored of segments is not to be believed yet: all while one of them is built, else the fresh ones. */
const openOf = async (
  tx: Tx,
  conditions: Conditions,
  accountId: number,
  ids: readonly number[],
  fresh: ReadonlySet<number>,
): Promise<readonly number[]> => {
  if (!asksSegments(conditions)) return []
  if (await asksOpenSegment(tx, conditions, accountId)) return ids
  return fresh.size ? ids.filter((id) => fresh.has(id)) : []
}

const without = (ids: readonly number[], some: readonly number[]) => {
  if (!some.length) return ids
  const left = new Set(some)
  return ids.filter((id) => !left.has(id))
}

/**
 * Which of these people meet the conditions. Those about whom the transaction has just changed something (`fresh`) are in a
 * segment if they meet its conditions, for who is stored in it is not known yet; while one that they ask about is being built, all are.
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
  const open = await openOf(tx, conditions, dictionary.accountId, personIds, fresh)
  const rows = await ask(tx, conditions, dictionary, without(personIds, open))
  if (open.length) rows.push(...(await ask(tx, conditions, await withDefinitions(tx, dictionary, null), open)))
  return new Set(rows.map(({ id }) => id))
}

const askObjects = async (
  tx: Tx,
  conditions: Conditions,
  dictionary: Dictionary,
  kind: number,
  ids: readonly number[],
) => {
  if (!ids.length) return []
  const values: unknown[] = [dictionary.accountId, ids, kind]
  const sql = conditionSql(conditions, openStatement(dictionary, { params: values, kind }))
  // The objects of a kind among those given that meet the conditions.
  return tx.rows<{ id: number }>(
    `select p.id from objects p
     where p.account_id = $1::int and p.id = any ($2::bigint[]) and p.schema_id = $3::bigint and ${sql}`,
    values,
  )
}

/** Which of these objects of a kind meet the conditions; `fresh` as with people. */
export const matchesObjects = async (
  tx: Tx,
  conditions: Conditions,
  dictionary: Dictionary,
  kind: number,
  objectIds: readonly number[],
  fresh: ReadonlySet<number> = new Set(),
): Promise<Set<number>> => {
  if (!objectIds.length) return new Set()
  if (!conditions.conditions.length) return new Set(objectIds)
  const open = await openOf(tx, conditions, dictionary.accountId, objectIds, fresh)
  const rows = await askObjects(tx, conditions, dictionary, kind, without(objectIds, open))
  if (open.length)
    rows.push(...(await askObjects(tx, conditions, await withDefinitions(tx, dictionary, kind), kind, open)))
  return new Set(rows.map(({ id }) => id))
}
