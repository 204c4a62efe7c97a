import type { EventName } from '../../contract/index.ts'

/** What kind of value an event's property holds. */
export type PropertyType = EventName['properties'][number]['type']

/** The type of a property, guessed from a value; undefined where the value says nothing. */
export const propertyType = (value: unknown): PropertyType | undefined => {
  if (value === null || value === undefined) return undefined
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'object') return 'object'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  const text = String(value)
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return 'date'
  return /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text) && !Number.isNaN(Date.parse(text)) ? 'date-time' : 'string'
}
