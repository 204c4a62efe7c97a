import { personIdsOf, type StepRun } from '../../server/engine/stepRun.ts'
import type { ArchivePersonValues } from './archivePerson.step.ts'

/** Archives everybody at once; that they are ends their ways through other flows too. */
export const runArchivePerson: StepRun<ArchivePersonValues> = {
  usesDatabase: true,
  run: async ({ tx, doors, accountId }, _values, tokens) => {
    await doors.archivePeople(tx, accountId, personIdsOf(tokens))
    return tokens.map(() => ({ end: true }))
  },
}
