import type { Change } from '@millrace/kit/jobs'
import type { Condition, Conditions } from '../../contract/index.ts'
import type { Dictionary } from '../compile/dictionary.ts'
import { type DependencyKey, dependenciesOf } from './dependencies.ts'

/** After these, a person is asked about whatever the conditions are. */
const WHOLE = new Set(['person.created', 'person.archived', 'person.restored', 'person.merged'])

const LETTER: Readonly<Record<string, string>> = {
  'tag.added': 't',
  'tag.removed': 't',
  'segment.entered': 's',
  'segment.left': 's',
  'goal.reached': 'g',
}

/** What conditions must depend on for a change to turn their answer; undefined: it may turn any. */
export const keysAfter = ({ kind, ref, data }: Pick<Change, 'kind' | 'ref' | 'data'>): DependencyKey[] | undefined => {
  if (WHOLE.has(kind)) return undefined
  if (kind === 'event') return ['*', `e:${ref}`, 'e:*']
  if (kind === 'person.changed') {
    const fields = data?.fields
    return Array.isArray(fields) ? ['*', ...fields.map((field) => `f:${field}`)] : undefined
  }
  const letter = LETTER[kind]
  const about = kind === 'segment.entered' || kind === 'segment.left' ? [] : ['*']
  return letter ? [...about, `${letter}:${ref}`] : about
}

const looksAlong = (condition: Condition): boolean =>
  condition.type === 'group' ? condition.conditions.some(looksAlong) : condition.type === 'association'

type Known = Pick<Dictionary, 'events' | 'tags'> & { keys: ReadonlySet<DependencyKey>; isAlong: boolean }

// By the conditions themselves, for as long as somebody holds them: a flow that stands is asked with the same ones again and again.
const kept = new WeakMap<Conditions, Known>()

const known = (conditions: Conditions, dictionary: Dictionary): Known => {
  const { events, tags } = dictionary
  const before = kept.get(conditions)
  if (before?.events === events && before.tags === tags) return before
  const now = { events, tags, keys: dependenciesOf(conditions, dictionary), isAlong: looksAlong(conditions) }
  kept.set(conditions, now)
  return now
}

/**
 * The people whose answer to conditions changes may have turned. Nobody else's has, but by the passing of time. Conditions that
 * look along what is associated may be turned by anything about a person.
 */
export const concernedBy = (
  conditions: Conditions,
  dictionary: Dictionary,
  changes: readonly Change[],
): ReadonlySet<number> => {
  const { keys, isAlong } = known(conditions, dictionary)
  const people = new Set<number>()
  for (const change of changes) {
    if (change.personId === null || people.has(change.personId)) continue
    const after = keysAfter(change)
    const isConcerned =
      !after || isAlong || after.some((key) => keys.has(key)) || (change.kind === 'event' && keys.has('seen'))
    if (isConcerned) people.add(change.personId)
  }
  return people
}
