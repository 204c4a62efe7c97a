import { z } from 'zod'
import { stepType } from '../../contract/stepType.ts'

/** Ends the person's run. */
export const endFlowStep = stepType<Record<string, never>>({
  operationKey: '/end-flow',
  type: 'action',
  kind: 'action',
  group: 'Flow',
  label: 'End flow',
  description: 'Whoever comes here leaves the flow.',
  icon: 'circle-x',
  subjects: 'any',
  values: z.object({}) as unknown as z.ZodType<Record<string, never>>,
  hasWayOut: false,
  summary: () => ({ title: 'End flow', text: 'Leaves the flow' }),
})
