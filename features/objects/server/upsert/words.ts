/** The longest text that is kept for the search of one object. */
const LONGEST = 2_000

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join(' ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** What an object is found by: its external ID and the values of the searchable fields, one a line. */
export const wordsOf = (
  externalId: string | null,
  fields: Readonly<Record<string, unknown>>,
  searchable: readonly string[],
): string =>
  [externalId, ...searchable.map((name) => (Object.hasOwn(fields, name) ? fields[name] : null))]
    .map(textOf)
    .filter(Boolean)
    .join('\n')
    .slice(0, LONGEST)
