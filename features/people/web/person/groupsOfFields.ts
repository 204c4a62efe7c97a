import type { Folder } from '@millrace/folders/contract'
import { fieldFolderKey, type PersonField } from '../../contract/index.ts'
import { type FieldGroup, fieldGroups } from '../fields/fieldGroups.ts'

const pretty = (prefix: string) =>
  prefix
    .replace(/[-_]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/^./, (letter) => letter.toUpperCase())

/** Fields that were put into folders, folder by folder; those of none are left over. */
const byFolder = (fields: readonly PersonField[], folders: readonly Folder[]) => {
  const left = new Set(fields)
  const groups = folders
    .filter(({ root, autoFolderType }) => !root && autoFolderType === null)
    .map(({ name, childrenIds }) => {
      const own = fields.filter((field) => left.has(field) && childrenIds.includes(fieldFolderKey(field.name)))
      for (const field of own) left.delete(field)
      return { title: name, fields: own }
    })
  return { groups, left: [...left] }
}

/** Fields whose names begin with the same word and a dot stand together; one alone does too. */
const byPrefix = (fields: readonly PersonField[]): { plain: PersonField[]; groups: FieldGroup[] } => {
  const plain: PersonField[] = []
  const groups = new Map<string, PersonField[]>()
  for (const field of fields) {
    const dot = field.name.indexOf('.')
    if (dot < 1) plain.push(field)
    else groups.set(field.name.slice(0, dot), [...(groups.get(field.name.slice(0, dot)) ?? []), field])
  }
  return { plain, groups: [...groups].map(([prefix, own]) => ({ title: pretty(prefix), fields: own })) }
}

/** The fields of a person by folder: how to reach them, the account's own by its folders and by prefix, the record. */
export const groupsOfFields = (fields: readonly PersonField[], folders: readonly Folder[]): FieldGroup[] =>
  fieldGroups(fields)
    .flatMap((group) => {
      if (group.title !== 'Fields') return [group]
      const { groups, left } = byFolder(group.fields, folders)
      const prefixed = byPrefix(left)
      return [{ ...group, fields: prefixed.plain }, ...groups, ...prefixed.groups]
    })
    .filter((group) => group.fields.length > 0)
