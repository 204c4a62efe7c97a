import type { ContentRow } from '../store/rows.ts'

const TAG = /\{\{-?\s*((?:person|account|event|object)(?:\.[\w-]+)+)[^}]*\}\}/g

/** The merge tags that an email uses, in order. */
export const mergeTagsOf = (content: ContentRow): { value: string; label: string }[] => {
  const used = new Set<string>()
  for (const text of [content.subject, content.preheader, content.fromName, content.html]) {
    for (const [, name = ''] of text.matchAll(TAG)) used.add(name)
  }
  return [...used].map((name) => ({ value: `{{ ${name} }}`, label: name }))
}
