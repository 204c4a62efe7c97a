import { dueOfDate } from '../../contract/clock/dueDates.ts'
import type { TriggerRun } from '../../server/engine/triggerMatch.ts'
import { dueMatch } from '../../server/schedules/schedule.ts'
import { datesFact } from '../../server/schedules/whyNotYet.ts'
import type { DateFieldValues } from './dateField.step.ts'

/** Lets people in around their date; the same date lets nobody in twice, another one does. */
export const dateFieldTrigger: TriggerRun<DateFieldValues> = {
  match: (_values, stepId) => dueMatch(stepId),
  schedule: (values, stepId) => ({
    by: 'dates',
    field: values.field,
    due: (value, zone, after) => {
      const due = dueOfDate(value, values, zone, after)
      return due && { at: due.at, key: `date:${stepId}:${due.key}` }
    },
  }),
  explain: datesFact,
}
