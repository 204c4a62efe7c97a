import { type Keys, readJson } from '@millrace/kit/server'
import { z } from 'zod'
import { SES_TAG, SES_TO_TAG } from '../providers/ses/sesProvider.ts'
import type { MailReport } from '../returns/reports.ts'
import { type Named, type Told, toldOf } from './told.ts'

const Text = z.string().catch('')
const Recipient = z.object({ emailAddress: Text, diagnosticCode: Text })
const Moment = z.object({ timestamp: Text })

/** What SES tells, as far as it is read; whatever is missing or of another kind is passed over. */
const Event = z.object({
  eventType: z.string().optional(),
  notificationType: z.string().optional(),
  mail: z.object({
    messageId: Text,
    timestamp: Text,
    destination: z.array(z.string()).catch([]),
    tags: z.record(z.string(), z.array(z.string())).catch({}),
    headers: z.array(z.object({ name: Text, value: Text })).catch([]),
  }),
  bounce: Moment.extend({
    bounceType: Text,
    bounceSubType: Text,
    feedbackId: Text,
    bouncedRecipients: z.array(Recipient).catch([]),
  }).optional(),
  complaint: Moment.extend({
    feedbackId: Text,
    complaintFeedbackType: Text,
    complainedRecipients: z.array(Recipient).catch([]),
  }).optional(),
  delivery: Moment.extend({ smtpResponse: Text, recipients: z.array(z.string()).catch([]) }).optional(),
  deliveryDelay: Moment.extend({ delayType: Text, delayedRecipients: z.array(Recipient).catch([]) }).optional(),
  reject: z.object({ reason: Text }).optional(),
})
type Event = z.output<typeof Event>

type Said = Omit<MailReport, 'send' | 'address' | 'key'> & { address: string; of: string }

/** A bounce that says nothing about the address: another mail might arrive. */
const OF_THE_MAIL = /^(ContentRejected|MessageTooLarge|AttachmentRejected)$/

const hardness = (type: string, subType: string): Pick<MailReport, 'isHard'> =>
  OF_THE_MAIL.test(subType) ? {} : { isHard: type === 'Permanent' }

const bounces = ({ bounce }: Event): Said[] =>
  (bounce?.bouncedRecipients ?? []).map(({ emailAddress, diagnosticCode }) => ({
    kind: 'bounced',
    ...hardness(bounce?.bounceType ?? '', bounce?.bounceSubType ?? ''),
    at: new Date(bounce?.timestamp ?? ''),
    detail: diagnosticCode || `${bounce?.bounceType} ${bounce?.bounceSubType}`.trim(),
    address: emailAddress,
    of: bounce?.feedbackId ?? '',
  }))

const complaints = ({ complaint }: Event): Said[] =>
  // Some mailboxes also tell when somebody takes a mail out of the spam folder.
  complaint?.complaintFeedbackType === 'not-spam'
    ? []
    : (complaint?.complainedRecipients ?? []).map(({ emailAddress }) => ({
        kind: 'complained',
        at: new Date(complaint?.timestamp ?? ''),
        detail: complaint?.complaintFeedbackType || 'complaint',
        address: emailAddress,
        of: complaint?.feedbackId ?? '',
      }))

const deliveries = ({ delivery }: Event): Said[] =>
  (delivery?.recipients ?? []).map((address) => ({
    kind: 'delivered',
    at: new Date(delivery?.timestamp ?? ''),
    detail: delivery?.smtpResponse ?? '',
    address,
    of: '',
  }))

const delays = ({ deliveryDelay }: Event): Said[] =>
  (deliveryDelay?.delayedRecipients ?? []).map(({ emailAddress, diagnosticCode }) => ({
    kind: 'deferred',
    at: new Date(deliveryDelay?.timestamp ?? ''),
    detail: diagnosticCode || (deliveryDelay?.delayType ?? ''),
    address: emailAddress,
    of: deliveryDelay?.timestamp ?? '',
  }))

const rejections = ({ reject, mail }: Event): Said[] =>
  reject
    ? mail.destination.slice(0, 1).map((address) => ({
        kind: 'bounced',
        at: new Date(mail.timestamp),
        detail: `Rejected by SES: ${reject.reason}`,
        address,
        of: 'rejected',
      }))
    : []

const READERS: Readonly<Record<string, (event: Event) => Said[]>> = {
  Bounce: bounces,
  Complaint: complaints,
  Delivery: deliveries,
  DeliveryDelay: delays,
  Reject: rejections,
}

const namedBy = ({ mail }: Event): Named => ({
  tag: mail.tags[SES_TAG]?.[0],
  mark: mail.tags[SES_TO_TAG]?.[0],
  messageId: mail.headers.find(({ name }) => name.toLowerCase() === 'message-id')?.value,
})

/**
 * Reads what SES tells in a message: a notification of an identity, or an event of a configuration set. Both may be told of
 * one mail; the keys are made from what is told, so that it counts once. Openings and clicks are counted here already.
 */
export const readSesEvent = (keys: Keys, message: string): Told[] => {
  let told: unknown
  try {
    told = readJson(message)
  } catch {
    // What SES says when a topic is set up is plain text.
    return []
  }
  const { success, data: event } = Event.safeParse(told)
  if (!success) return []
  const read = READERS[event.eventType ?? event.notificationType ?? '']
  const named = namedBy(event)
  return (read?.(event) ?? []).map(({ of, address, ...report }) => {
    const key = `ses:${event.mail.messageId}:${report.kind}:${of}:${address.toLowerCase()}`
    return toldOf(keys, named, address, { ...report, key })
  })
}
