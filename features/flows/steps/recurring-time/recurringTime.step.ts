import { z } from 'zod'
import { weekdaysInWords } from '../../contract/clock/timeWords.ts'
import { stepType, words } from '../../contract/stepType.ts'
import { Duration, TimeOfDay, Weekdays } from '../../contract/values.ts'

const Every = z.object({
  value: Duration.shape.value,
  unit: z.enum(['minutes', 'hours', 'days', 'weeks', 'months']),
})

const Values = z
  .object({
    every: Every,
    weekdays: Weekdays.optional(),
    at: TimeOfDay.optional(),
    segmentId: z.coerce.number<number>('Choose a segment.').int().positive('Choose a segment.'),
    startsOn: z.iso.date({ error: 'Choose a date.' }).optional(),
  })
  .superRefine(({ every, at }, context) => {
    if (!at && every.unit !== 'minutes' && every.unit !== 'hours')
      context.addIssue({ code: 'custom', path: ['at'], message: 'Use a time such as 09:00.' })
  })
/** Settings of the recurring time trigger. `startsOn` is the first day that counts; without it, the day on which it was set up. */
export type RecurringTimeValues = z.output<typeof Values>

/** Everybody in a segment enters again and again. */
export const recurringTimeStep = stepType<RecurringTimeValues>({
  operationKey: '/recurring-time',
  type: 'trigger',
  kind: 'trigger',
  group: 'Triggers',
  label: 'Recurring time',
  description: 'Starts again and again, for all of a segment.',
  icon: 'calendar-repeat',
  subjects: 'any',
  values: Values,
  startWith: { every: { value: 1, unit: 'days' }, at: '09:00' },
  holds: { segmentId: 'segment' },
  summary: ({ every, weekdays, at, segmentId }, names) => {
    if (!every) return { title: 'Recurring time', text: 'Choose how often' }
    const often = every.value === 1 ? `Every ${every.unit.slice(0, -1)}` : `Every ${words(every.value, every.unit)}`
    const days = weekdays?.length && weekdays.length < 7 ? ` on ${weekdaysInWords(weekdays)}` : ''
    const time = at ? (every.unit === 'minutes' || every.unit === 'hours' ? ` from ${at}` : ` at ${at}`) : ''
    const whom = segmentId ? `, for “${names.segments?.[segmentId] ?? segmentId}”` : ''
    return { title: 'Recurring time', text: `${often}${days}${time}${whom || '. Choose a segment'}` }
  },
})
