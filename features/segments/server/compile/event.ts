import type {
  EventCondition,
  EventGroup,
  FieldCondition,
  FrequencyCondition,
  RecencyCondition,
} from '../../contract/index.ts'
import { besidesNames, isOfName, nameMeets, namesOf } from './eventNames.ts'
import { jsonPath } from './ownField.ts'
import { not, type Statement } from './statement.ts'
import { jsonCondition, timeTest } from './value.ts'

/** The property that mail activity by machines carries. */
export const BOT = 'isBot'
const HUMAN_NAMES = new Set(['Email opened', 'Email clicked'])

/** Whether a group asks about a property. */
export const mentions = (group: EventGroup | null | undefined, field: string): boolean =>
  !!group?.conditions.some((one) => (one.type === 'group' ? mentions(one, field) : one.field === field))

const systemField = (condition: FieldCondition, statement: Statement): string => {
  if (isOfName(condition)) {
    const ids = statement.dictionary.events.filter((event) => nameMeets(condition, event)).map(({ id }) => id)
    return ids.length ? `e.name_id = any (${statement.bind(ids, 'bigint[]')})` : 'false'
  }
  const name = condition.field.replace(/^data\./, '')
  const kind = name === 'emailId' ? 'number' : name === 'url' ? 'text' : 'any'
  return jsonCondition(`(e.props -> ${statement.bind(name, 'text')})`, kind, condition, statement)
}

const property = (condition: FieldCondition, statement: Statement): string =>
  jsonCondition(jsonPath('e.props', condition.field, statement), 'any', condition, statement)

const groupOf = (group: EventGroup, leaf: (condition: FieldCondition) => string): string => {
  if (!group.conditions.length) return 'true'
  const parts = group.conditions.map((one) => (one.type === 'group' ? groupOf(one, leaf) : leaf(one)))
  return `(${parts.join(` ${group.operator} `)})`
}

const recencyOf = (recency: RecencyCondition | null | undefined, statement: Statement): string[] => {
  if (!recency || recency.condition === 'is any' || recency.condition === 'is not empty') return []
  // Every event has its time.
  if (recency.condition === 'is empty') return ['false']
  const test = timeTest(recency, statement)
  return [test ? test('e.created_at') : 'false']
}

/** Names whose events machines cause too. */
export const isTracked = ({ kind, name }: { kind: string; name: string }): boolean =>
  kind === 'email' && HUMAN_NAMES.has(name)

const humansOnly = (condition: EventCondition, ids: ReadonlySet<number>, statement: Statement): string[] => {
  if (mentions(condition.propertiesConditions, BOT)) return []
  const tracked = statement.dictionary.events.filter((event) => ids.has(event.id) && isTracked(event))
  if (!tracked.length) return []
  const human = `coalesce(e.props -> '${BOT}' <> 'true', true)`
  if (tracked.length === ids.size) return [human]
  return [
    `(e.name_id <> all (${statement.bind(
      tracked.map(({ id }) => id),
      'bigint[]',
    )}) or ${human})`,
  ]
}

/** The conditions on `events e` besides its person; undefined where no event can meet them. */
export const eventsThat = (condition: EventCondition, statement: Statement): string | undefined => {
  const { bind, dictionary } = statement
  const names = namesOf(condition.systemConditions, dictionary.events)
  if (names && !names.size) return undefined
  const parts = [`e.account_id = ${statement.account}`]
  const ids = names && [...names].sort((a, b) => a - b)
  if (ids)
    parts.push(
      ids.length === 1 ? `e.name_id = ${bind(ids[0], 'bigint')}` : `e.name_id = any (${bind(ids, 'bigint[]')})`,
    )
  parts.push(...recencyOf(condition.recencyCondition, statement))
  const rest = besidesNames(condition.systemConditions)
  if (rest) parts.push(groupOf(rest, (one) => systemField(one, statement)))
  const { propertiesConditions: properties } = condition
  if (properties?.conditions.length) parts.push(groupOf(properties, (one) => property(one, statement)))
  parts.push(...humansOnly(condition, names ?? new Set(dictionary.events.map(({ id }) => id)), statement))
  return parts.join(' and ')
}

/** A frequency as "at least so many times", or its opposite. */
export const atLeast = (frequency?: FrequencyCondition | null): { times: number; isNegated: boolean } => {
  if (!frequency) return { times: 1, isNegated: false }
  const { condition, value } = frequency
  if (condition === 'is more than') return { times: value + 1, isNegated: false }
  return { times: value, isNegated: condition === 'is less than' }
}

const happened = (where: string, times: number, { mode, person, join }: Statement): string => {
  if (mode === 'set') {
    const having = times > 1 ? ` having count(*) >= ${times}` : ''
    return join(`select e.person_id as id from events e where ${where} group by e.person_id${having}`)
  }
  const own = `from events e where e.person_id = ${person}.id and ${where}`
  // Not `exists`: inside `or` that becomes a hash of all events before the first row.
  return times > 1
    ? `(select count(*) from (select 1 ${own} limit ${times}) few) >= ${times}`
    : `(select 1 ${own} limit 1) is not null`
}

/** A condition on what a person did. */
export const event = (condition: EventCondition, statement: Statement): string => {
  const { times, isNegated } = atLeast(condition.frequencyCondition)
  const where = times > 0 ? eventsThat(condition, statement) : ''
  const sql = times <= 0 ? 'true' : where === undefined ? 'false' : happened(where, times, statement)
  return isNegated === (condition.condition === 'has not') ? sql : not(sql)
}
