import type { PersonField } from '../../contract/index.ts'

/** A value as it stands in a control; empty where there is none. */
export const asText = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** Whether a field holds numbers. */
export const isNumeric = ({ type }: Pick<PersonField, 'type'>): boolean => type === 'number' || type === 'integer'

/** A text of a control as the value that the field keeps. */
export const typedOf = (field: Pick<PersonField, 'type'>, text: string): string | number =>
  isNumeric(field) && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text

/** The choices of a field as menus take them: what is kept, and what is shown instead of it. */
export const choicesOf = ({ enum: values, enumNames }: Pick<PersonField, 'enum' | 'enumNames'>) =>
  (values ?? []).map((value, index) => ({ value: String(value), label: enumNames?.[index] || String(value) }))

/** A moment as the browser's own control takes it: in the browser's time. */
export const toLocal = (value: unknown, hasTime: boolean): string => {
  const text = asText(value)
  if (!hasTime && /^\d{4}-\d{2}-\d{2}/.test(text)) return text.slice(0, 10)
  const date = new Date(text)
  if (!value || Number.isNaN(date.getTime())) return ''
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString()
  return local.slice(0, hasTime ? 16 : 10)
}

/** What the browser's own control says, as it is kept. */
export const fromLocal = (text: string, hasTime: boolean): string | null => {
  if (!text) return null
  return hasTime ? new Date(text).toISOString() : text
}
