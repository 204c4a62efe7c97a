import { personIdsOf, type StepRun, yesOrNo } from '../../server/engine/stepRun.ts'
import type { HasTagValues } from './hasTag.step.ts'

/** Asks for everybody at once who carries the tag. */
export const runHasTag: StepRun<HasTagValues> = {
  usesDatabase: true,
  run: async ({ tx, doors, accountId }, { tag }, tokens) => {
    const has = { type: 'tag' as const, value: tag, condition: 'has' as const }
    const conditions = { type: 'group' as const, operator: 'and' as const, conditions: [has] }
    return yesOrNo(tokens, await doors.matches(tx, accountId, conditions, personIdsOf(tokens)))
  },
}
