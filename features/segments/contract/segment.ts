import { Id, Time } from '@millrace/kit/contract'
import { Person } from '@millrace/people/contract'
import { z } from 'zod'
import { Conditions } from './conditions.ts'

/** The fixed id of the segment of archived people. */
export const ARCHIVED_SEGMENT_ID = 1

/** The fixed id of the segment of all people. */
export const ALL_SEGMENT_ID = 2

/** How far a build of a segment's membership has come. */
export const BuildProgress = z.object({ done: z.number(), total: z.number() })

/** A named group of people (or of other objects) by conditions. */
export const Segment = z.object({
  id: Id,
  name: z.string(),
  color: z.string().nullable(),
  objectName: z.string(),
  version: z.union([z.literal(1), z.literal(2)]),
  conditions: Conditions,
  accountId: z.number(),
  /** Nobody may change or delete it. */
  readOnly: z.boolean(),
  /** Made by Millrace for every account. */
  autoSegment: z.boolean(),
  templateId: z.number().nullable(),
  createdAt: Time,
  updatedAt: Time,
  /** How many people are in it now. */
  count: z.number(),
  /** While its membership is being worked out anew. */
  building: BuildProgress.nullable(),
})
/** A named group of people by conditions. */
export type Segment = z.infer<typeof Segment>

/** What conditions catch: counted, with the first people. */
export const Preview = z.object({
  /** People who match; null while `pending`. */
  count: z.number().nullable(),
  /** All people of the account, without archived ones. */
  total: z.number(),
  /** Of those who match: with an address and not unsubscribed; null while `pending`. */
  canBeMailed: z.number().nullable(),
  /** Of those who match: unsubscribed; null while `pending`. */
  unsubscribed: z.number().nullable(),
  /** The newest few who match. */
  people: z.array(Person),
  /** Counting takes long: ask again with the same conditions; the answer is kept ready. */
  pending: z.boolean(),
})
/** What conditions catch. */
export type Preview = z.infer<typeof Preview>

/** Why a condition is true or false for one person; the tree has the shape of the conditions. */
export type Explanation = {
  type: string
  /** The condition in words. */
  text: string
  isTrue: boolean
  /** The fact that decided: a value, a tag, an event with its time. */
  fact: string
  at: string | null
  operator?: 'and' | 'or'
  conditions?: Explanation[]
}
/** Why a condition is true or false for one person. */
export const Explanation = z.object({
  type: z.string(),
  text: z.string(),
  isTrue: z.boolean(),
  fact: z.string(),
  at: Time.nullable(),
  operator: z.enum(['and', 'or']).optional(),
  get conditions(): z.ZodOptional<z.ZodArray<z.ZodType<Explanation, Explanation>>> {
    return z.array(Explanation as z.ZodType<Explanation, Explanation>).optional()
  },
})

/** One day of a segment: who entered and left by what they did, and how many there were at its end. */
export const GrowthDay = z.object({
  day: z.iso.date(),
  entered: z.number(),
  left: z.number(),
  size: z.number(),
  /** The conditions were changed on that day, so the size moved besides. */
  isRebuilt: z.boolean(),
})
/** One day of a segment. */
export type GrowthDay = z.infer<typeof GrowthDay>

/** Something that uses a segment: a flow, a broadcast, another segment, or an email that shows a part of it by one. */
export const SegmentUse = z.object({
  kind: z.enum(['flow', 'broadcast', 'segment', 'email']),
  id: Id,
  name: z.string(),
  isActive: z.boolean(),
})
/** Something that uses a segment. */
export type SegmentUse = z.infer<typeof SegmentUse>

/** A goal of a flow that conditions can be about. */
export const Goal = z.object({ stepId: Id, name: z.string(), flowId: Id, flowName: z.string() })
/** A goal of a flow. */
export type Goal = z.infer<typeof Goal>

/** Segments whose name starts with this are Millrace's own. */
export const AUTO_PREFIX = 'All '
