import { later } from '@millrace/kit/server'
import { dependsOnTime } from '../../contract/dependsOnTime.ts'
import type { Outcome, StepRun } from '../../server/engine/stepRun.ts'
import { arrivedAt } from '../../server/engine/token.ts'
import { HAPPENED, TIMED_OUT, type WaitForValues } from './waitFor.step.ts'

/** How often people are looked at who can come to meet the conditions by time alone. */
const LOOK_AGAIN_MS = 3_600_000

/**
 * Asks whether it has happened between each one's coming and their time being over; who could still make it stays. Run on
 * coming here, when something about them changed that meets the conditions, and when their time is over.
 */
export const runWaitFor: StepRun<WaitForValues> = {
  usesDatabase: true,
  run: async ({ tx, doors, accountId, now, zone }, { conditions, timeout }, tokens) => {
    const spans = tokens.map((token) => {
      const { personId, stepEnteredAt, dueAt } = token
      const over = later(stepEnteredAt, timeout, zone)
      // A timeout that was made shorter for those who come later.
      return { personId, after: arrivedAt(token), until: dueAt && dueAt > over ? dueAt : over }
    })
    const met = await doors.matchesWithin(tx, accountId, conditions, spans)
    const look = dependsOnTime(conditions) ? now.getTime() + LOOK_AGAIN_MS : Number.POSITIVE_INFINITY
    return spans.map(({ until }, index): Outcome => {
      if (met[index]) return { go: HAPPENED }
      if (until <= now) return { go: TIMED_OUT }
      return { again: new Date(Math.min(look, until.getTime())) }
    })
  },
  until: ({ zone }, { conditions, timeout }, tokens) => {
    // Who is looked at every hour is looked at now, and then as often as before.
    const isLooking = dependsOnTime(conditions)
    return tokens.map(({ stepEnteredAt }) => (isLooking ? stepEnteredAt : later(stepEnteredAt, timeout, zone)))
  },
}
