import type { AssociationCondition, Condition } from '../../contract/index.ts'
import type { Kind, KnownAssociation } from './dictionary.ts'
import { not, type Statement } from './statement.ts'

/** An association as it is seen from one of its sides. */
export type Side = { associationId: number; own: 'from_id' | 'to_id'; other: 'from_id' | 'to_id'; otherKind: Kind }

/** The association that a condition is about, from the side that conditions are asked of; undefined where that is none of its sides. */
export const sideOf = (
  { value }: AssociationCondition,
  kind: Kind,
  associations: ReadonlyMap<number, KnownAssociation> | undefined,
): Side | undefined => {
  const association = associations?.get(Number(value))
  if (!association) return undefined
  const { id: associationId, from, to } = association
  if (from === kind) return { associationId, own: 'from_id', other: 'to_id', otherKind: to }
  return to === kind ? { associationId, own: 'to_id', other: 'from_id', otherKind: from } : undefined
}

type Inner = (conditions: Condition, statement: Statement) => string

/** Says that at least so many things are associated that meet the inner conditions. */
const tied = (
  condition: AssociationCondition,
  side: Side,
  times: number,
  statement: Statement,
  inner: Inner,
): string => {
  if (times <= 0) return 'true'
  const { person, account, bind, mode, join } = statement
  const [tie, thing] = [`${person}_t`, `${person}_o`]
  const other = statement.inside(side.otherKind, thing)
  const table = side.otherKind === null ? 'people' : 'objects'
  const ofKind = side.otherKind === null ? '' : ` and ${thing}.schema_id = ${bind(side.otherKind, 'bigint')}`
  const { associationConditions: conditions } = condition
  const met = conditions?.conditions.length ? ` and ${inner(conditions, other)}` : ''
  const body = `from associations ${tie} join ${table} ${thing} on ${thing}.account_id = ${account} and ${thing}.id = ${tie}.${side.other}
    where ${tie}.account_id = ${account} and ${tie}.association_id = ${bind(side.associationId, 'bigint')}
    and ${thing}.archived_at is null${ofKind}${met}`
  if (mode === 'set') {
    const having = times > 1 ? ` having count(*) >= ${times}` : ''
    return join(`select ${tie}.${side.own} as id ${body} group by ${tie}.${side.own}${having}`)
  }
  const own = `${body} and ${tie}.${side.own} = ${person}.id`
  return times > 1
    ? `(select count(*) from (select 1 ${own} limit ${times}) few) >= ${times}`
    : `(select 1 ${own} limit 1) is not null`
}

/** A condition on how many things are associated, and which. With an association that is no more nothing is associated. */
export const association = (condition: AssociationCondition, statement: Statement, inner: Inner): string => {
  const side = sideOf(condition, statement.kind, statement.dictionary.associations)
  const least = (times: number): string => {
    if (!side) return times <= 0 ? 'true' : 'false'
    return tied(condition, side, times, statement, inner)
  }
  const { type, value = 1 } = condition.condition
  switch (type) {
    case 'any':
      return least(1)
    case 'none':
      return not(least(1))
    case 'at least':
      return least(value)
    case 'is more than':
      return least(value + 1)
    case 'is less than':
      return not(least(value))
    case 'exactly':
      return `(${least(value)} and ${not(least(value + 1))})`
  }
}
