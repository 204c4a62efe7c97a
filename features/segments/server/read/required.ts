import type { Condition } from '../../contract/index.ts'

/** The single conditions that everybody meets who meets the whole. */
export const required = (condition: Condition): Condition[] => {
  if (condition.type !== 'group') return [condition]
  const { operator, conditions } = condition
  return operator === 'and' || conditions.length === 1 ? conditions.flatMap(required) : []
}
