import type { Reactor } from '@millrace/kit/jobs'

/** Gives the events of one person to another. */
const MOVE = `update events set person_id = $3 where account_id = $1 and person_id = $2`

/** Takes away what a person did who was erased. */
const ERASE = `delete from events where account_id = $1 and person_id = any($2::bigint[])`

/** Moves the events of people who turned out to be somebody else, and erases those of people who were erased. */
export const followMerges: Reactor = {
  name: 'events.followMerges',
  react: async (tx, accountId, changes) => {
    for (const { kind, personId, ref } of changes) {
      if (kind === 'person.merged' && personId && ref) await tx.run(MOVE, [accountId, ref, personId])
    }
    const erased = changes.flatMap(({ kind, personId, data }) =>
      kind === 'person.erased' && personId && !data?.mergedInto ? [personId] : [],
    )
    if (erased.length) await tx.run(ERASE, [accountId, erased])
    return undefined
  },
}
