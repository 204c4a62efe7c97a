/** A text as PostgreSQL keeps it: without NUL, and with U+FFFD for half of a surrogate pair, which UTF-8 cannot write. */
export const storableText = (text: string): string =>
  (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed()

/** What JSON can say, with all texts and names in it as PostgreSQL keeps them. */
export const storable = <T>(value: T): T => {
  if (typeof value === 'string') return storableText(value) as T
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(storable) as T
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [storableText(name), storable(inner)])) as T
}

/** Whether the text of some JSON may say what is not storable: NUL and halves of pairs are escaped there. */
const mayNeedIt = (json: string) => /\\u(?:0000|[dD][89a-fA-F])/.test(json)

/** Reads JSON; throws a SyntaxError where it is none. */
export const readJson = (json: string): unknown => {
  const value: unknown = JSON.parse(json)
  return mayNeedIt(json) ? storable(value) : value
}
