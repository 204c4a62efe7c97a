import { Id } from '@millrace/kit/contract'
import { z } from 'zod'

/** The longest text that a person field holds. */
export const LONGEST_FIELD = 5000

/** Most people in one call. */
export const MOST_PEOPLE = 1000

/**
 * A person as calls answer it: the built-in properties below, and every person field by its name beside them
 * (`firstName`, `plan`, …). Times are ISO texts. `tags` is one comma-separated text.
 */
export const Person = z.looseObject({
  id: Id,
  email: z.string().nullable(),
  userId: z.string().nullable(),
  segmentAnonymousId: z.string().nullable(),
  name: z.string().nullable(),
  tags: z.string(),
  timezone: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  lastSeenAt: z.string().nullable(),
  unsubscribed: z.boolean(),
  unsubscribedAt: z.string().nullable(),
  unsubscribeReason: z.string().nullable(),
  archived: z.boolean(),
  archivedAt: z.string().nullable(),
})
export type Person = z.infer<typeof Person>

/** A person as calls take it: at least one of id, userId, email, segmentAnonymousId; everything else is a person field. */
export const PersonInput = z.looseObject({
  id: Id.optional(),
  userId: z.union([z.string(), z.number()]).nullish(),
  email: z.string().nullish(),
  segmentAnonymousId: z.string().nullish(),
  tags: z.union([z.string(), z.array(z.string())]).optional(),
})
export type PersonInput = z.infer<typeof PersonInput>

/** Names one person: the first of id, userId, email, segmentAnonymousId that is given. */
export const PersonKey = z.object({
  id: Id.optional(),
  userId: z.coerce.string<string | number>().optional(),
  email: z.string().optional(),
  segmentAnonymousId: z.string().optional(),
})
export type PersonKey = z.infer<typeof PersonKey>

/**
 * Which people a bulk call is about: a list, the people of a segment, or all. `except` takes people out of a segment or
 * of all. All are those who are not archived, or with `archived` the archived alone; `ignoreAnonymous` and `query` narrow
 * them to what a list shows and a search finds.
 */
export const Selection = z.object({
  people: z
    .array(z.object({ id: Id }))
    .max(10_000)
    .optional(),
  segmentId: Id.optional(),
  all: z.literal(true).optional(),
  except: z.array(Id).max(10_000).optional(),
  query: z.string().min(2).max(200).optional(),
  archived: z.boolean().optional(),
  ignoreAnonymous: z.boolean().optional(),
})
export type Selection = z.infer<typeof Selection>

/**
 * What a bulk call did: at once to `count` people, or queued for about as many (0 where that is not known yet) as the
 * job `jobId`.
 */
export const BulkReply = z.object({ count: z.number(), isQueued: z.boolean(), jobId: Id.optional() })
