import { call, Id } from '@millrace/kit/contract'
import { z } from 'zod'

const Address = z.string().trim().toLowerCase().pipe(z.email('This is not an email address.'))
const Addresses = z.union([Address.transform((one) => [one]), z.array(Address).max(10)])
/** `Name <address>` or an address alone. */
const Writer = z
  .string()
  .trim()
  .max(400)
  .transform((text) => {
    const parts = /^"?(.*?)"?\s*<([^<>]+)>$/.exec(text)
    return parts ? { name: parts[1] ?? '', address: (parts[2] ?? '').trim() } : { name: '', address: text }
  })
  .refine(({ address }) => z.email().safeParse(address).success, 'This is not an email address.')

const isOneContent = ({ template, html, text }: { template?: unknown; html?: unknown; text?: unknown }) =>
  [template, html, text].filter((one) => one !== undefined).length === 1

/** A mail to one person: a saved email by its id or name, or content that comes with it. */
export const ApiMail = z
  .object({
    template: z.union([Id, z.string().trim().min(1).max(300)]).optional(),
    html: z.string().min(1).max(1_000_000).optional(),
    text: z.string().min(1).max(1_000_000).optional(),
    to: z.union([Address, z.object({ userId: z.string().min(1).max(300) })]),
    from: Writer.optional(),
    reply: Writer.optional(),
    subject: z.string().max(998).optional(),
    /** What `{{ event.* }}` stands for. */
    templateProperties: z.record(z.string().max(200), z.unknown()).optional(),
    /** Whether those who have unsubscribed are left out. */
    unsubscribeCheck: z.boolean().default(true),
    UTMTags: z.record(z.string().max(60), z.string().max(300)).optional(),
    cc: Addresses.optional(),
    bcc: Addresses.optional(),
    /** As the header Idempotency-Key: the same is sent once, within seven days. */
    messageId: z.string().min(1).max(255).optional(),
  })
  .refine(isOneContent, { message: 'Give exactly one of template, html and text.' })
  .refine(({ template, from }) => template !== undefined || from !== undefined, {
    message: 'Say whom the email is from.',
    path: ['from'],
  })
/** A mail to one person. */
export type ApiMail = z.output<typeof ApiMail>

/** The calls by which programs send mail. */
export const apiCalls = {
  sendEmail: call({
    method: 'POST',
    path: '/v1/emails/send',
    scopes: ['emails:write'],
    body: ApiMail,
    bodyLimit: 2_500_000,
    status: 202,
    returns: z.object({ id: z.number(), message: z.string() }),
    summary: 'Send an email to one person, before all other mail; a repeated Idempotency-Key sends nothing again',
    fail: "We couldn't send this email.",
  }),
}
