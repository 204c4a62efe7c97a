/** A text as a pattern of `like` has it: `%`, `_` and `\` stand for themselves. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The pattern of what holds a text. */
export const likeHolding = (text: string): string => `%${likeText(text)}%`

/** The pattern of what a search finds; empty where nothing is searched. */
export const likeSearch = (search = ''): string => {
  const text = search.trim()
  return text && likeHolding(text)
}
