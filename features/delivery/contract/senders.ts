import { z } from 'zod'

/** An address that an account wants to write from. */
export const SenderAddress = z.object({
  email: z.string(),
  status: z.enum(['verified', 'pending']),
  accountId: z.number(),
  data: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** An address that an account wants to write from. */
export type SenderAddress = z.output<typeof SenderAddress>

/** What a record is for. */
export const RECORD_PURPOSES = ['dkim', 'spf', 'return', 'dmarc', 'tracking'] as const

/** What the page behind a mailed link shows before its button is pressed. */
export const AskedSender = z.object({
  email: z.string(),
  accountName: z.string(),
  status: z.enum(['verified', 'pending']),
})

/** What the page behind a mailed link shows before its button is pressed. */
export type AskedSender = z.output<typeof AskedSender>

/** A DNS record that a sending domain needs, and what DNS was last seen to say. */
export const DnsRecord = z.object({
  type: z.enum(['CNAME', 'TXT']),
  host: z.string(),
  data: z.string(),
  valid: z.boolean(),
  reason: z.string().optional(),
  optional: z.boolean().optional(),
  purpose: z.enum(RECORD_PURPOSES),
  /** What DNS said when it was last asked; absent until then. Where it did not answer, `valid` is what it was before. */
  seen: z.enum(['right', 'other', 'nothing', 'unanswered']).optional(),
  /** What is there instead. */
  found: z.array(z.string()).optional(),
})

/** A DNS record that a sending domain needs. */
export type DnsRecord = z.output<typeof DnsRecord>

/** A domain that an account wants to write from. */
export const SenderDomain = z.object({
  id: z.number(),
  domain: z.string(),
  status: z.enum(['pending', 'verified', 'failed']),
  accountId: z.number(),
  dns: z.array(DnsRecord),
  error: z.string().optional(),
  createdAt: z.string(),
  checkedAt: z.string().nullable(),
  /** When DNS is asked again without anybody pressing a button. */
  nextCheckAt: z.string().nullable(),
  /** Since when DNS answers without the key. */
  failingSince: z.string().nullable(),
  /** When the domain stops being verified unless the key is found until then. */
  endsAt: z.string().nullable(),
})

/** A domain that an account wants to write from. */
export type SenderDomain = z.output<typeof SenderDomain>

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** The bare host name in what somebody typed, or undefined where it is no valid domain of several labels. */
export const bareDomain = (text: string): string | undefined => {
  const host = text
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/[/?#].*$/, '')
    .replace(/^www\./, '')
    .replace(/\.$/, '')
  const labels = host.split('.')
  const top = labels.at(-1) ?? ''
  const isValid =
    host.length <= 253 && labels.length > 1 && labels.every((label) => LABEL.test(label)) && /^[a-z]{2,63}$/.test(top)
  return isValid ? host : undefined
}
