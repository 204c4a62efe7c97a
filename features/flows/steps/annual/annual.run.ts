import { dueOfYear } from '../../contract/clock/dueDates.ts'
import type { TriggerRun } from '../../server/engine/triggerMatch.ts'
import { dueMatch } from '../../server/schedules/schedule.ts'
import { datesFact } from '../../server/schedules/whyNotYet.ts'
import type { AnnualValues } from './annual.step.ts'

/** Lets people in once a year. */
export const annualTrigger: TriggerRun<AnnualValues> = {
  match: (_values, stepId) => dueMatch(stepId),
  schedule: ({ field, at }, stepId) => ({
    by: 'dates',
    field,
    due: (value, zone, after) => {
      const due = dueOfYear(value, at, zone, after)
      return due && { at: due.at, key: `year:${stepId}:${due.key}` }
    },
  }),
  explain: datesFact,
}
