import { malformed } from './refusal.ts'
import { readJson } from './storable.ts'

/** A row that a page ends with: what the list is sorted by there, as text, its id, and its part where an id has several rows. */
export type LastRow = { value: string; id: number; part?: number }

/** The cursor behind a row. */
export const cursorBehind = ({ value, id, part }: LastRow): string =>
  Buffer.from(JSON.stringify(part === undefined ? [value, id] : [value, id, part])).toString('base64url')

const parsed = (cursor: string): unknown => {
  try {
    return readJson(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}

const TIME = /^\d{4,6}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d+)?[+-]\d{2}(:\d{2})?$/

/** The row that a cursor stands behind, undefined without one; refuses what is no cursor. Of a list by time, its value is one. */
export const readCursor = (cursor: string | undefined, isTime: boolean): LastRow | undefined => {
  if (cursor === undefined) return undefined
  const said = parsed(cursor)
  const [value, id, part] = Array.isArray(said) ? said : []
  const isWhole = Number.isSafeInteger(id) && (part === undefined || Number.isSafeInteger(part))
  if (typeof value !== 'string' || !isWhole || (isTime && !TIME.test(value)))
    throw malformed('This cursor is not one of ours.')
  return part === undefined ? { value, id } : { value, id, part }
}
