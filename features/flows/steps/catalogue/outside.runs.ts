import { runInAppMessage } from '../in-app-message/inAppMessage.run.ts'
import { runWebhook } from '../webhook/webhook.run.ts'
import { webhookReceivedTrigger } from '../webhook-received/webhookReceived.run.ts'

/** How the steps that speak with the outside treat people, by operation key. */
export const OUTSIDE_RUNS = { '/webhook': runWebhook, '/in-app-message': runInAppMessage }

/** What the triggers among them look for, by operation key. */
export const OUTSIDE_TRIGGERS = { '/webhook-received': webhookReceivedTrigger }
