import type { Change, Reactor } from '@millrace/kit/jobs'
import type { PersonParts } from './parts.ts'

const mergeOf = ({ kind, personId, ref }: Change) =>
  kind === 'person.merged' && personId && ref ? { kept: personId, gone: ref } : undefined

/**
 * Lets every feature follow when people become one or are erased: those whom ingest found to be the same, those who were
 * deleted in bulk, and what was written of the others in the moment in which it happened.
 */
export const followPeople = (parts: PersonParts): Reactor => ({
  name: 'people.followPeople',
  react: async (tx, accountId, changes) => {
    for (const change of changes) {
      const merge = mergeOf(change)
      if (!merge) continue
      for (const part of parts()) await part.merge(tx, accountId, { ...merge, address: null, formerAddresses: [] })
    }
    const erased = changes.flatMap(({ kind, personId, data }) =>
      kind === 'person.erased' && personId && !data?.mergedInto ? [personId] : [],
    )
    if (erased.length) for (const part of parts()) await part.erase(tx, accountId, erased)
    return undefined
  },
})
