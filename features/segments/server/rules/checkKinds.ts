import { refused } from '@millrace/kit/server'
import { isPersonName } from '@millrace/objects/contract'
import type { Condition } from '../../contract/index.ts'
import { sideOf } from '../compile/association.ts'
import type { Dictionary, Kind } from '../compile/dictionary.ts'

/** What a name of objects stands for; refused where there is no such kind. */
export const kindNamed = (
  objectName: string | undefined,
  { kinds }: Dictionary,
): { kind: Kind; objectName: string } => {
  if (objectName === undefined || isPersonName(objectName)) return { kind: null, objectName: 'person' }
  const wanted = objectName.toLowerCase()
  const known = [...(kinds?.values() ?? [])].find(({ name }) => name.toLowerCase() === wanted)
  if (!known) throw refused(`There is no kind of object called "${objectName.slice(0, 80)}".`)
  return { kind: known.id, objectName: known.name }
}

const ONLY_PEOPLE: Readonly<Record<string, string>> = { tag: 'tags', event: 'events', goal: 'goals' }

/** Refuses what cannot be asked of a kind: tags, events and goals of objects, and associations that lead elsewhere. */
export const checkKinds = (condition: Condition, kind: Kind, dictionary: Dictionary): void => {
  const what = kind === null ? undefined : ONLY_PEOPLE[condition.type]
  if (what) throw refused(`Only people have ${what}.`)
  if (condition.type === 'group') for (const one of condition.conditions) checkKinds(one, kind, dictionary)
  if (condition.type === 'segment') {
    const known = dictionary.segments.get(condition.value)
    if (known && (known.membership === 'objects') !== (kind !== null)) throw refused('That segment is of another kind.')
  }
  if (condition.type !== 'association') return
  const side = sideOf(condition, kind, dictionary.associations)
  if (!side) throw refused('There is no such association.')
  if (condition.associationConditions) checkKinds(condition.associationConditions, side.otherKind, dictionary)
}
