import type { Change, NewChange, Reactor } from '@millrace/kit/jobs'
import type { Tx } from '@millrace/kit/server'
import { currentIds } from './formerKeys.ts'
import type { PersonParts } from './parts.ts'

const isMerge = ({ kind, personId, ref }: Change) => kind === 'person.merged' && personId !== null && ref !== null

/** What tells of people who are no more, and must. */
const ABOUT_GONE = new Set(['person.merged', 'person.erased', 'segment.left', 'segment.entered'])

/** Merges that something came in after: it was read under the old id and written once the two were one. */
const lateMerges = async (tx: Tx, accountId: number, changes: readonly Change[]): Promise<NewChange[]> => {
  const ids = new Set(changes.flatMap(({ kind, personId }) => (ABOUT_GONE.has(kind) ? [] : (personId ?? []))))
  const today = await currentIds(tx, accountId, [...ids])
  return [...today].map(([gone, kept]) => ({ kind: 'person.merged', personId: kept, ref: gone }))
}

/**
 * Lets every feature follow when people become one or are erased: those whom ingest found to be the same, those who were
 * deleted in bulk, and what was written of the others in the moment in which it happened.
 */
export const followPeople = (parts: PersonParts): Reactor => ({
  name: 'people.followPeople',
  react: async (tx, accountId, changes) => {
    for (const { personId, ref } of changes.filter(isMerge)) {
      const merge = { kept: Number(personId), gone: Number(ref), address: null, formerAddresses: [] }
      for (const part of parts()) await part.merge(tx, accountId, merge)
    }
    const erased = changes.flatMap(({ kind, personId, data }) =>
      kind === 'person.erased' && personId && !data?.mergedInto ? [personId] : [],
    )
    if (erased.length) for (const part of parts()) await part.erase(tx, accountId, erased)
    return lateMerges(tx, accountId, changes)
  },
})
