import type { DateOrder } from '../../contract/index.ts'

/** What decides how the text of a cell is meant. */
export type CellRule = { type: string; format: string | null; dates?: DateOrder }

const PARTS =
  /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})(?:,?[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*([ap]\.?m\.?)?)?$/i
const ISO_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(?:Z|UTC|GMT|([+-]\d{2}):?(\d{2}))$/i

const two = (value: number) => String(value).padStart(2, '0')

type Day = { year: number; month: number; day: number }

const fullYear = (year: number) => (year >= 100 ? year : year + (year < 70 ? 2000 : 1900))

/** Which of the three numbers is what. Dots mean day first; with dashes and slashes a number above 12 or `order` decides. */
const dayOf = (text: string, parts: [number, number, number], order: DateOrder | undefined): Day | undefined => {
  const [a, b, c] = parts
  if (/^\d{4}/.test(text)) return { year: a, month: b, day: c }
  const year = fullYear(c)
  if (text.includes('.') || a > 12) return { year, month: b, day: a }
  if (b > 12) return { year, month: a, day: b }
  if (a === b) return { year, month: a, day: a }
  if (!order) return undefined
  return order === 'dmy' ? { year, month: b, day: a } : { year, month: a, day: b }
}

const timeOf = (match: RegExpExecArray): string | undefined => {
  if (match[4] === undefined) return ''
  const half = match[7]?.[0]?.toLowerCase()
  const told = Number(match[4])
  const hour = half === 'p' && told < 12 ? told + 12 : half === 'a' && told === 12 ? 0 : told
  return hour > 23 || Number(match[5]) > 59 ? undefined : `T${two(hour)}:${match[5]}:${match[6] ?? '00'}Z`
}

/** A date, with or without time, in ISO form; undefined where the text is none or could mean two days. */
export const readDate = (raw: string, order?: DateOrder): string | undefined => {
  const text = raw.trim()
  const exact = ISO_TIME.exec(text)
  if (exact) {
    const at = new Date(`${exact[1]}T${exact[2]}${exact[3] ? `${exact[3]}:${exact[4]}` : 'Z'}`)
    return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
  }
  const match = PARTS.exec(text)
  if (!match) return undefined
  const day = dayOf(text, [Number(match[1]), Number(match[2]), Number(match[3])], order)
  const time = timeOf(match)
  if (!day || time === undefined || day.month < 1 || day.month > 12 || day.day < 1) return undefined
  if (day.day > new Date(Date.UTC(day.year, day.month, 0)).getUTCDate()) return undefined
  return `${String(day.year).padStart(4, '0')}-${two(day.month)}-${two(day.day)}${time}`
}

/** A number as people write it: with a currency, spaces, thousands; a comma or a dot for the fraction. */
export const readNumber = (raw: string): string => {
  const text = raw.replace(/[\s\u00a0'’]|[$€£¥%]/g, '')
  if (/^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)) return text.replaceAll(',', '')
  if (/^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/.test(text)) return text.replaceAll('.', '').replace(',', '.')
  if (/^[+-]?\d{1,3}(?:\.\d{3}){2,}$/.test(text)) return text.replaceAll('.', '')
  if (/^[+-]?\d+,\d+$/.test(text)) return text.replace(',', '.')
  return text
}

/** Spreadsheets protect leading zeros as `="0042"`, exports numbers and formulas with an apostrophe in front. */
const unprotected = (text: string) => {
  if (text[0] === '=') return /^="(.*)"$/s.exec(text)?.[1] ?? text
  return text[0] === "'" ? text.replace(/^'(?=[=+\-@\d])/, '') : text
}

/** What a cell says, in a form that its field can read; empty where it says nothing. */
export const readCell = (raw: string, rule: CellRule): string => {
  const text = unprotected((raw.includes('\u0000') ? raw.replaceAll('\u0000', '') : raw).trim())
  if (!text) return ''
  if (rule.format) return readDate(text, rule.dates) ?? text
  return rule.type === 'number' || rule.type === 'integer' ? readNumber(text) : text
}
