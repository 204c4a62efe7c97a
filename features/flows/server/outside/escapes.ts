import type { Escape } from '../engine/liquid.ts'

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed()
}

/** For a part of an address. */
export const inUrl: Escape = (value) => {
  const text = textOf(value)
  // Parsers read these as "one up" however they are written.
  if (/^\.{1,2}$/.test(text)) throw new Error(`“${text}” cannot be a part of an address`)
  return encodeURIComponent(text)
}

/** For JSON: inside quotation marks, or bare where it is a number, a truth value or a list. */
export const inJson: Escape = (value) => {
  if (typeof value === 'string') return JSON.stringify(value.toWellFormed()).slice(1, -1)
  return textOf(value)
}

/** For a form that is sent as a text of `name=value`. */
export const inForm: Escape = (value) => encodeURIComponent(textOf(value))

/** For a header: one line of characters that every receiver can read. */
export const inHeader: Escape = (value) =>
  textOf(value)
    .replace(/[\r\n\0]+/g, ' ')
    .replace(/[^\t\x20-\x7e]+/g, encodeURIComponent)
