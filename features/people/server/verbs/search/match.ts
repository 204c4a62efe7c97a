/** The words that people are found by besides their address; the same expression as the index people_name_words. */
const WORDS = `(coalesce(p.fields ->> 'name', '') || ' ' || coalesce(p.fields ->> 'firstName', '') || ' ' ||
  coalesce(p.fields ->> 'lastName', '') || ' ' || coalesce(p.user_id, ''))`

/** How a text is compared. */
export type Operator = 'ilike' | '~*'

/** The comparison for a text: three characters and more anywhere, two at the beginning of a word. */
export const matchOf = (text: string): { operator: Operator; pattern: string } =>
  text.length >= 3
    ? { operator: 'ilike', pattern: `%${text.replace(/[\\%_]/g, '\\$&')}%` }
    : { operator: '~*', pattern: `\\m${text.replace(/[^\p{L}\p{N}]/gu, '\\$&')}` }

/** SQL over `people p` that finds a text, with the pattern as `parameter`. */
export const matchSql = (operator: Operator, parameter: string): string =>
  `(p.email ${operator} ${parameter} or ${WORDS} ${operator} ${parameter})`
