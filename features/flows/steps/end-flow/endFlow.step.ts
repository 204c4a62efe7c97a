import { z } from 'zod'
import { stepType } from '../../contract/stepType.ts'

/** Ends the person's run. */
export const endFlowStep = stepType<Record<string, never>>({
  operationKey: '/end-flow',
  type: 'action',
  kind: 'action',
  group: 'Flow',
  label: 'End flow',
  description: 'The person leaves the flow here.',
  icon: 'circle-x',
  values: z.object({}) as unknown as z.ZodType<Record<string, never>>,
  hasWayOut: false,
  summary: () => ({ title: 'End flow', text: 'The person leaves the flow' }),
})
