import { malformed } from './refusal.ts'

/** A row that a page ends with: what the list is sorted by there, as text, and its id. */
export type LastRow = { value: string; id: number }

/** The cursor behind a row. */
export const cursorBehind = ({ value, id }: LastRow): string =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url')

const parsed = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}

const TIME = /^\d{4,6}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d+)?[+-]\d{2}(:\d{2})?$/

/** The row that a cursor stands behind, undefined without one; refuses what is no cursor. Of a list by time, its value is one. */
export const readCursor = (cursor: string | undefined, isTime: boolean): LastRow | undefined => {
  if (cursor === undefined) return undefined
  const said = parsed(cursor)
  const [value, id] = Array.isArray(said) ? said : []
  if (typeof value !== 'string' || !Number.isSafeInteger(id) || (isTime && !TIME.test(value)))
    throw malformed('This cursor is not one of ours.')
  return { value, id }
}
