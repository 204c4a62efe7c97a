import type { Tx } from '@millrace/kit/server'
import type { Condition, Conditions } from '../../contract/index.ts'
import type { Dictionary } from '../compile/dictionary.ts'
import { idSet } from '../compile/idSet.ts'
import { openStatement } from '../compile/statement.ts'
import { planOf } from './plan.ts'

/** Looking people up one by one is quicker than reading all of them up to about this share. */
const SHARE = 0.1

// Everybody of an account, for the planner alone.
const EVERYBODY = 'select 1 from people where account_id = $1'

/** The choices that everybody must meet. */
export const choicesIn = (condition: Condition): Condition[] => {
  if (condition.type !== 'group') return []
  if (condition.operator === 'or' && condition.conditions.length > 1) return [condition]
  return condition.conditions.flatMap(choicesIn)
}

/** The choices (`or`) that everybody must meet and that, by the planner's reckoning, so few meet that these are better found first. */
export const smallChoices = async (
  tx: Tx,
  conditions: Conditions,
  dictionary: Dictionary,
): Promise<ReadonlySet<Condition>> => {
  const small = new Set<Condition>()
  let most: number | undefined
  for (const choice of choicesIn(conditions)) {
    const values: unknown[] = []
    const statement = openStatement(dictionary, { params: values, mode: 'set' })
    const set = idSet(choice, statement)
    if (!set) continue
    const { rows } = await planOf(tx, set(), values)
    most ??= SHARE * (await planOf(tx, EVERYBODY, [dictionary.accountId])).rows
    if (rows <= most) small.add(choice)
  }
  return small
}
