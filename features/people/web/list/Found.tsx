import { SEARCH_FROM } from './address.ts'
import css from './list.module.css'

/** Where a search found its text: [before, found, behind]; the same rule as the server's. */
export const splitFound = (text: string, search: string): [string, string, string] | undefined => {
  const wanted = search.trim().toLowerCase()
  if (wanted.length < SEARCH_FROM) return undefined
  const low = text.toLowerCase()
  if (low.length !== text.length) return undefined
  let at = low.indexOf(wanted)
  // Two characters are looked for at the beginnings of words.
  while (wanted.length === SEARCH_FROM && at > 0 && /[\p{L}\p{N}]/u.test(low[at - 1] ?? ''))
    at = low.indexOf(wanted, at + 1)
  return at < 0 ? undefined : [text.slice(0, at), text.slice(at, at + wanted.length), text.slice(at + wanted.length)]
}

/** A text with what was searched for marked in it. */
export const Found = ({ text, search }: { text: string; search: string }) => {
  const parts = search ? splitFound(text, search) : undefined
  if (!parts) return text
  const [before, found, behind] = parts
  return (
    <span className={css.foundIn}>
      {before}
      <mark className={css.found}>{found}</mark>
      {behind}
    </span>
  )
}
