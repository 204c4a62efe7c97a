import { dependsOnTime } from '../../contract/dependsOnTime.ts'
import { personIdsOf, type StepRun } from '../../server/engine/stepRun.ts'
import type { GoalValues } from './goal.step.ts'

/** How often those who wait at a goal are looked at who can come to meet its conditions by time alone. */
const HOUR_MS = 3_600_000
/** And how often the others, who are looked at whenever something changes about them that the conditions mention. */
const DAY_MS = 24 * HOUR_MS

/** Without conditions a goal is reached on arriving; with conditions people wait here until they meet them. */
export const runGoal: StepRun<GoalValues> = {
  usesDatabase: true,
  run: async ({ tx, doors, accountId, now, reachGoal }, { conditions }, tokens) => {
    const those = conditions?.conditions.length
      ? await doors.matches(tx, accountId, conditions, personIdsOf(tokens))
      : new Set(personIdsOf(tokens))
    const again = new Date(now.getTime() + (conditions && dependsOnTime(conditions) ? HOUR_MS : DAY_MS))
    return tokens.map((token) => {
      if (!those.has(token.personId)) return { again }
      reachGoal(token)
      return { go: null }
    })
  },
  // Whoever stands here is looked at now.
  until: (_, __, tokens) => tokens.map(() => undefined),
}
