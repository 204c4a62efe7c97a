import { Id, Time } from '@millrace/kit/contract'
import { z } from 'zod'
import { BROADCAST_STATUSES } from './statuses.ts'

/** What a broadcast is called that nobody named. */
export const DEFAULT_NAME = 'My Broadcast'
/** What is put behind the name of a copy. */
export const COPY_SUFFIX = ' (Copy)'
/** The variant of a test that is the broadcast's own email. */
export const CONTROL_VARIANT_ID = '00000000-0000-0000-0000-000000000000'
/** A test has so many variants. */
export const VARIANTS = { fewest: 2, most: 5 } as const
/** Figures are asked for so many broadcasts at once. */
export const METRICS_CHUNK = 20

export const NO_EMAIL = 'No email selected.'
export const NO_AUDIENCE = 'No audience selected.'
/** One sentence for both; what is shown is the half that applies. */
const SENT = '🚀 Awesome! Broadcast is sending/scheduled.'

/** What is said when a broadcast was sent off. */
export const sentOff = (status: string): string =>
  SENT.replace('sending/scheduled', status === 'scheduled' ? 'scheduled' : 'sending')

const Line = z.string().max(998)

/** A variant that sends another email. */
const EmailVariant = z.object({ type: z.literal('email'), emailId: Id.nullable(), variantId: z.uuid() })
/** A variant that sends the same email with other words in the inbox; what is empty stays as the email has it. */
const DetailsVariant = z.object({
  type: z.literal('emailDetails'),
  subject: Line.default(''),
  preheader: Line.default(''),
  fromName: Line.default(''),
  fromEmail: z.string().trim().max(320).default(''),
  variantId: z.uuid(),
})

/** A variant of a test. */
export const Variant = z.discriminatedUnion('type', [EmailVariant, DetailsVariant])
export type Variant = z.output<typeof Variant>

/** How a broadcast tries variants. The control variant's id is all zeros. */
export const AbTest = z.object({
  enabled: z.boolean(),
  variants: z.array(Variant).max(VARIANTS.most),
  /** True where the rest of the audience gets the variant that did best. */
  pickWinner: z.boolean(),
  pickWinnerBy: z.enum(['open', 'click']).default('open'),
  waitBeforeWinnerPeriod: z.number().int().min(1).max(720).default(4),
  waitBeforeWinnerPeriodType: z.enum(['hours', 'days']).default('hours'),
  /** Percent of the audience by variant; what is left to 100 gets the winner. */
  distribution: z.array(z.number().min(0).max(100)).max(VARIANTS.most).default([]),
  winner: z.uuid().nullable().default(null),
  winnerPickedAt: Time.nullable().default(null),
})
export type AbTest = z.output<typeof AbTest>

/** Another mail to those of a broadcast who did not open or click it. */
export const FollowUp = z.object({
  newSubjectLine: Line.default(''),
  /** Another email than the broadcast's own. */
  emailId: Id.nullable().default(null),
  /** So long after the broadcast has been sent. */
  time: z.object({
    period: z.number().int().min(1).max(720),
    periodType: z.enum(['hours', 'days']).default('days'),
  }),
  audience: z.enum(['not-opened', 'not-clicked']),
})
export type FollowUp = z.output<typeof FollowUp>

const Audience = z.object({ type: z.literal('segment'), segmentId: Id.nullable() })

/** Figures of a broadcast that lists show. */
const CachedMetric = z.object({
  data: z.object({ delivered: z.number(), click: z.number(), open: z.number() }),
  isStale: z.boolean(),
  updatedAt: Time,
})

/** A broadcast. */
export const Broadcast = z.object({
  id: Id,
  accountId: Id,
  name: z.string(),
  status: z.enum(BROADCAST_STATUSES),
  emailId: Id.nullable(),
  integrationId: z.number().nullable(),
  sendAt: Time.nullable(),
  time: z.object({ useContactsTimezones: z.boolean() }),
  audience: Audience,
  followUp: FollowUp.nullable(),
  abTest: AbTest.nullable(),
  cachedMetric: CachedMetric.nullable(),
  /** People who get it: known once the audience is frozen. */
  peopleEntered: z.number(),
  /** People whose mail has left, or will not leave any more. */
  peopleExited: z.number(),
  createdBy: z.number().nullable(),
  createdAt: Time,
  updatedAt: Time,
  archived: z.boolean(),
  isPaused: z.boolean(),
  /** People of the audience who do not get it. */
  peopleExcluded: z.number(),
  /** True once everybody in the audience is known. */
  isFrozen: z.boolean(),
  startedAt: Time.nullable(),
  /** When the first mail may leave: earlier than `sendAt` where people's own time counts. */
  startsAt: Time.nullable(),
  endedAt: Time.nullable(),
  /** When a winner is picked by itself. */
  winnerDueAt: Time.nullable(),
  winnerBy: z.enum(['open', 'click', 'hand']).nullable(),
  /** When the follow-up begins. */
  followUpAt: Time.nullable(),
  /** The broadcast that this one follows, and the one that follows it. */
  parentId: Id.nullable(),
  followUpId: Id.nullable(),
  /** The subject that it has as a follow-up. */
  newSubject: z.string().nullable(),
  /** Why it failed. */
  problem: z.string().nullable(),
  emailName: z.string().nullable(),
  segmentName: z.string().nullable(),
  /** Counts changes; a change that names another one is refused. */
  revision: z.number(),
})
export type Broadcast = z.output<typeof Broadcast>

/** What can be changed of a broadcast. */
export const BroadcastPatch = z.object({
  name: z.string().trim().max(255).optional(),
  emailId: Id.nullable().optional(),
  sendAt: Time.nullable().optional(),
  time: z.object({ useContactsTimezones: z.boolean() }).optional(),
  audience: Audience.optional(),
  followUp: FollowUp.nullable().optional(),
  abTest: AbTest.nullable().optional(),
  archived: z.boolean().optional(),
  /** The revision that the change was made on. */
  revision: z.number().int().optional(),
})
export type BroadcastPatch = z.output<typeof BroadcastPatch>
