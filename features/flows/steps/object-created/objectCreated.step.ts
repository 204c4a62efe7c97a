import { z } from 'zod'
import { stepType } from '../../contract/stepType.ts'

const Values = z.object({})
/** Settings of the trigger by new objects: none. */
export type ObjectCreatedValues = z.output<typeof Values>

/** Objects enter when they are made. */
export const objectCreatedStep = stepType<ObjectCreatedValues>({
  operationKey: '/object-created',
  type: 'trigger',
  kind: 'trigger',
  group: 'Triggers',
  label: 'Created',
  description: 'Starts when a new one is made, by hand, by the API or from elsewhere.',
  icon: 'square-plus',
  values: Values,
  subjects: 'objects',
  summary: () => ({ title: 'Created', text: 'A new one is made' }),
})
