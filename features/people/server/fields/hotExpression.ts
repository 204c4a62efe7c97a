import { createHash } from 'node:crypto'
import type { FieldFormat, FieldType } from '../../contract/index.ts'

/** How the index of a field keeps its values: folded texts, numbers, or dates as the texts that they are. */
export type HotKind = 'text' | 'number' | 'date'

/** Longer texts are told apart by what an index can hold of them. */
export const HOT_LENGTH = 200

/** How an index would keep a field; undefined for fields that take lists, truths or anything. */
export const hotKindOf = (field: {
  type: FieldType | string
  format?: FieldFormat | string | null
  isArray?: boolean
}): HotKind | undefined => {
  if (field.isArray) return undefined
  if (field.type === 'number' || field.type === 'integer') return 'number'
  if (field.type !== 'string') return undefined
  return field.format ? 'date' : 'text'
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/**
 * The expression that the index of a field keeps, over the JSON of people's fields (`p.fields`). Conditions and orders that
 * say exactly this are answered by the index. Null where a person has no value.
 */
export const hotExpression = (name: string, kind: HotKind, fields = 'fields'): string => {
  if (kind === 'number') return `millrace_number(${fields} -> ${quoted(name)})`
  if (kind === 'date') return `((${fields} ->> ${quoted(name)}) collate "C")`
  return `left(lower(${fields} ->> ${quoted(name)}), ${HOT_LENGTH})`
}

/** What all indexes of fields begin with. */
export const HOT_PREFIX = 'people_hot_'

/** The index of a field: one for all accounts that have a field of this name and kind. */
export const hotIndexName = (name: string, kind: HotKind): string =>
  `${HOT_PREFIX}${kind}_${createHash('sha256').update(name).digest('hex').slice(0, 24)}`
