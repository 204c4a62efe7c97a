import { z } from 'zod'
import { stepType } from '../../contract/stepType.ts'

const Values = z.object({
  points: z.coerce
    .number<number>('Say how many points.')
    .min(-1_000_000, 'That is too many points.')
    .max(1_000_000, 'That is too many points.')
    .refine((points) => points !== 0, 'Use a number other than 0.'),
})
/** Settings of the step; negative points lower the score. */
export type LeadScoreValues = z.output<typeof Values>

/** Raises or lowers the lead score. */
export const leadScoreStep = stepType<LeadScoreValues>({
  operationKey: '/lead-score',
  type: 'action',
  kind: 'action',
  group: 'People',
  label: 'Lead score',
  description: 'Gives the person points, or takes some off.',
  icon: 'star',
  values: Values,
  startWith: { points: 10 },
  summary: ({ points }) => {
    const count = Math.abs(Number(points ?? 0))
    const unit = count === 1 ? 'point' : 'points'
    if (!count) return { title: 'Lead score', text: 'Say how many points' }
    return { title: 'Lead score', text: Number(points) > 0 ? `Add ${count} ${unit}` : `Take ${count} ${unit} off` }
  },
})
