import { z } from 'zod'
import { stepType } from '../../contract/stepType.ts'

const Values = z.object({
  segmentId: z.coerce.number<number>('Choose a segment.').int().positive('Choose a segment.'),
  change: z.enum(['entered', 'left']),
})
/** Settings of the segment trigger. */
export type SegmentTriggerValues = z.output<typeof Values>

/** People enter when they come into or drop out of a segment. */
export const segmentTriggerStep = stepType<SegmentTriggerValues>({
  operationKey: '/segment-trigger',
  type: 'trigger',
  kind: 'trigger',
  group: 'Triggers',
  label: 'Entered or left segment',
  description: 'Starts on entering or leaving a segment.',
  icon: 'users',
  subjects: 'any',
  values: Values,
  holds: { segmentId: 'segment' },
  startWith: { change: 'entered' },
  summary: ({ segmentId, change }, names) => ({
    title: change === 'left' ? 'Left segment' : 'Entered segment',
    text: segmentId
      ? `${change === 'left' ? 'Left' : 'Entered'} segment “${names.segments?.[segmentId] ?? segmentId}”`
      : 'Choose a segment',
  }),
})
