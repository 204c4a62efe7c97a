import { likeText } from '@millrace/kit/server'

/** The words that people are found by besides their address; the same expression as the index people_name_words. */
const WORDS = `(coalesce(p.fields ->> 'name', '') || ' ' || coalesce(p.fields ->> 'firstName', '') || ' ' ||
  coalesce(p.fields ->> 'lastName', '') || ' ' || coalesce(p.user_id, ''))`

/** Three characters and more are found anywhere; two at the beginning of a word, where the word indexes know them. */
export type Where = 'anywhere' | 'at-words'

/** What may stand before a word, as patterns. */
const BEFORE_IN_EMAIL = ['', '%@', '%.', '%-', '%+', '%\\_']
const BEFORE_IN_WORDS = ['', '% ', '%-', "%''"]

/** How a text is looked for, and what of it stands in patterns. */
export const matchOf = (text: string): { where: Where; pattern: string } => ({
  where: [...text].length >= 3 ? 'anywhere' : 'at-words',
  pattern: likeText(text),
})

/** SQL over `people p` that finds a text, with the pattern as `parameter`; `more`: where else it is looked for. */
export const matchSql = (where: Where, parameter: string, more: readonly string[] = []): string => {
  const like = (value: string) => (before: string) => `${value} ilike '${before}' || ${parameter}::text || '%'`
  const [inEmail, inWords] = where === 'anywhere' ? [['%'], ['%']] : [BEFORE_IN_EMAIL, BEFORE_IN_WORDS]
  return `(${[...inEmail.map(like('p.email')), ...inWords.map(like(WORDS)), ...more].join(' or ')})`
}
