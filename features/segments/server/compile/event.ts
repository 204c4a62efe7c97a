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

const DAY_MS = 86_400_000

/**
 * No event is later than a few minutes from now. Said to who is asked one by one, for then the months to come are not opened
 * for each.
 */
const notBeyond = ({ mode, dictionary, bind }: Statement): string[] =>
  mode === 'probe' ? [`e.created_at < ${bind(new Date(dictionary.now.getTime() + DAY_MS), 'timestamptz')}`] : []

const recencyOf = (recency: RecencyCondition | null | undefined, statement: Statement): string[] => {
  if (!recency || recency.condition === 'is any' || recency.condition === 'is not empty') return []
  // Every event has its time.
  if (recency.condition === 'is empty') return ['false']
  const test = timeTest(recency, statement)
  return [test ? test('e.created_at') : 'false', ...notBeyond(statement)]
}

/** Names whose events machines cause too. */
export const isTracked = ({ kind, name }: { kind: string; name: string }): boolean =>
  kind === 'email' && HUMAN_NAMES.has(name)

/** What `events_machine` is an index of; the migration says it in the same words. */
const BY_MACHINE = `e.props @> '{"${BOT}": true}'`

const trackedOf = (condition: EventCondition, ids: ReadonlySet<number>, { dictionary }: Statement): number[] => {
  if (mentions(condition.propertiesConditions, BOT)) return []
  return dictionary.events.filter((event) => ids.has(event.id) && isTracked(event)).map(({ id }) => id)
}

/** What `events_by_name` is an index of: statements about one person, which do not say it, never use that index. */
export const BY_NAME = `e.created_at > '-infinity'`

/** Conditions on `events e` besides its person. */
type Asked = {
  /** What indexes answer: account, names, time. */
  index: string
  /** What the rows themselves are read for. */
  rows: string[]
  /** Where machines cause such events too: those that they caused, and the others. */
  machines?: string
  humans?: string
}

/** What indexes answer, and the names that events can have; undefined where no event can meet the condition. */
const byIndex = (condition: EventCondition, statement: Statement) => {
  const { bind, dictionary, span } = statement
  const names = namesOf(condition.systemConditions, dictionary.events)
  if (names && !names.size) return undefined
  const ids = names && [...names].sort((a, b) => a - b)
  const ofNames = ids?.length === 1 ? `= ${bind(ids[0], 'bigint')}` : ids && `= any (${bind(ids, 'bigint[]')})`
  const parts = [
    `e.account_id = ${statement.account}`,
    ...(ofNames ? [`e.name_id ${ofNames}`] : []),
    ...(ofNames && statement.mode === 'set' ? [BY_NAME] : []),
    ...(span ? [`e.created_at > ${span.after} and e.created_at <= ${span.until}`] : []),
    ...recencyOf(condition.recencyCondition, statement),
  ]
  return { index: parts.join(' and '), names }
}

const asked = (condition: EventCondition, statement: Statement): Asked | undefined => {
  const { bind, dictionary } = statement
  const found = byIndex(condition, statement)
  if (!found) return undefined
  const { index, names } = found
  const rows: string[] = []
  const rest = besidesNames(condition.systemConditions)
  if (rest) rows.push(groupOf(rest, (one) => systemField(one, statement)))
  const { propertiesConditions: properties } = condition
  if (properties?.conditions.length) rows.push(groupOf(properties, (one) => property(one, statement)))
  const all = names ?? new Set(dictionary.events.map(({ id }) => id))
  const tracked = trackedOf(condition, all, statement)
  if (!tracked.length) return { index, rows }
  const human = `coalesce(e.props -> '${BOT}' <> 'true', true)`
  const isAll = tracked.length === all.size
  const ofTracked = isAll ? '' : `e.name_id = any (${bind(tracked, 'bigint[]')}) and `
  return {
    index,
    rows,
    machines: `${ofTracked}${BY_MACHINE}`,
    humans: isAll ? human : `(e.name_id <> all (${bind(tracked, 'bigint[]')}) or ${human})`,
  }
}

const whole = ({ index, rows, humans }: Asked): string => [index, ...rows, ...(humans ? [humans] : [])].join(' and ')

/** The conditions on `events e` besides its person; undefined where no event can meet them. */
export const eventsThat = (condition: EventCondition, statement: Statement): string | undefined => {
  const parts = asked(condition, statement)
  return parts && whole(parts)
}

