import type { Tx } from '@millrace/kit/server'
import { BUILT_IN_FIELDS } from '@millrace/people/contract'
import { snippetRefsOf } from '../snippets/snippetRefs.ts'
import { spellings } from '../template/spellings.ts'

/** What merge tags may name: fields of people, those of objects by kind in lower case, and snippets by key and `#id`. */
export type KnownNames = {
  fields: ReadonlySet<string>
  objects?: ReadonlyMap<string, ReadonlySet<string>>
  snippets: ReadonlySet<string>
}

const OWN = ['id', 'user_id', 'tags', 'created_at', 'first', 'last', ...BUILT_IN_FIELDS.map(({ name }) => name)]
const PERSON = /\bperson\.([a-z_][\w]*(?:\.[\w]+)*)/gi
const OBJECT = /\bobject\.([a-z][\w-]*)(?:\.([a-z_]\w*))?/gi
const OWN_OF_OBJECTS = ['id', 'externalId', 'external_id']
const LIQUID = /\{[{%][\s\S]*?[%}]\}/g

/** The names that merge tags may have in an account. */
export const knownNames = async (tx: Tx, accountId: number): Promise<KnownNames> => {
  // Names of all fields of people.
  const fields = await tx.rows<{ name: string }>(
    'select f.name from person_fields f where f.account_id = $1',
    [accountId],
    'mail-field-names',
  )
  // Kinds of objects with their fields.
  const kinds = await tx.rows<{ name: string; fields: string[] }>(
    `select lower(s.name) as name, array(select f.name from object_fields f where f.account_id = $1 and f.schema_id = s.id) as fields
     from object_schemas s where s.account_id = $1 and s.deleted_at is null`,
    [accountId],
    'mail-object-names',
  )
  // Keys and ids of all snippets.
  const snippets = await tx.rows<{ id: number; key: string }>(
    'select s.id, s.key from snippets s where s.account_id = $1',
    [accountId],
    'mail-snippet-names',
  )
  return {
    fields: new Set(fields.length ? [...OWN, ...fields.map(({ name }) => name)] : []),
    objects: new Map(kinds.map((kind) => [kind.name, new Set([...OWN_OF_OBJECTS, ...kind.fields])])),
    snippets: new Set(snippets.flatMap(({ id, key }) => [key, `#${id}`])),
  }
}

const isKnown = (path: string, { fields }: KnownNames) => {
  // Where no fields are kept there is nothing to compare with.
  if (!fields.size) return true
  const [first = ''] = path.split('.')
  if (spellings(first).some((name) => fields.has(name)) || fields.has(path)) return true
  return [...fields].some((name) => name.startsWith(`${first}.`))
}

/** What is wrong with a merge tag about an object; undefined where nothing is. */
const wrongObject = (kind: string, name: string | undefined, { objects }: KnownNames): string | undefined => {
  if (!objects) return undefined
  const fields = objects.get(kind.toLowerCase())
  if (!fields) return `There are no objects called “${kind}”: readers see nothing there.`
  if (!name || spellings(name).some((one) => fields.has(one))) return undefined
  if ([...fields].some((one) => one.startsWith(`${name}.`))) return undefined
  return `“${kind}” has no field called “${name}”: readers see nothing there, or what you gave instead.`
}

/** Merge tags of texts that name what is not there, in a sentence each. */
export const unknownTags = (texts: readonly string[], known: KnownNames): string[] => {
  const people = new Set<string>()
  const objects = new Set<string>()
  for (const text of texts) {
    for (const [liquid] of text.matchAll(LIQUID)) {
      for (const [, path = ''] of liquid.matchAll(PERSON)) if (!isKnown(path, known)) people.add(path)
      for (const [, kind = '', name] of liquid.matchAll(OBJECT)) objects.add(wrongObject(kind, name, known) ?? '')
    }
  }
  const snippets = snippetRefsOf(...texts).filter((ref) => !known.snippets.has(ref))
  return [
    ...[...people].map((path) => `No field is called “${path}”: readers see nothing there, or what you gave instead.`),
    ...[...objects].filter(Boolean),
    ...snippets.map((ref) => `There is no snippet “${ref.replace('#', '')}”: readers see nothing there.`),
  ]
}
