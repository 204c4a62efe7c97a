import { refused } from '@millrace/kit/server'
import type { GoalCondition } from '../../contract/index.ts'
import { known, not, type Statement } from './statement.ts'

/** A condition on reaching a goal; flows say what that is. */
export const goal = ({ value, condition }: GoalCondition, statement: Statement): string => {
  const { dictionary, person } = statement
  if (!dictionary.goalSql) throw refused('Conditions on goals need flows, which are not part of this installation.')
  const sql = known(dictionary.goalSql(value, statement.account, `${person}.id`))
  return condition === 'in' ? sql : not(sql)
}
