import { nextOccurrence } from '../../contract/clock/occurrences.ts'
import type { TriggerRun } from '../../server/engine/triggerMatch.ts'
import { dueMatch } from '../../server/schedules/schedule.ts'
import { timesFact } from '../../server/schedules/whyNotYet.ts'
import type { RecurringTimeValues } from './recurringTime.step.ts'

/** Lets a segment's people in each time that it comes round; a time lets each of them in once. */
export const recurringTimeTrigger: TriggerRun<RecurringTimeValues> = {
  match: (_values, stepId) => dueMatch(stepId),
  schedule: (values) => ({
    by: 'clock',
    segmentId: values.segmentId,
    once: null,
    next: (after, counting) => nextOccurrence(values, after, counting),
    keyOf: (at) => `occ:${at.toISOString()}`,
  }),
  explain: timesFact,
}
