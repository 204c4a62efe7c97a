import type { TagCondition } from '../../contract/index.ts'
import { not, type Statement } from './statement.ts'

/** A condition on a person's tags. A tag that does not exist is had by nobody. */
export const tag = ({ value, condition }: TagCondition, { dictionary, person, bind }: Statement): string => {
  const id = dictionary.tags.get(value.trim().toLowerCase())
  const sql = id === undefined ? 'false' : `${person}.tags @> ${bind([id], 'bigint[]')}`
  return condition === 'has' ? sql : not(sql)
}
