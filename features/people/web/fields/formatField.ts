import { count, exactly, isoDay } from '@millrace/kit/web'
import type { PersonField } from '../../contract/index.ts'
import { formatMoney, isMoney } from './money.ts'

const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const isDate = ({ format, displayType }: Pick<PersonField, 'format' | 'displayType'>) =>
  format !== null || displayType === 'date' || displayType === 'datetime'

const chosenName = (field: PersonField, value: unknown) => {
  const at = field.enum?.findIndex((one) => String(one) === String(value)) ?? -1
  return at >= 0 ? field.enumNames?.[at] : undefined
}

const one = (field: PersonField, value: unknown, isLong: boolean): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'object') return JSON.stringify(value)
  if (isDate(field) && !Number.isNaN(Date.parse(String(value)))) {
    const hasTime = field.format === 'date-time' || field.displayType === 'datetime'
    return isLong && hasTime ? exactly(String(value)) : isoDay(String(value))
  }
  if (typeof value === 'number') {
    if (isMoney(field)) return formatMoney(field, value)
    return count(value)
  }
  return chosenName(field, value) ?? String(value)
}

/** A field's value in words; empty where there is none. `isLong` tells the time of day too. */
export const formatField = (field: PersonField, value: unknown, isLong = false): string => {
  if (isNothing(value)) return ''
  return Array.isArray(value) ? value.map((item) => one(field, item, isLong)).join(', ') : one(field, value, isLong)
}
