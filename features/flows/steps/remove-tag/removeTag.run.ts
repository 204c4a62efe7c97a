import { allGo, personIdsOf, type StepRun } from '../../server/engine/stepRun.ts'
import type { RemoveTagValues } from './removeTag.step.ts'

/** Changes the tag for everybody at once. */
export const runRemoveTag: StepRun<RemoveTagValues> = {
  usesDatabase: true,
  run: async ({ tx, doors, accountId }, { tag }, tokens) => {
    await doors.removeTags(
      tx,
      accountId,
      personIdsOf(tokens).map((personId) => ({ personId, tag })),
    )
    return allGo(tokens)
  },
}
