import {
  dayOf,
  type FieldCondition,
  isBare,
  momentOf,
  type Period,
  readTime,
  type Span,
  takesDate,
  takesNumber,
  takesPeriod,
  type ValueKind,
} from '../../contract/index.ts'
import { known, not, type Statement } from './statement.ts'

/** How one stored value is read: SQL for its text, number and time, each null where it is none; `words` is the text that the time is read from. */
export type Reading = { text: string; number: string; time: string; words?: string }

/** A test of one reading; the answer may be unknown. */
export type Test = (reading: Reading) => string

/** An operator without its negation: `is not` is the opposite of `is`. */
export const positive = (operator: string): { operator: string; isNegated: boolean } => {
  if (operator === 'is not any of') return { operator: 'is any of', isNegated: true }
  if (operator === 'does not start with') return { operator: 'starts with', isNegated: true }
  if (operator === 'does not end with') return { operator: 'ends with', isNegated: true }
  if (operator === 'does not contain') return { operator: 'contains', isNegated: true }
  if (operator === 'is not') return { operator: 'is', isNegated: true }
  if (operator === 'is not empty' || operator === 'is any') return { operator: 'is empty', isNegated: true }
  return { operator, isNegated: false }
}

const NUMBER = /^\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d{1,3})?\s*$/i

/** A value as the text of a number; undefined where it is none. */
export const asNumber = (value: unknown): string | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined
  return typeof value === 'string' && value.length <= 255 && NUMBER.test(value) ? value.trim() : undefined
}

/** Texts that mean yes and no in a field of truth. */
export const YES = ['true', '1', 'yes']
export const NO = ['false', '0', 'no']

/** The list that a value stands for. */
export const asList = (value: unknown): unknown[] => {
  if (value === null || value === undefined || value === '') return []
  return Array.isArray(value) ? value.filter((one) => one !== '') : [value]
}

/** What a time is compared with: the day or moment of a date, or of a period counted from now. */
export const spanOf = (
  { condition, value }: Pick<FieldCondition, 'condition' | 'value'>,
  { now, timezone }: { now: Date; timezone: string },
): (Span & { isDay: boolean }) | undefined => {
  if (!takesPeriod(condition)) {
    const span = readTime(value, timezone)
    return span && condition === 'on' ? { ...dayOf(span.from, timezone), isDay: true } : span
  }
  if (!value || typeof value !== 'object' || Array.isArray(value)) return undefined
  const moment = momentOf(value as Period, now)
  if (Number.isNaN(moment.getTime())) return undefined
  return condition === 'on period'
    ? { ...dayOf(moment, timezone), isDay: true }
    : { from: moment, to: moment, isDay: false }
}

const DAY_MS = 86_400_000

/** The date of a moment moved by some days, as text; undefined where dates have no four-digit year. */
export const dayText = (moment: Date, days: number): string | undefined => {
  const text = new Date(moment.getTime() + days * DAY_MS).toISOString()
  return /^\d{4}-/.test(text) && !text.startsWith('0000') ? text.slice(0, 10) : undefined
}

/** A test of a time; `words` is the text that it was read from, where it was. */
type TimeTest = (time: string, words?: string) => string

const since = (moment: Date, sign: '>' | '>=', { bind }: Statement): TimeTest => {
  // Dates as texts sort like dates. Reading a time costs much more, so those that are days off are not read.
  const earliest = dayText(moment, -1)
  return (time, words) => {
    const exact = `${time} ${sign} ${bind(moment.toISOString(), 'timestamptz')}`
    return words && earliest ? `${words} collate "C" >= ${bind(earliest, 'text')} and ${exact}` : exact
  }
}

const until = (moment: Date, { bind }: Statement): TimeTest => {
  const latest = dayText(moment, 2)
  return (time, words) => {
    const exact = `${time} < ${bind(moment.toISOString(), 'timestamptz')}`
    return words && latest ? `${words} collate "C" < ${bind(latest, 'text')} and ${exact}` : exact
  }
}

/** A test of a time expression against a date or period; undefined where the value is no date. */
export const timeTest = (
  condition: Pick<FieldCondition, 'condition' | 'value'>,
  statement: Statement,
): TimeTest | undefined => {
  const span = spanOf(condition, statement.dictionary)
  if (!span) return undefined
  switch (condition.condition) {
    case 'after':
      return span.isDay ? since(span.to, '>=', statement) : since(span.from, '>', statement)
    case 'after period':
      return since(span.from, '>=', statement)
    case 'before':
    case 'before period':
      return until(span.from, statement)
    default: {
      const [from, to] = [since(span.from, '>=', statement), until(span.to, statement)]
      return (time, words) => `(${from(time, words)} and ${to(time, words)})`
    }
  }
}

const never = () => 'false'

