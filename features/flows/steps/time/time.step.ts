import { z } from 'zod'
import { writtenMoment } from '../../contract/clock/timeWords.ts'
import { stepType } from '../../contract/stepType.ts'

const Values = z.object({
  at: z.iso.datetime({ offset: true, error: 'Missing date and time for step' }),
  segmentId: z.coerce.number<number>('Choose a segment.').int().positive('Choose a segment.'),
})
/** Settings of the time trigger. */
export type TimeValues = z.output<typeof Values>

/** Everybody in a segment enters at a time, each person once. */
export const timeStep = stepType<TimeValues>({
  operationKey: '/time',
  type: 'trigger',
  kind: 'trigger',
  group: 'Triggers',
  label: 'Time',
  description: 'Starts once, at a date and time, for all of a segment.',
  icon: 'calendar-time',
  subjects: 'any',
  values: Values,
  holds: { segmentId: 'segment' },
  summary: ({ at, segmentId }, names) => ({
    title: 'Time',
    text: !at
      ? 'Choose a date and a time'
      : segmentId
        ? `On ${writtenMoment(at)}, for “${names.segments?.[segmentId] ?? segmentId}”`
        : 'Choose a segment',
  }),
})
