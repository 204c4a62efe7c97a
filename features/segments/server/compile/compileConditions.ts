import { refused } from '@millrace/kit/server'
import type { Condition, Conditions } from '../../contract/index.ts'
import type { Dictionary } from './dictionary.ts'
import { event } from './event.ts'
import { goal } from './goal.ts'
import { personField } from './personField.ts'
import { segment } from './segment.ts'
import { openStatement, type Statement } from './statement.ts'
import { tag } from './tag.ts'

/** One condition as a two-valued SQL expression in a statement. */
export const conditionSql = (condition: Condition, statement: Statement): string => {
  switch (condition.type) {
    case 'group': {
      if (!condition.conditions.length) return 'true'
      const parts = condition.conditions.map((one) => conditionSql(one, statement))
      return parts.length === 1 ? (parts[0] as string) : `(${parts.join(` ${condition.operator} `)})`
    }
    case 'field':
      return personField(condition, statement)
    case 'tag':
      return tag(condition, statement)
    case 'event':
      return event(condition, statement)
    case 'segment':
      return segment(condition, statement)
    case 'goal':
      return goal(condition, statement)
    case 'association':
      throw refused('Conditions on associated objects need custom objects, which are not part of this installation.')
  }
}

/**
 * Conditions as a boolean expression over `people` under the alias `person` (`p` unless told), for use in a larger
 * statement: its values are added to `params` and its placeholders count from there. True or false, never unknown. The
 * larger statement names `account_id` for people itself.
 */
export const predicate = (conditions: Conditions, dictionary: Dictionary, params: unknown[], person = 'p'): string =>
  conditionSql(conditions, openStatement(dictionary, { params, person }))

/** Conditions as SQL. `sql` is a boolean over `people p`; in the `set` form it needs `joins` after `from people p`. */
export type Compiled = { sql: string; joins: string; account: string; values: unknown[] }

/** Compiles conditions for a statement of their own, in the form for few people or in the form for counting. */
export const compileConditions = (
  conditions: Conditions,
  dictionary: Dictionary,
  mode: 'probe' | 'set' = 'probe',
): Compiled => {
  const values: unknown[] = []
  const statement = openStatement(dictionary, { params: values, mode })
  const sql = conditionSql(conditions, statement)
  return { sql, joins: statement.joins.join('\n'), account: statement.account, values }
}
