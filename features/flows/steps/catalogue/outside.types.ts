import { inAppMessageStep } from '../in-app-message/inAppMessage.step.ts'
import { webhookStep } from '../webhook/webhook.step.ts'
import { webhookReceivedStep } from '../webhook-received/webhookReceived.step.ts'

/** The steps that speak with the outside. */
export const OUTSIDE_TYPES = [webhookReceivedStep, webhookStep, inAppMessageStep] as const
