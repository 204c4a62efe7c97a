import type { MailProvider } from '../../contract/providerCalls.ts'

/** Providers that an account can be moved to. */
export type MovedTo = 'ses' | 'sendgrid'

/** What providers are called. */
export const NAMES: Record<MailProvider['kind'], string> = {
  mailbox: 'Built-in mailbox',
  smtp: 'SMTP relay',
  ses: 'Amazon SES',
  sendgrid: 'SendGrid',
}
