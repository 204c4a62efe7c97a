import { z } from 'zod'
import { stepType } from '../../contract/stepType.ts'
import { only } from '../../contract/values.ts'

const Values = z.object({ segmentId: z.coerce.number<number>('Choose a segment.').int().positive('Choose a segment.') })
/** Settings of the segment filter. */
export type SegmentValues = z.output<typeof Values>

/** Splits people by whether they are in a segment. */
export const segmentStep = stepType<SegmentValues>({
  operationKey: '/segment',
  type: 'filter',
  kind: 'filter',
  group: 'Filters',
  label: 'Segment',
  description: 'Goes on by yes or no: in a segment, or not?',
  icon: 'users',
  subjects: 'any',
  values: Values,
  holds: { segmentId: 'segment' },
  asks: ({ segmentId }) => only({ type: 'segment', value: segmentId, condition: 'in' }),
  summary: ({ segmentId }, names) => ({
    title: 'In segment?',
    text: segmentId ? `In segment “${names.segments?.[segmentId] ?? segmentId}”` : 'Choose a segment',
  }),
})
