import type { Condition } from '../../contract/index.ts'
import { sideOf } from '../compile/association.ts'
import type { Dictionary, Kind } from '../compile/dictionary.ts'

/** What conditions name: tags in small letters, and fields with whose they are. */
export type Named = { tags: string[]; fields: { kind: Kind; name: string }[] }

type Associations = Dictionary['associations']

const collect = (condition: Condition, kind: Kind, associations: Associations, named: Named): Named => {
  if (condition.type === 'group') for (const one of condition.conditions) collect(one, kind, associations, named)
  if (condition.type === 'tag') named.tags.push(condition.value.trim().toLowerCase())
  if (condition.type === 'field') named.fields.push({ kind, name: condition.field })
  if (condition.type === 'association' && condition.associationConditions) {
    const side = sideOf(condition, kind, associations)
    if (side) collect(condition.associationConditions, side.otherKind, associations, named)
  }
  return named
}

/**
 * The tags and fields that conditions on people (null) or a kind of objects name, of those whom they are asked of and of what
 * is associated, however far; those of events name none.
 */
export const namedIn = (condition: Condition, kind: Kind, associations: Associations): Named =>
  collect(condition, kind, associations, { tags: [], fields: [] })
