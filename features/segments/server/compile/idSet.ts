import type { Condition } from '../../contract/index.ts'
import { peopleWho } from './event.ts'
import { storedIn } from './segment.ts'
import type { Statement } from './statement.ts'
import { taggedWith } from './tag.ts'

/** Writes the SQL of a set; its values become the statement's only then. */
type Write = () => string

const unionOf = (conditions: readonly Condition[], statement: Statement): Write | undefined => {
  const sets = conditions.map((condition) => idSet(condition, statement)).filter((set) => set !== undefined)
  if (sets.length < conditions.length) return undefined
  return () => sets.map((write) => write()).join('\nunion all ')
}

/**
 * How to find the people who meet a condition as a set of ids, without asking everybody; undefined where there is no such way.
 * Somebody may be in it more than once.
 */
export const idSet = (condition: Condition, statement: Statement): Write | undefined => {
  if (statement.kind !== null) return undefined
  switch (condition.type) {
    case 'event':
      return peopleWho(condition, statement)
    case 'tag':
      return condition.condition === 'has' ? taggedWith(condition.value, statement) : undefined
    case 'segment':
      return condition.condition === 'in' ? storedIn(condition.value, statement) : undefined
    case 'group': {
      const { operator, conditions } = condition
      const isChoice = operator === 'or' || conditions.length === 1
      return isChoice && conditions.length ? unionOf(conditions, statement) : undefined
    }
    default:
      return undefined
  }
}
