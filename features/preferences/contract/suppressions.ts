import { z } from 'zod'

/** Why an address is not written to. */
export const SUPPRESSION_REASONS = ['bounced', 'complained', 'manual', 'unsubscribed'] as const

/** Why an address is not written to. */
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number]

/** An address that is not written to, and why. */
export const SuppressedAddress = z.object({
  address: z.string(),
  reason: z.enum(SUPPRESSION_REASONS),
  detail: z.string(),
  /** What put it there: a mail that came back, the reader, a member, a file, the API. */
  source: z.enum(['mail', 'page', 'member', 'import', 'api']),
  at: z.string(),
  /** The member who put it there. */
  by: z.string().nullable(),
  /** The person with this address. */
  personId: z.number().nullable(),
})

/** An address that is not written to, and why. */
export type SuppressedAddress = z.output<typeof SuppressedAddress>

/** What became of a file of addresses. */
export const SuppressionImport = z.object({
  added: z.number(),
  /** Were on the list for the same reason. */
  known: z.number(),
  refused: z.number(),
  /** The first of the lines that hold no address. */
  refusedLines: z.array(z.object({ line: z.number(), text: z.string() })),
})

/** What became of a file of addresses. */
export type SuppressionImport = z.output<typeof SuppressionImport>
