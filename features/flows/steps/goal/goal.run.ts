import { personIdsOf, type StepRun } from '../../server/engine/stepRun.ts'
import type { GoalValues } from './goal.step.ts'

/** How often those who wait at a goal are looked at, besides whenever something about them changes. */
const LOOK_AGAIN_MS = 3_600_000

/** Without conditions a goal is reached on arriving; with conditions people wait here until they meet them. */
export const runGoal: StepRun<GoalValues> = {
  usesDatabase: true,
  run: async ({ tx, doors, accountId, now, reachGoal }, { conditions }, tokens) => {
    const those = conditions?.conditions.length
      ? await doors.matches(tx, accountId, conditions, personIdsOf(tokens))
      : new Set(personIdsOf(tokens))
    return tokens.map((token) => {
      if (!those.has(token.personId)) return { again: new Date(now.getTime() + LOOK_AGAIN_MS) }
      reachGoal(token)
      return { go: null }
    })
  },
}
