import { allGo, personIdsOf, type StepRun } from '../../server/engine/stepRun.ts'
import type { AddTagValues } from './addTag.step.ts'

/** Changes the tag for everybody at once. */
export const runAddTag: StepRun<AddTagValues> = {
  usesDatabase: true,
  run: async ({ tx, doors, accountId }, { tag }, tokens) => {
    await doors.addTags(
      tx,
      accountId,
      personIdsOf(tokens).map((personId) => ({ personId, tag })),
    )
    return allGo(tokens)
  },
}
