import { call, Id } from '@millrace/kit/contract'
import { z } from 'zod'

const Secret = z.string().trim().min(1).max(500)

/** An account's own credentials at Amazon SES. */
export const OwnSes = z.object({
  region: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'The region must be one such as eu-west-1.'),
  accessKey: Secret,
  secretKey: Secret,
  configurationSet: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'A configuration set has up to 64 letters, digits, - and _.')
    .optional(),
  /** The ARN of the SNS topic that its events come by. */
  topic: z
    .string()
    .regex(/^arn:aws[\w-]*:sns:[\w-]+:\d{12}:[\w.-]+$/, 'The topic must be the ARN of an SNS topic.')
    .optional(),
})
/** An account's own credentials at Amazon SES. */
export type OwnSes = z.output<typeof OwnSes>

/** An account's own credentials at SendGrid. */
export const OwnSendGrid = z.object({
  apiKey: Secret,
  /** The verification key of its event webhook. */
  webhookKey: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9+/=\s]{40,1000}$/, 'The verification key must be as SendGrid shows it.')
    .optional(),
})
/** An account's own credentials at SendGrid. */
export type OwnSendGrid = z.output<typeof OwnSendGrid>

/** Through whom an account's mail leaves. */
export const MailProvider = z.object({
  kind: z.enum(['mailbox', 'smtp', 'ses', 'sendgrid']),
  /** The account has credentials of its own there. */
  isOwn: z.boolean(),
  /** Where the provider's events are to be sent; null where it has none to send. */
  hookUrl: z.string().nullable(),
})
/** Through whom an account's mail leaves. */
export type MailProvider = z.output<typeof MailProvider>

const ById = z.object({ id: Id })
const returns = z.object({ provider: MailProvider })

/** The calls by which administrators move accounts between mail providers. */
export const providerCalls = {
  getMailProvider: call({
    auth: 'admin',
    params: ById,
    method: 'GET',
    path: '/v1/admin/accounts/{id}/mail-provider',
    returns,
    summary: "The provider that an account's mail leaves by, and where its events are to be sent",
    fail: "We couldn't retrieve the account. ",
    addition: true,
  }),
  moveToSes: call({
    auth: 'admin',
    params: ById,
    method: 'POST',
    path: '/v1/admin/accounts/{id}/ses',
    body: OwnSes.optional(),
    returns,
    summary: "Let an account's mail leave by Amazon SES, with its own credentials or the installation's",
    fail: "We couldn't move the account to SES.",
  }),
  moveFromSes: call({
    auth: 'admin',
    params: ById,
    method: 'DELETE',
    path: '/v1/admin/accounts/{id}/ses',
    status: 204,
    summary:
      "Let an account's mail leave by SES no longer: by SendGrid where that is set up, else as the installation's",
    fail: "We couldn't move the account to Sendgrid.",
  }),
  moveToSendGrid: call({
    auth: 'admin',
    params: ById,
    method: 'POST',
    path: '/v1/admin/accounts/{id}/sendgrid',
    body: OwnSendGrid.optional(),
    returns,
    summary: "Let an account's mail leave by SendGrid, with its own credentials or the installation's",
    fail: "We couldn't move the account to Sendgrid.",
  }),
  moveFromSendGrid: call({
    auth: 'admin',
    params: ById,
    method: 'DELETE',
    path: '/v1/admin/accounts/{id}/sendgrid',
    status: 204,
    summary: "Let an account's mail leave by SendGrid no longer, but as the installation's",
    fail: "We couldn't move the account. ",
    addition: true,
  }),
}