const isTest = (kind: ValueKind, value: unknown, statement: Statement): Test => {
  if (kind === 'date') {
    const test = timeTest({ condition: 'on', value: value as string }, statement)
    return test ? ({ time, words }) => test(time, words) : never
  }
  const number = asNumber(value)
  if (kind === 'number') {
    return number === undefined ? never : ({ number: read }) => `${read} = ${statement.bind(number, 'numeric')}`
  }
  const text = String(value)
  if (kind === 'boolean') {
    const words = [YES, NO].find((list) => list.includes(text.toLowerCase()))
    return words ? ({ text: read }) => `lower(${read}) in (${words.map((word) => `'${word}'`).join(', ')})` : never
  }
  const same = ({ text: read }: Reading) => `lower(${read}) = lower(${statement.bind(text, 'text')})`
  if (kind === 'text' || number === undefined) return same
  return (reading) => `(${same(reading)} or ${reading.number} = ${statement.bind(number, 'numeric')})`
}

/** True where any of the tests is. */
const anyTest =
  (tests: Test[]): Test =>
  (reading) =>
    tests.length === 1 ? (tests[0] as Test)(reading) : `(${tests.map((test) => known(test(reading))).join(' or ')})`

const anyOfTest = (kind: ValueKind, values: unknown[], statement: Statement): Test => {
  if (kind !== 'text' || values.length === 1) return anyTest(values.map((value) => isTest(kind, value, statement)))
  const list = values.map((value) => `lower(${statement.bind(String(value), 'text')})`).join(', ')
  return ({ text }) => `lower(${text}) in (${list})`
}

const textTest = (operator: string, value: unknown, { bind }: Statement): Test => {
  const text = `lower(${bind(String(value), 'text')})`
  if (operator === 'starts with') return (reading) => `starts_with(lower(${reading.text}), ${text})`
  if (operator === 'ends with') return (reading) => `right(lower(${reading.text}), length(${text})) = ${text}`
  return (reading) => `strpos(lower(${reading.text}), ${text}) > 0`
}

const numberTest = (operator: string, value: unknown, { bind }: Statement): Test => {
  const number = asNumber(value)
  if (number === undefined) return never
  const sign = operator === 'is more than' ? '>' : operator === 'is less than' ? '<' : '>='
  return (reading) => `${reading.number} ${sign} ${bind(number, 'numeric')}`
}

/** The test that a positive operator asks of each value; emptiness is asked elsewhere. A value that cannot be meant is never met. */
export const testOf = (operator: string, kind: ValueKind, value: unknown, statement: Statement): Test => {
  if (takesDate(operator) || takesPeriod(operator)) {
    const test = timeTest({ condition: operator as FieldCondition['condition'], value: value as string }, statement)
    return test ? ({ time, words }) => test(time, words) : never
  }
  const values = asList(value)
  if (isBare(operator) || !values.length) return never
  if (operator === 'is any of' || operator === 'is') return anyOfTest(kind, values, statement)
  const tests = values.map((one) =>
    takesNumber(operator) ? numberTest(operator, one, statement) : textTest(operator, one, statement),
  )
  return anyTest(tests)
}

/**
 * SQL for a JSON expression under a test: a list meets it when any of its elements does. `inList` is the same question to a
 * list, where there is a quicker way to ask it.
 */
export const jsonTest = (json: string, test: Test, { bind, dictionary }: Statement, inList?: string): string => {
  const read = (value: string): Reading => ({
    text: `(${value} #>> '{}')`,
    number: `millrace_number(${value})`,
    words: `(${value} #>> '{}')`,
    get time() {
      return `millrace_time(${value}, ${bind(dictionary.timezone, 'text')})`
    },
  })
  const each = () =>
    `(select 1 from jsonb_array_elements(${json}) as element(value) where ${test(read('element.value'))} limit 1) is not null`
  return `coalesce(case jsonb_typeof(${json})
    when 'array' then ${inList ?? each()}
    else ${test(read(json))} end, false)`
}

/** SQL that says a JSON expression holds nothing: missing, null, an empty text or an empty list. */
export const jsonEmpty = (json: string): string => `coalesce(${json} in ('null', '""', '[]'), true)`

/** Whether a list holds one of some texts; undefined where more than texts is asked for. */
const listed = (json: string, operator: string, kind: ValueKind, value: unknown, { bind }: Statement) => {
  const values = asList(value)
  if (kind !== 'text' || !values.length || (operator !== 'is' && operator !== 'is any of')) return undefined
  return `millrace_lists(${json}, array[${values.map((one) => `lower(${bind(String(one), 'text')})`).join(', ')}])`
}

/** A whole condition on a JSON expression. */
export const jsonCondition = (
  json: string,
  kind: ValueKind,
  { condition, value }: Pick<FieldCondition, 'condition' | 'value'>,
  statement: Statement,
): string => {
  const { operator, isNegated } = positive(condition)
  const ask = () =>
    jsonTest(json, testOf(operator, kind, value, statement), statement, listed(json, operator, kind, value, statement))
  const sql = operator === 'is empty' ? jsonEmpty(json) : ask()
  return isNegated ? not(sql) : sql
}
