import type { PersonField } from './field.ts'
import { fieldFolderKey } from './fieldFolderKey.ts'

/** The group that every field is in. */
export const ALL_FIELDS = 'all fields'

/** The object whose fields these are. */
export const PERSON_SCHEMA = 'person'

/** Who makes the fields of a service: `createdBy` of them, and the title of their group. */
export const integrationOf = (service: string): string => `${service} Integration`

/** Fields that belong together: all, those of an object, or those whose dotted names begin alike. */
export type FieldGroup = { key: string; title: string; kind: 'all' | 'schema' | 'prefix'; fields: PersonField[] }

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The first part of a dotted name. */
const prefixOf = ({ name }: PersonField) => (name.includes('.') ? name.slice(0, name.indexOf('.')) : undefined)

/** Fields that a service made are called after it, others after the prefix alone. */
const titleOf = (prefix: string, fields: readonly PersonField[]) => {
  const maker = fields.find(({ createdBy }) => createdBy.toLowerCase() === integrationOf(prefix).toLowerCase())
  return maker?.createdBy ?? capital(prefix)
}

/** The groups of fields: all, then those of the object without a prefix, then one for each prefix. */
export const fieldGroupsOf = (fields: readonly PersonField[], schema = PERSON_SCHEMA): FieldGroup[] => {
  const prefixes = new Map<string, PersonField[]>()
  for (const field of fields) {
    const prefix = prefixOf(field)
    if (prefix) prefixes.set(prefix, [...(prefixes.get(prefix) ?? []), field])
  }
  const plain = fields.filter((field) => !prefixOf(field))
  const named = [...prefixes].map(([prefix, inside]): FieldGroup => {
    const key = fieldFolderKey(prefix)
    return { key, title: titleOf(prefix, inside), kind: 'prefix', fields: inside }
  })
  named.sort((a, b) => a.title.localeCompare(b.title))
  return [
    { key: 'all', title: ALL_FIELDS, kind: 'all', fields: [...fields] },
    { key: schema, title: schema === PERSON_SCHEMA ? 'People' : capital(schema), kind: 'schema', fields: plain },
    ...named,
  ]
}
