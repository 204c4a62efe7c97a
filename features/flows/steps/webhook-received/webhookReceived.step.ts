import { z } from 'zod'
import { mappingProblems, PartPath } from '../../contract/mapping.ts'
import { stepType } from '../../contract/stepType.ts'
import { FieldName } from '../../contract/values.ts'

const Mapping = z
  .object({
    email: PartPath.optional(),
    userId: PartPath.optional(),
    /** Fields of the person, by where their values stand. */
    fields: z
      .array(z.object({ from: PartPath, field: FieldName }))
      .max(100, 'That are too many fields.')
      .optional(),
    /** One run per value of this, such as an order's number. */
    key: PartPath.optional(),
  })
  .refine(({ email, userId }) => email !== undefined || userId !== undefined, {
    message: 'Say where the email address or the user ID stands.',
  })
/** Which part of a delivery is what. */
export type HookMapping = z.output<typeof Mapping>

const Values = z.object({ mapping: Mapping })
/** Settings of the trigger. */
export type WebhookReceivedValues = z.output<typeof Values>

/** People enter when something is delivered to the step's own address. */
export const webhookReceivedStep = stepType<WebhookReceivedValues>({
  operationKey: '/webhook-received',
  type: 'trigger',
  kind: 'trigger',
  group: 'Triggers',
  label: 'Webhook received',
  description: 'Starts when another service delivers something to an address of its own.',
  icon: 'webhook',
  values: Values,
  holds: { mapping: 'mapped-fields' },
  mapsInput: true,
  problems: ({ mapping }) => mappingProblems(mapping.fields ?? [], 'mapping'),
  startWith: { mapping: { email: 'email' } },
  summary: ({ mapping }) => {
    const who = mapping?.userId ?? mapping?.email
    return { title: 'Webhook received', text: who ? `The person is in ${who}` : 'Say who the person is' }
  },
})
