import { z } from 'zod'

/** A mail in the list of the built-in mailbox. */
export const MailboxEntry = z.object({
  id: z.number(),
  accountId: z.number(),
  receivedAt: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  snippet: z.string(),
  size: z.number(),
  isRead: z.boolean(),
})

/** A mail in the list of the built-in mailbox. */
export type MailboxEntry = z.output<typeof MailboxEntry>

/** A mail of the built-in mailbox, taken apart. `htmlUrl` is the address of its HTML for a sandboxed frame. */
export const MailboxMail = MailboxEntry.extend({
  htmlUrl: z.string().nullable(),
  text: z.string().nullable(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  source: z.string(),
  unsubscribe: z.string().nullable(),
  attachments: z.array(z.object({ name: z.string(), type: z.string(), size: z.number() })),
})

/** A mail of the built-in mailbox, taken apart. */
export type MailboxMail = z.output<typeof MailboxMail>
