import type { TriggerRun } from '../../server/engine/triggerMatch.ts'
import { dueMatch } from '../../server/schedules/schedule.ts'
import { timesFact } from '../../server/schedules/whyNotYet.ts'
import type { TimeValues } from './time.step.ts'

/** Lets a segment's people in at its time; the same step lets nobody in twice, whatever its time is changed to. */
export const timeTrigger: TriggerRun<TimeValues> = {
  match: (_values, stepId) => dueMatch(stepId),
  schedule: ({ at, segmentId }, stepId) => ({
    by: 'clock',
    segmentId,
    once: new Date(at),
    next: (after) => (new Date(at) > after ? new Date(at) : undefined),
    keyOf: () => `time:${stepId}`,
  }),
  explain: timesFact,
}
