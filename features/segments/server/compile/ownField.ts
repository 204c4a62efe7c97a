import { likeHolding } from '@millrace/kit/server'
import { CORE_FIELDS, type FieldCondition, kindOfField, OBJECT_FIELDS, type ValueKind } from '../../contract/index.ts'
import type { Kind } from './dictionary.ts'
import { hotField } from './hotField.ts'
import { known, not, type Statement } from './statement.ts'
import { asList, jsonCondition, positive, type Reading, testOf } from './value.ts'

/** Fields that stand in columns, with how they are compared. */
type Core = {
  columns: Readonly<Record<string, string>>
  /** True where the column holds a time. */
  truths: Readonly<Record<string, string>>
  kinds: Readonly<Record<string, ValueKind>>
}

const PEOPLE: Core = {
  kinds: CORE_FIELDS,
  truths: { unsubscribed: 'unsubscribed_at', archived: 'archived_at' },
  columns: {
    id: 'id',
    email: 'email',
    userId: 'user_id',
    segmentAnonymousId: 'anonymous_id',
    timezone: 'timezone',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    lastSeenAt: 'last_seen_at',
    unsubscribedAt: 'unsubscribed_at',
    unsubscribeReason: 'unsubscribe_reason',
  },
}

const OBJECTS: Core = {
  kinds: OBJECT_FIELDS,
  truths: { archived: 'archived_at' },
  columns: { id: 'id', externalId: 'external_id', createdAt: 'created_at', updatedAt: 'updated_at' },
}

const coreOf = (kind: Kind): Core => (kind === null ? PEOPLE : OBJECTS)

/** How a column is read. */
const readingOf = (
  name: string,
  { person, bind, dictionary, kind: of }: Statement,
): { reading: Reading; empty: string } => {
  const { truths, columns, kinds } = coreOf(of)
  const truth = truths[name]
  if (truth) {
    const text = `(${person}.${truth} is not null)::text`
    return { reading: { text, number: 'null::numeric', time: 'null::timestamptz' }, empty: 'false' }
  }
  const column = `${person}.${columns[name]}`
  const kind = kinds[name]
  if (kind === 'date') {
    const reading = { text: `${column}::text`, number: 'null::numeric', time: column }
    return { reading, empty: `${column} is null` }
  }
  if (kind === 'number') {
    return {
      reading: { text: `${column}::text`, number: `${column}::numeric`, time: 'null::timestamptz' },
      empty: 'false',
    }
  }
  const reading = {
    text: column,
    number: `millrace_number(to_jsonb(${column}))`,
    get time() {
      return `millrace_time(to_jsonb(${column}), ${bind(dictionary.timezone, 'text')})`
    },
  }
  return { reading, empty: `coalesce(${column} = '', true)` }
}

/** The JSON of a field of the account's own. A name with dots may also lead into a nested value. */
export const jsonPath = (column: string, name: string, { bind }: Statement): string => {
  const direct = `${column} -> ${bind(name, 'text')}`
  return name.includes('.') ? `coalesce(${direct}, ${column} #> ${bind(name.split('.'), 'text[]')})` : `(${direct})`
}

const isLike = (value: unknown) => likeHolding(String(value))

const coreField = (condition: FieldCondition, statement: Statement): string => {
  const { operator, isNegated } = positive(condition.condition)
  const { reading, empty } = readingOf(condition.field, statement)
  const words = asList(condition.value)
  const isWords = condition.field === 'email' && operator === 'contains' && words.length === 1
  const test = () =>
    testOf(operator, coreOf(statement.kind).kinds[condition.field] ?? 'any', condition.value, statement)(reading)
  // Known without coalesce, which would keep the index of words from being asked.
  const inWords = () =>
    `(${reading.text} is not null and ${reading.text} ilike ${statement.bind(isLike(words[0]), 'text')})`
  const sql = operator === 'is empty' ? empty : isWords ? inWords() : known(test())
  return isNegated ? not(sql) : sql
}

/** A condition on a field of a person, or of an object. */
export const ownField = (condition: FieldCondition, statement: Statement): string => {
  const { kind, dictionary } = statement
  if (Object.hasOwn(coreOf(kind).kinds, condition.field)) return coreField(condition, statement)
  const fields = kind === null ? dictionary.fields : dictionary.kinds?.get(kind)?.fields
  const field = fields?.get(condition.field)
  const json = jsonPath(`${statement.person}.fields`, condition.field, statement)
  const sql = jsonCondition(json, kindOfField(field), condition, statement)
  const hot = kind === null ? hotField(condition, field, statement) : undefined
  // Where the condition is true, so is what the index says: together they are never unknown.
  return hot ? `((${hot}) and ${sql})` : sql
}
