import { personIdsOf, type StepRun, yesOrNo } from '../../server/engine/stepRun.ts'
import type { ConditionValues } from './condition.step.ts'

/** Asks the conditions for everybody at once. */
export const runCondition: StepRun<ConditionValues> = {
  usesDatabase: true,
  run: async ({ tx, doors, accountId }, { conditions }, tokens) =>
    yesOrNo(tokens, await doors.matches(tx, accountId, conditions, personIdsOf(tokens))),
}
