/** A Liquid output such as `{{ person.firstName | default: 'friend' }}`; braces within its quotes do not end it. */
export const MERGE_TAG = /\{\{(?:"[^"]*"|'[^']*'|[^"'}])*\}\}/g

/** A stretch of a text: its first sign, and the one behind its last. */
export type Stretch = { from: number; to: number }

/** Where the merge tags of a text stand. */
export const mergeTagsIn = (text: string): Stretch[] =>
  [...text.matchAll(MERGE_TAG)].map(({ index, 0: tag }) => ({ from: index, to: index + tag.length }))
