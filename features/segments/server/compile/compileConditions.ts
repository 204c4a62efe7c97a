import type { Condition, Conditions } from '../../contract/index.ts'
import { association } from './association.ts'
import type { Dictionary, Kind } from './dictionary.ts'
import { event } from './event.ts'
import { goal } from './goal.ts'
import { idSet } from './idSet.ts'
import { ownField } from './ownField.ts'
import { segment } from './segment.ts'
import { openStatement, type Statement } from './statement.ts'
import { tag } from './tag.ts'

/** One condition as a two-valued SQL expression in a statement. */
export const conditionSql = (condition: Condition, statement: Statement): string => {
  switch (condition.type) {
    case 'group': {
      if (!condition.conditions.length) return 'true'
      const isChoice = statement.isRequired && condition.operator === 'or' && condition.conditions.length > 1
      const set = isChoice && statement.small?.has(condition) ? idSet(condition, statement) : undefined
      if (set) return `${statement.person}.id in (${set()})`
      const inner = isChoice ? { ...statement, isRequired: false } : statement
      const parts = condition.conditions.map((one) => conditionSql(one, inner))
      return parts.length === 1 ? (parts[0] as string) : `(${parts.join(` ${condition.operator} `)})`
    }
    case 'field':
      return ownField(condition, statement)
    case 'tag':
      return statement.kind === null ? tag(condition, statement) : 'false'
    case 'event':
      return statement.kind === null ? event(condition, statement) : 'false'
    case 'segment':
      return segment(condition, statement, conditionSql)
    case 'goal':
      return statement.kind === null ? goal(condition, statement) : 'false'
    case 'association':
      return association(condition, statement, conditionSql)
  }
}

/**
 * Conditions as a boolean expression over `people` under the alias `person` (`p` unless told), for use in a larger
 * statement: its values are added to `params` and its placeholders count from there. True or false, never unknown. The
 * larger statement names `account_id` for people itself.
 */
export const predicate = (conditions: Conditions, dictionary: Dictionary, params: unknown[], person = 'p'): string =>
  conditionSql(conditions, openStatement(dictionary, { params, person }))

/** Conditions as SQL. `sql` is a boolean over `people p` (or `objects p`); in the `set` form it needs `joins` after `from people p`. */
export type Compiled = { sql: string; joins: string; account: string; values: unknown[] }

/**
 * Compiles conditions for a statement of their own: for few people, by whole sets, or by whole sets where all who meet them are
 * read, of these with choices that few meet. Where only the first are, the last form could lead the planner to try one person
 * after another.
 */
export const compileConditions = (
  conditions: Conditions,
  dictionary: Dictionary,
  mode: 'probe' | 'set' | 'count' = 'probe',
  kind: Kind = null,
  small?: ReadonlySet<Condition>,
): Compiled => {
  const values: unknown[] = []
  const form = mode === 'count' ? { mode: 'set' as const, isRequired: true, ...(small && { small }) } : { mode }
  const statement = openStatement(dictionary, { params: values, kind, ...form })
  const sql = conditionSql(conditions, statement)
  return { sql, joins: statement.joins.join('\n'), account: statement.account, values }
}
