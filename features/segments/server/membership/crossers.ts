import { CORE_FIELDS, dayOf, type FieldCondition, momentOf, OBJECT_FIELDS, type Period } from '../../contract/index.ts'
import type { Dictionary, Kind } from '../compile/dictionary.ts'
import { BY_NAME } from '../compile/event.ts'
import { jsonPath } from '../compile/ownField.ts'
import { openStatement, type Statement } from '../compile/statement.ts'
import { dayText, jsonTest, type Reading } from '../compile/value.ts'
import type { Edge } from './dependencies.ts'

/** Both ends count. */
type Slice = { from: Date; to: Date }

/** The stretches of time that an edge has moved over since `before`. */
export const slicesOf = (
  { condition, value }: Pick<FieldCondition, 'condition' | 'value'>,
  before: Date,
  { now, timezone }: Dictionary,
): Slice[] => {
  const [from, to] = [momentOf(value as Period, before), momentOf(value as Period, now)]
  if (condition !== 'on period') return [{ from, to }]
  const [old, day] = [dayOf(from, timezone), dayOf(to, timezone)]
  if (old.from.getTime() === day.from.getTime()) return []
  return [
    { from: old.from, to: day.from },
    { from: old.to, to: day.to },
  ]
}

const within = (time: string, slices: readonly Slice[], { bind }: Statement, words?: string): string => {
  if (!slices.length) return 'false'
  const crossed = slices.map(({ from, to }) => {
    const exact = `${time} between ${bind(from.toISOString(), 'timestamptz')} and ${bind(to.toISOString(), 'timestamptz')}`
    // Reading a time costs much more than comparing texts, so those that are days off are not read.
    const [earliest, latest] = [dayText(from, -1), dayText(to, 2)]
    if (!words || !earliest || !latest) return exact
    return `(${words} collate "C" >= ${bind(earliest, 'text')} and ${words} collate "C" < ${bind(latest, 'text')} and ${exact})`
  })
  return `(${crossed.join(' or ')})`
}

const COLUMNS: Readonly<Record<string, string>> = {
  createdAt: 'p.created_at',
  updatedAt: 'p.updated_at',
  lastSeenAt: 'p.last_seen_at',
  unsubscribedAt: 'p.unsubscribed_at',
}

const OBJECT_COLUMNS: Readonly<Record<string, string>> = { createdAt: 'o.created_at', updatedAt: 'o.updated_at' }

const ofObjectField = (field: string, slices: Slice[], kind: number, statement: Statement): string => {
  const objects = `select o.id from objects o where o.account_id = ${statement.account}
    and o.schema_id = ${statement.bind(kind, 'bigint')} and o.archived_at is null and`
  const column = OBJECT_COLUMNS[field]
  if (column) return `${objects} ${within(column, slices, statement)}`
  if (Object.hasOwn(OBJECT_FIELDS, field)) return `${objects} false`
  const test = ({ time, words }: Reading) => within(time, slices, statement, words)
  return `${objects} ${jsonTest(jsonPath('o.fields', field, statement), test, statement)}`
}

const ofField = (field: string, slices: Slice[], before: Date, statement: Statement): string => {
  if (statement.kind !== null) return ofObjectField(field, slices, statement.kind, statement)
  const people = `select p.id from people p where p.account_id = ${statement.account} and p.archived_at is null and`
  const column = COLUMNS[field]
  if (!column) {
    if (Object.hasOwn(CORE_FIELDS, field)) return `${people} false`
    const test = ({ time, words }: Reading) => within(time, slices, statement, words)
    return `${people} ${jsonTest(jsonPath('p.fields', field, statement), test, statement)}`
  }
  const crossed = within(column, slices, statement)
  // A sign of life is written without a change.
  const seen = field === 'lastSeenAt' ? ` or ${column} >= ${statement.bind(before.toISOString(), 'timestamptz')}` : ''
  return `${people} (${crossed}${seen})`
}

const ofEvents = (edge: Edge & { of: 'event' | 'property' }, slices: Slice[], statement: Statement): string => {
  const { bind } = statement
  const names = edge.names ? ` and e.name_id = any (${bind(edge.names, 'bigint[]')}) and ${BY_NAME}` : ''
  const test = ({ time, words }: Reading) => within(time, slices, statement, words)
  const crossed =
    edge.of === 'event'
      ? within('e.created_at', slices, statement)
      : jsonTest(jsonPath('e.props', edge.field, statement), test, statement)
  return `select e.person_id as id from events e where e.account_id = ${statement.account}${names} and ${crossed}`
}

/** Those of a kind who crossed any of the edges since `before`, as a statement; undefined where nobody can have. */
export const crossersSql = (
  edges: readonly Edge[],
  before: Date,
  dictionary: Dictionary,
  kind: Kind = null,
): { sql: string; values: unknown[] } | undefined => {
  const values: unknown[] = []
  const statement = openStatement(dictionary, { params: values, kind })
  const parts = edges.flatMap((edge) => {
    const slices = slicesOf(edge.timed, before, dictionary)
    if (!slices.length && !(edge.of === 'field' && edge.field === 'lastSeenAt')) return []
    if (edge.of !== 'field' && edge.names?.length === 0) return []
    return [edge.of === 'field' ? ofField(edge.field, slices, before, statement) : ofEvents(edge, slices, statement)]
  })
  return parts.length ? { sql: parts.join('\nunion '), values } : undefined
}