/** A frequency as "at least so many times", or its opposite. */
export const atLeast = (frequency?: FrequencyCondition | null): { times: number; isNegated: boolean } => {
  if (!frequency) return { times: 1, isNegated: false }
  const { condition, value } = frequency
  if (condition === 'is more than') return { times: value + 1, isNegated: false }
  return { times: value, isNegated: condition === 'is less than' }
}

/** The people who did it so often, as a set of ids. */
const idsOf = (parts: Asked, times: number): string => {
  const { index, rows, machines } = parts
  const having = times > 1 ? ` having count(*) >= ${times}` : ''
  const often = (where: string, least: string) =>
    `(select e.person_id as id, count(*) as n from events e where ${where} group by e.person_id${least})`
  if (!machines || rows.length)
    return `select e.person_id as id from events e where ${whole(parts)} group by e.person_id${having}`
  // All without those by machines: both are told by indexes, and no row is read. Each is grouped by itself, so that the planner
  // knows how many groups there are: hardly fewer where once is enough, a third of them where it is not.
  const [all, byMachines] = [often(index, having), often(`${index} and ${machines}`, '')]
  if (times === 1)
    return `select a.id from ${all} a where not exists (select 1 from ${byMachines} m where m.id = a.id and m.n >= a.n)`
  return `select a.id from ${all} a left join ${byMachines} m on m.id = a.id where a.n - coalesce(m.n, 0) >= ${times}`
}

const asSet = (parts: Asked, times: number, { join, person, isRequired }: Statement): string => {
  // One hash that parallel workers share, where each would make a set of its own.
  if (isRequired && times === 1 && !(parts.machines && !parts.rows.length))
    return `exists (select 1 from events e where e.person_id = ${person}.id and ${whole(parts)})`
  return join(idsOf(parts, times))
}

/** Who of all those between two ids did it so often by what indexes say: one look at a stretch of an index, kept as a hash. */
const amongNear = (index: string, times: number, { near, person, bind }: Statement): string | undefined => {
  if (!near) return undefined
  const between = `e.person_id between ${bind(near.first, 'bigint')} and ${bind(near.last, 'bigint')}`
  const having = times > 1 ? ` having count(*) >= ${times}` : ''
  return `${person}.id in (select e.person_id from events e where ${index} and ${between} group by e.person_id${having})`
}

const asProbe = (parts: Asked, times: number, statement: Statement): string => {
  // Not `exists`: inside `or` that becomes a hash of all events before the first row.
  const often = (where: string) =>
    `(select 1 from events e where e.person_id = ${statement.person}.id and ${where} limit 1 offset ${times - 1}) is not null`
  const near = amongNear(parts.index, times, statement)
  const isOfRows = parts.rows.length > 0 || parts.humans !== undefined
  if (!isOfRows) return near ?? often(whole(parts))
  if (times === 1 && !near) return often(whole(parts))
  // Most people did it too seldom, which indexes tell; of the others the rows are read.
  return `(${near ?? often(parts.index)} and ${often(whole(parts))})`
}

const happened = (condition: EventCondition, times: number, statement: Statement): string => {
  const parts = asked(condition, statement)
  if (!parts) return 'false'
  return statement.mode === 'set' ? asSet(parts, times, statement) : asProbe(parts, times, statement)
}

/** How to find those who meet a condition on what people did, as a set of ids; undefined where it is easier to tell those who do not. */
export const peopleWho = (condition: EventCondition, statement: Statement): (() => string) | undefined => {
  const { times, isNegated } = atLeast(condition.frequencyCondition)
  if (times <= 0 || isNegated !== (condition.condition === 'has not')) return undefined
  return () => {
    const parts = asked(condition, statement)
    return parts ? idsOf(parts, times) : 'select null::bigint as id where false'
  }
}

/**
 * Whoever may meet a condition on what people did, by what indexes say: all who do, and perhaps others. Undefined where they
 * say nothing.
 */
export const perhaps = (condition: EventCondition, statement: Statement): string | undefined => {
  const { times, isNegated } = atLeast(condition.frequencyCondition)
  if (condition.condition !== 'has' || isNegated || times <= 0) return undefined
  const found = byIndex(condition, statement)
  if (!found?.names) return undefined
  return `select e.person_id as id from events e where ${found.index} group by e.person_id having count(*) >= ${times}`
}

/** A condition on what a person did. */
export const event = (condition: EventCondition, statement: Statement): string => {
  const { times, isNegated } = atLeast(condition.frequencyCondition)
  const sql = times <= 0 ? 'true' : happened(condition, times, statement)
  return isNegated === (condition.condition === 'has not') ? sql : not(sql)
}
