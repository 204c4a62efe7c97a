import { z } from 'zod'

/** Where a mail stands. */
export const SEND_STATES = [
  'planned',
  'held',
  'claimed',
  'attempting',
  'accepted',
  'delivered',
  'bounced',
  'complained',
  'skipped',
  'failed',
  'uncertain',
] as const

/** Where a mail stands: accepted means that the provider took it, delivered that the mailbox did. */
export type SendState = (typeof SEND_STATES)[number]

/** Why a mail exists. */
export const REASON_KINDS = ['flow', 'broadcast', 'test', 'api', 'system'] as const

/** Why a mail exists: a step visit, a broadcast's recipient, a test, an API key, the installation itself. */
export type ReasonKind = (typeof REASON_KINDS)[number]

/** Why a mail was not sent, by the word that is kept in the ledger. */
export const SKIP_REASONS = {
  unsubscribed: 'The person has unsubscribed.',
  'category off': 'The person does not want this kind of email.',
  bounced: 'Mail to this address bounced before.',
  complained: 'The person marked earlier mail as spam.',
  suppressed: 'The address is on the suppression list.',
  'no address': 'The person has no email address.',
  'bad address': 'The email address cannot be written to.',
  'sender not verified': 'The sender address has not been verified.',
  'duplicate address': 'The address already gets this mail under another person.',
  archived: 'The person is archived.',
  'person gone': 'The person was deleted.',
  'email gone': 'The email was deleted or archived.',
  'account blocked': 'The account may not send at the moment.',
  'broadcast canceled': 'The broadcast was canceled.',
  'over the frequency cap': 'The person had so many emails lately that this one came too late.',
  'quiet hours': 'There was no time for this mail outside the quiet hours.',
  'account out of quota': 'The account had no mails left in its plan.',
  'in the control group': 'The person is in the control group, which gets no marketing mail.',
  'email rejected': 'The email was looked at and may not be sent.',
  'held too long': 'The mail was held for longer than the account allows.',
} as const

/** Why a mail is held, until somebody says the word or until a time, by what is kept in the ledger. */
export const HOLD_REASONS = {
  'broadcast paused': 'The broadcast is paused.',
  'account blocked': 'The account may not send at the moment. The mail goes when it may again.',
  'sender not verified': 'The sender address is not verified. The mail goes when it is.',
  'email not approved': 'The email is being looked at. The mail goes when it is approved.',
  'account out of quota': 'The account has no mails left this month.',
  'over the frequency cap': 'The person had as many emails lately as the account allows.',
  'quiet hours': 'It is within the quiet hours.',
  'warming up': 'The sending domain is new and sends few mails a day for now.',
  throttled: 'So many mails a second leave, and others were first.',
} as const

/** Why a mail is held. */
export type HoldReason = keyof typeof HOLD_REASONS

/** Why a mail was not sent. */
export type SkipReason = keyof typeof SKIP_REASONS

/** One mail of the ledger as screens show it. */
export const Send = z.object({
  id: z.number(),
  at: z.string(),
  state: z.enum(SEND_STATES),
  why: z.string().nullable(),
  reply: z.string().nullable(),
  personId: z.number().nullable(),
  emailId: z.number().nullable(),
  emailName: z.string().nullable(),
  subject: z.string().nullable(),
  toAddress: z.string().nullable(),
  reasonKind: z.enum(REASON_KINDS),
  flowId: z.number().nullable(),
  stepId: z.number().nullable(),
  isTransactional: z.boolean(),
  attempts: z.number(),
  dueAt: z.string(),
  attemptedAt: z.string().nullable(),
  acceptedAt: z.string().nullable(),
  openedAt: z.string().nullable(),
  clickedAt: z.string().nullable(),
  unsubscribedAt: z.string().nullable(),
  deliveredAt: z.string().nullable(),
  bouncedAt: z.string().nullable(),
  complainedAt: z.string().nullable(),
  repliedAt: z.string().nullable(),
  opens: z.number(),
  clicks: z.number(),
  messageId: z.string().nullable(),
})

/** One mail of the ledger as screens show it. */
export type Send = z.output<typeof Send>
