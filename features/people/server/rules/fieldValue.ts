import { readJson, storableText } from '@millrace/kit/server'
import { type FieldFormat, type FieldType, LONGEST_FIELD } from '../../contract/index.ts'

/** What decides which values a field takes. */
export type FieldRule = {
  name: string
  type: FieldType
  format: FieldFormat | null
  isArray: boolean
  enumValues: readonly (string | number)[] | null
  mayGrowEnum: boolean
  /** An index keeps its values: `hotExpression`. */
  isHot?: boolean
}

/** A value in the form in which it is kept, or why it is refused; `null` clears the field. */
export type Fitted = { value: unknown; refusal?: undefined } | { refusal: string; value?: undefined }

const DATE = /^\d{4}-\d{2}-\d{2}$/
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/i
const YES = new Set(['true', 'yes', '1', 'on'])
const NO = new Set(['false', 'no', '0', 'off'])

const refuse = (name: string, what: string): Fitted => ({ refusal: `${name}: ${what}` })

const shown = (value: unknown) => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`
}

/** A moment from ISO text, or from seconds or milliseconds since 1970. */
export const readMoment = (value: unknown): Date | undefined => {
  if (typeof value === 'number' && Number.isFinite(value)) {
    const at = new Date(Math.abs(value) < 100_000_000_000 ? value * 1000 : value)
    return Number.isNaN(at.getTime()) ? undefined : at
  }
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (!DATE.test(text) && !DATE_TIME.test(text)) return undefined
  const hasZone = DATE.test(text) || /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text)
  const at = new Date(hasZone ? text : `${text.replace(' ', 'T')}Z`)
  if (Number.isNaN(at.getTime())) return undefined
  // 2026-02-30 would roll over into March.
  return Number(text.slice(8, 10)) > new Date(Date.UTC(at.getUTCFullYear(), Number(text.slice(5, 7)), 0)).getUTCDate()
    ? undefined
    : at
}

const asNumber = (value: unknown): number | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(value.trim())) return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

const asBoolean = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value
  const text = String(value).trim().toLowerCase()
  return YES.has(text) ? true : NO.has(text) ? false : undefined
}

const text = ({ name, format }: FieldRule, value: unknown): Fitted => {
  if (format) {
    const at = readMoment(value)
    if (!at) return refuse(name, `${shown(value)} is not a date${format === 'date' ? '' : ' and time'}.`)
    return { value: format === 'date' ? at.toISOString().slice(0, 10) : at.toISOString() }
  }
  if (typeof value === 'object') return refuse(name, `${shown(value)} is not a text.`)
  const kept = storableText(String(value))
  return kept.length > LONGEST_FIELD
    ? refuse(name, `a text can be ${LONGEST_FIELD} characters long at the most.`)
    : { value: kept }
}

const number = ({ name, type }: FieldRule, value: unknown): Fitted => {
  const read = asNumber(value)
  if (read === undefined) return refuse(name, `${shown(value)} is not a number.`)
  return type === 'integer' && !Number.isSafeInteger(read)
    ? refuse(name, `${shown(value)} is not a whole number.`)
    : { value: read }
}

const anything = ({ name }: FieldRule, value: unknown): Fitted => {
  const json = JSON.stringify(value)
  if (json.length > LONGEST_FIELD) return refuse(name, `a value can be ${LONGEST_FIELD} characters long at the most.`)
  return { value: readJson(json) }
}

const single = (rule: FieldRule, value: unknown): Fitted => {
  if (rule.type === 'any') return anything(rule, value)
  if (rule.type === 'string') return text(rule, value)
  if (rule.type !== 'boolean') return number(rule, value)
  const read = asBoolean(value)
  return read === undefined ? refuse(rule.name, `${shown(value)} is neither true nor false.`) : { value: read }
}

const oneOf = (rule: FieldRule, fitted: Fitted): Fitted => {
  if (fitted.refusal !== undefined || !rule.enumValues?.length || rule.mayGrowEnum) return fitted
  return rule.enumValues.some((value) => value === fitted.value)
    ? fitted
    : refuse(rule.name, `${shown(fitted.value)} is not one of its values.`)
}

const several = (rule: FieldRule, values: readonly unknown[]): Fitted => {
  const kept: unknown[] = []
  for (const value of values) {
    if (value === null || value === '') continue
    const fitted = oneOf(rule, single(rule, value))
    if (fitted.refusal !== undefined) return fitted
    kept.push(fitted.value)
  }
  if (JSON.stringify(kept).length > LONGEST_FIELD)
    return refuse(rule.name, `a list can be ${LONGEST_FIELD} characters long at the most.`)
  return { value: kept.length ? kept : null }
}

/** Brings a value into the form that its field keeps; empty text and null clear the field. */
export const fitValue = (rule: FieldRule, value: unknown): Fitted => {
  if (value === null || value === undefined || value === '') return { value: null }
  if (rule.isArray) {
    return several(
      rule,
      Array.isArray(value) ? value : typeof value === 'string' ? value.split(',').map((part) => part.trim()) : [value],
    )
  }
  if (rule.type !== 'any' && Array.isArray(value)) return refuse(rule.name, 'a list does not fit, it takes one value.')
  return oneOf(rule, single(rule, value))
}

/** What kind of field a first value asks for. */
export const guessField = (value: unknown): { type: FieldType; format: FieldFormat | null; isArray: boolean } => {
  if (Array.isArray(value)) return { type: 'any', format: null, isArray: true }
  if (typeof value === 'boolean') return { type: 'boolean', format: null, isArray: false }
  if (typeof value === 'number') return { type: 'number', format: null, isArray: false }
  if (typeof value === 'object' && value !== null) return { type: 'any', format: null, isArray: false }
  const trimmed = String(value).trim()
  if (readMoment(trimmed)) {
    return { type: 'string', format: DATE.test(trimmed) ? 'date' : 'date-time', isArray: false }
  }
  return { type: 'string', format: null, isArray: false }
}
