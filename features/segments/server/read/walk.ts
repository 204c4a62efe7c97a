import type { Conditions } from '../../contract/index.ts'
import { conditionSql } from '../compile/compileConditions.ts'
import type { Dictionary } from '../compile/dictionary.ts'
import { openStatement, type Statement } from '../compile/statement.ts'

/** Somebody on the walk; `place` counts from the first of the step. */
export type Place = { id: number; at: string; isMet: boolean; place: number }

/** A step of the walk: how many it asks, how many it seeks, and behind whom it begins. */
export type Step = { chunk: number; missing: number; after: [string, number] | undefined }

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
  { chunk, missing, after }: Step,
): { sql: string; values: unknown[] } => {
  const values: unknown[] = []
  const statement = openStatement(dictionary, { params: values })
  // The next people, each asked by themselves until enough are found.
  const sql = `select * from (
      select p.id, p.created_at::text as at, ${conditionSql(conditions, statement)} as "isMet", row_number() over () as place
      from (select * ${peopleAfter(after, statement)} order by p.created_at desc, p.id desc limit ${chunk}) p
    ) walked where walked."isMet" or walked.place = ${chunk} limit ${missing}`
  return { sql, values }
}
