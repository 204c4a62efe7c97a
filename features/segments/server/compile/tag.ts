import type { TagCondition } from '../../contract/index.ts'
import { not, type Statement } from './statement.ts'

const idOf = (name: string, { dictionary }: Statement) => dictionary.tags.get(name.trim().toLowerCase())

/** How to find those who have a tag, as a set of ids; undefined where there is no such tag. */
export const taggedWith = (name: string, statement: Statement): (() => string) | undefined => {
  const id = idOf(name, statement)
  if (id === undefined) return undefined
  return () =>
    `select t.id from people t
      where t.account_id = ${statement.account} and t.archived_at is null and t.tags @> ${statement.bind([id], 'bigint[]')}`
}

/** A condition on a person's tags. A tag that does not exist is had by nobody. */
export const tag = ({ value, condition }: TagCondition, statement: Statement): string => {
  const { person, bind } = statement
  const id = idOf(value, statement)
  const sql = id === undefined ? 'false' : `${person}.tags @> ${bind([id], 'bigint[]')}`
  return condition === 'has' ? sql : not(sql)
}
