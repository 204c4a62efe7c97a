import { Id, Time } from '@millrace/kit/contract'
import { z } from 'zod'

/** What became of the mails of a broadcast or a variant. People count once; openings and clicks by machines do not count. */
export const BroadcastFigures = z.object({
  /** Handed over to the provider. */
  sent: z.number(),
  delivered: z.number(),
  opened: z.number(),
  clicked: z.number(),
  unsubscribed: z.number(),
  bounced: z.number(),
  /** What of the bounced was refused before it was taken: it is not among what was sent. */
  refused: z.number(),
  complained: z.number(),
  /** Left out when their turn came: they unsubscribed meanwhile, say. */
  skipped: z.number(),
  failed: z.number(),
  /** Nobody knows whether it left. */
  uncertain: z.number(),
  /** On its way, or waiting. */
  waiting: z.number(),
})
export type BroadcastFigures = z.output<typeof BroadcastFigures>

/** The figures of a variant. `chance`: how likely it is the best of all by what the test asks for, 0 to 1. */
export const VariantFigures = z.object({
  variantId: z.uuid(),
  /** The way of sending by which figures of mail tell it from others (`abTestVariantId`); null until it is pinned. */
  wayId: z.number().nullable(),
  label: z.string(),
  emailId: Id.nullable(),
  subject: z.string(),
  people: z.number(),
  chance: z.number().nullable(),
  figures: BroadcastFigures,
})
export type VariantFigures = z.output<typeof VariantFigures>

/** So many people were left out for a reason. `when`: before anything left, or when their turn came. */
export const Excluded = z.object({ why: z.string(), words: z.string(), count: z.number() })
export type Excluded = z.output<typeof Excluded>

/** So many mails wait for something. `until`: when the first of them may leave, where that is known. */
export const Waits = Excluded.extend({ until: Time.nullable() })
export type Waits = z.output<typeof Waits>

/** How a broadcast does. */
export const Results = z.object({
  figures: BroadcastFigures,
  variants: z.array(VariantFigures),
  /** Everybody of the audience who did not get it, and will not. */
  excluded: z.array(Excluded),
  /** What mails wait for that could leave otherwise. */
  waits: z.array(Waits),
  /** People of the audience whose turn has not come. */
  toCome: z.number(),
  /** People who wait for the winner. */
  rest: z.number(),
  /** Mails that left in each stretch of time, oldest first. */
  pace: z.array(z.object({ at: Time, sent: z.number(), opened: z.number(), clicked: z.number() })),
  links: z.array(z.object({ url: z.string(), clicked: z.number() })),
  at: Time,
})
export type Results = z.output<typeof Results>

/** A part of the audience as it would be now, counted slice by slice. */
export const AudienceSlice = z.object({
  /** People in the segment, told with the first slice: to count a million takes longer than a slice. 0 with later ones. */
  total: z.number(),
  /** People looked at in this slice. */
  counted: z.number(),
  sendable: z.number(),
  excluded: z.array(Excluded),
  /** People of this slice whose own time has passed already. */
  late: z.number(),
  /** Where the next slice begins; null at the end. */
  next: z.number().nullable(),
})
export type AudienceSlice = z.output<typeof AudienceSlice>

/** People behind a figure. */
export const FIGURE_NAMES = [
  'entered',
  'sent',
  'delivered',
  'opened',
  'not-opened',
  'clicked',
  'not-clicked',
  'unsubscribed',
  'bounced',
  'complained',
  'waiting',
  'failed',
  'uncertain',
  'excluded',
] as const
export type FigureName = (typeof FIGURE_NAMES)[number]

/** Somebody behind a figure. */
export const BroadcastPerson = z.object({
  id: Id,
  email: z.string().nullable(),
  name: z.string().nullable(),
  variantId: z.uuid().nullable(),
  state: z.string().nullable(),
  why: z.string().nullable(),
  at: Time.nullable(),
})
export type BroadcastPerson = z.output<typeof BroadcastPerson>
