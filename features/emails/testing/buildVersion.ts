import type { EmailVersion } from '../server/template/compileTemplate.ts'
import type { MailData, MailSlots } from '../server/template/template.ts'
import { ENVELOPE } from './envelope.ts'

/** A stored version of an email. */
export const buildVersion = (own: Partial<EmailVersion> = {}): EmailVersion => ({
  accountId: 1,
  emailId: 1,
  version: 1,
  name: 'Welcome',
  isTransactional: false,
  categoryId: null,
  ...ENVELOPE,
  html: '<html><head><title></title></head><body><p>Hello</p></body></html>',
  ...own,
})

/** A reader with these fields, and the account that writes. */
export const buildMailData = (fields: Record<string, unknown> = {}): MailData => ({
  person: { id: 7, email: 'ada@example.com', fields },
  account: { name: 'Acme', site: 'acme.example', mailingAddress: '1 Mill Lane', timezone: 'UTC' },
})

/** Addresses of one mail. */
export const buildSlots = (own: Partial<MailSlots> = {}): MailSlots => ({
  unsubscribeUrl: 'https://t.example/u/1?a=1&b=2',
  pixelUrl: 'https://t.example/o/1.gif',
  link: (index, url) => `https://t.example/c/1/${index}?u=${encodeURIComponent(url)}`,
  ...own,
})
