import { malformed } from '@millrace/kit/server'

/** Where a page begins: behind somebody, or at an offset. */
export type Place = { limit: number; offset: number; behind?: { at: string; id: number } }

/** A page: whom it shows, and where it goes on. */
export type Page = { ids: number[]; after: string | null }

const CURSOR = /^(\d{4,6}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?:\.\d+)?[+-]\d{2}(?::\d{2})?)\|(\d{1,15})$/
const PLACE = /^#(\d{1,9})$/

const encode = (text: string) => Buffer.from(text).toString('base64url')

/** The cursor behind a person in the order of age. */
export const afterPerson = ({ at, id }: { at: string; id: number }): string => encode(`${at}|${id}`)

/** The cursor at an offset. */
export const afterOffset = (offset: number): string => encode(`#${offset}`)

/** What a cursor says; one of another form is refused. */
export const readAfter = (after: string | undefined): Partial<Place> => {
  if (after === undefined) return {}
  const text = Buffer.from(after, 'base64url').toString()
  const place = PLACE.exec(text)
  if (place) return { offset: Number(place[1]) }
  const match = CURSOR.exec(text)
  if (!match) throw malformed('This cursor is not one of ours.')
  return { behind: { at: match[1] as string, id: Number(match[2]) } }
}
