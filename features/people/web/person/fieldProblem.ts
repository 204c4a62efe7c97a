import { LONGEST_FIELD, type PersonField } from '../../contract/index.ts'

const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/
const PHONE = /^\+?[\d\s().\-/]{5,30}(?:\s*(?:x|ext\.?)\s*\d+)?$/i

const isUrl = (text: string) => {
  try {
    return /^https?:$/.test(new URL(text).protocol)
  } catch {
    return false
  }
}

/** A web address that was typed without its beginning gets one. */
export const withScheme = (text: string): string =>
  /^[a-z][a-z\d+.-]*:/i.test(text) || !text.includes('.') ? text : `https://${text}`

const ofText = ({ displayType }: PersonField, text: string): string | undefined => {
  if (text.length > LONGEST_FIELD) return `A text can be ${LONGEST_FIELD} characters long at the most.`
  if (displayType === 'email' && !EMAIL.test(text)) return 'This is not an email address.'
  if (displayType === 'url' && !isUrl(text)) return 'This is not a web address.'
  if (displayType === 'phone' && !PHONE.test(text)) return 'This is not a phone number.'
  return undefined
}

const ofChoice = ({ enum: choices, allowNewEnumValues }: PersonField, value: unknown): string | undefined =>
  choices?.length && !allowNewEnumValues && !choices.some((one) => String(one) === String(value))
    ? 'This is not one of its values.'
    : undefined

const ofOne = (field: PersonField, value: unknown): string | undefined => {
  const { type, format } = field
  if (type === 'number' || type === 'integer') {
    const number = Number(value)
    if (String(value).trim() === '' || !Number.isFinite(number)) return 'This is not a number.'
    if (type === 'integer' && !Number.isInteger(number)) return 'This must be a whole number.'
  }
  if (format && Number.isNaN(Date.parse(String(value)))) return 'This is not a date.'
  if (type === 'string' && !format) {
    const problem = ofText(field, String(value))
    if (problem) return problem
  }
  return ofChoice(field, value)
}

/** What is wrong with a value for a field, or undefined where it fits; nothing at all always fits. */
export const fieldProblem = (field: PersonField, value: unknown): string | undefined => {
  if (value === null || value === undefined || value === '') return undefined
  if (JSON.stringify(value).length > LONGEST_FIELD + 2)
    return `A value can be ${LONGEST_FIELD} characters long at the most.`
  if (Array.isArray(value)) return value.map((one) => ofOne(field, one)).find(Boolean)
  return ofOne(field, value)
}
