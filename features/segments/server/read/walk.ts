import type { Tx } from '@millrace/kit/server'
import type { Condition, Conditions } from '../../contract/index.ts'
import { conditionSql } from '../compile/compileConditions.ts'
import type { Dictionary } from '../compile/dictionary.ts'
import { openStatement, type Statement } from '../compile/statement.ts'

/** Somebody on the walk; `place` counts from the first of the step. */
export type Place = { id: number; at: string; isMet: boolean; place: number }

type Near = Statement['near']

/** A step of the walk: how many it asks, how many it seeks, behind whom it begins, and between which ids they lie where they lie together. */
export type Step = { chunk: number; missing: number; after: [string, number] | undefined; near?: Near | undefined }

const peopleAfter = (after: Step['after'], { account, bind }: Statement) => {
  const people = `from people p where p.account_id = ${account} and p.archived_at is null`
  if (!after) return people
  const [at, id] = [bind(after[0], 'timestamptz'), bind(after[1], 'bigint')]
  return `${people} and p.created_at <= ${at} and (p.created_at, p.id) < (${at}, ${id})`
}

/** A step of the walk through an account's people, newest first: those who meet the conditions, and the last one in any case where they are too few. */
export const walkSql = (
  conditions: Conditions,
  dictionary: Dictionary,
  { chunk, missing, after, near }: Step,
): { sql: string; values: unknown[] } => {
  const values: unknown[] = []
  const statement = openStatement(dictionary, { params: values, ...(near && { near }) })
  // The next people, each asked by themselves until enough are found.
  const sql = `select * from (
      select p.id, p.created_at::text as at, ${conditionSql(conditions, statement)} as "isMet", row_number() over () as place
      from (select * ${peopleAfter(after, statement)} order by p.created_at desc, p.id desc limit ${chunk}) p
    ) walked where walked."isMet" or walked.place = ${chunk} limit ${missing}`
  return { sql, values }
}

/** People lie together where they are at least a third of all ids between the first and the last of them. */
const TOGETHER = 3

const asksOfEvents = (condition: Condition): boolean =>
  condition.type === 'event' || (condition.type === 'group' && condition.conditions.some(asksOfEvents))

/**
 * Between which ids the people of a step lie, if these lie together, as they do where people are numbered in the order in which
 * they came, and if conditions ask what people did; else undefined.
 */
export const whereTheyLie = async (
  tx: Tx,
  conditions: Conditions,
  dictionary: Dictionary,
  { chunk, after }: Pick<Step, 'chunk' | 'after'>,
): Promise<Near> => {
  if (!asksOfEvents(conditions)) return undefined
  const values: unknown[] = []
  const statement = openStatement(dictionary, { params: values })
  // The ends of the ids of the next people; an index alone answers it.
  const row = await tx.one<{ first: number | null; last: number | null }>(
    `select min(id) as first, max(id) as last
     from (select p.id ${peopleAfter(after, statement)} order by p.created_at desc, p.id desc limit ${chunk}) p`,
    values,
  )
  if (!row || row.first === null || row.last === null || row.last - row.first >= TOGETHER * chunk) return undefined
  return { first: row.first, last: row.last }
}
