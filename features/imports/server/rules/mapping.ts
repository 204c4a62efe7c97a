import { refused } from '@millrace/kit/server'
import { cleanFieldName } from '@millrace/people/contract'
import type { FieldMapping, Target } from '../../contract/index.ts'

const NO_MAPPING = "Can't import without mapped fields."
const KEYS = ['email', 'userId', 'segmentAnonymousId', 'id']

/** The mapping with clean field names; refuses what cannot be. */
export const cleanMapping = (mapping: FieldMapping | undefined, headers: readonly string[]): Record<string, Target> => {
  const targets: Record<string, Target> = {}
  const taken = new Map<string, string>()
  for (const [header, told] of Object.entries(mapping ?? {})) {
    if (!headers.includes(header)) throw refused(`The file has no column "${header}".`)
    const target = typeof told === 'string' ? { field: told } : told
    const field = cleanFieldName(target.field)
    if (!field || field === '__proto__') throw refused(`"${target.field}" cannot be the name of a field.`)
    const other = taken.get(field)
    if (other !== undefined) throw refused(`The columns "${other}" and "${header}" both go to ${field}. Choose one.`)
    taken.set(field, header)
    targets[header] = { ...target, field }
  }
  if (!taken.size) throw refused(NO_MAPPING)
  if (!KEYS.some((key) => taken.has(key)))
    throw refused('People are told apart by their email or user ID. Map a column to one of them.')
  return targets
}

/** The fields of a mapping as they are made where they are missing. */
export const newFieldsOf = (mapping: Record<string, Target>) =>
  Object.values(mapping)
    .filter(({ field }) => field !== 'id')
    .map(({ field, title, type = 'string', format = null }) => ({
      name: field,
      title,
      type,
      format: type === 'string' ? format : null,
      isArray: false,
    }))
