/**
 * A place that shows a snippet: `{{ snippets.footer }}`, `{{ snippets["footer"] }}`, `{{ snippets[12] }}`. The only filter that
 * it takes is `raw`, which changes nothing: a snippet's own Liquid decides what is escaped.
 */
export const SNIPPET_PLACE: RegExp =
  /\{\{-?\s*snippets(?:\.([\w-]+)|\[\s*(?:"([^"]+)"|'([^']+)'|(\d+))\s*\])\s*(?:\|\s*raw\s*)?-?\}\}/g

/** How a snippet is named where it is asked for: its key, or `#` and its id. */
export const refOf = (place: readonly (string | undefined)[]): string =>
  place[4] ? `#${place[4]}` : (place[1] ?? place[2] ?? place[3] ?? '')

/** The snippets that texts show, each once. */
export const snippetRefsOf = (...texts: string[]): string[] => {
  const refs = new Set<string>()
  for (const text of texts) {
    if (!text.includes('snippets')) continue
    for (const place of text.matchAll(SNIPPET_PLACE)) refs.add(refOf(place))
  }
  return [...refs].sort()
}

/** The Liquid that stands for a snippet in a design: what it shows is put in when the mail is made ready. */
export const snippetPlace = (id: number): string => `{{ snippets[${id}] }}`
