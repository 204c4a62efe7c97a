import type { TriggerRun } from '../../server/engine/triggerMatch.ts'
import { latestDelivery } from '../../server/hooks/latestDelivery.ts'
import type { WebhookReceivedValues } from './webhookReceived.step.ts'

/** Looks for deliveries to the step's own address. */
export const webhookReceivedTrigger: TriggerRun<WebhookReceivedValues> = {
  match: (_values, stepId) => ({
    kind: 'webhook.received',
    about: { id: stepId },
    meets: ({ data }) => ({ key: typeof data?.key === 'string' ? data.key : null }),
  }),
  explain: latestDelivery,
}
