export { type PlannedSend, planSends } from './ledger/planSends.ts'
export type { DeliveryPorts, EmailEvent, MailTemplate, RenderedMail } from './ports.ts'
