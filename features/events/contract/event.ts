import { Id } from '@millrace/kit/contract'
import { z } from 'zod'

/** Where an event comes from: the account's own, mail activity, page views, the product itself. */
export const EventKind = z.enum(['custom', 'email', 'page', 'system'])
export type EventKind = z.infer<typeof EventKind>

/** The names under which mail activity is recorded (kind `email`). */
export const EMAIL_EVENTS = {
  sent: 'Email sent',
  delivered: 'Email delivered',
  opened: 'Email opened',
  clicked: 'Email clicked',
  bounced: 'Email bounced',
  complained: 'Email complained',
  unsubscribed: 'Email unsubscribed',
  replied: 'Email replied',
} as const

/** Most items in one ingest call. */
export const MOST_ITEMS = 1000

const EndUser = z.object({
  id: Id,
  email: z.string().nullable(),
  name: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
})

/** Something that a person did. `cursor` continues a listing after it; `properties` are the event's own. */
export const PersonEvent = z.object({
  id: z.number(),
  cursor: z.string(),
  createdAt: z.string(),
  name: z.string(),
  kind: EventKind,
  /** The sentence that the account wants for events of this name, with {{ property }} in it. */
  label: z.string().optional(),
  properties: z.record(z.string(), z.unknown()),
  emailId: z.number().optional(),
  sendId: z.number().optional(),
  flowId: z.number().optional(),
  stepId: z.number().optional(),
  url: z.string().optional(),
  ip: z.string().optional(),
  browser: z.string().optional(),
  reason: z.string().optional(),
  isBot: z.boolean().optional(),
  endUser: EndUser.optional(),
})
export type PersonEvent = z.infer<typeof PersonEvent>

const text = z.union([z.string(), z.number()])

/** The person that an item is about: keys, fields and `tags`. */
export const IngestUser = z.looseObject({
  id: text.nullish(),
  email: z.string().nullish(),
  userId: text.nullish(),
  segmentAnonymousId: text.nullish(),
  tags: z.union([z.string(), z.array(z.string())]).nullish(),
})

/**
 * One thing to take in. `name: "identify"` (or none) changes the person alone; any other name is an event as well.
 * Also as the Segment destination sends it: `type` track, identify, page or alias, `event`, keys beside it.
 */
export const IngestItem = z.looseObject({
  name: z.string().max(255).nullish(),
  type: z.string().max(50).nullish(),
  event: z.string().max(255).nullish(),
  user: IngestUser.nullish(),
  properties: z.record(z.string(), z.unknown()).nullish(),
  timestamp: z.union([z.string(), z.number()]).nullish(),
  messageId: z.string().max(255).nullish(),
})
export type IngestItem = z.infer<typeof IngestItem>

/** How many items were accepted and which were not, by their place in the list. */
export const IngestReply = z.object({
  accepted: z.number(),
  refused: z.number(),
  errors: z.array(z.object({ index: z.number(), message: z.string() })),
})
export type IngestReply = z.infer<typeof IngestReply>

/** The properties that events of a name were seen with. */
export const EventProperty = z.object({
  name: z.string(),
  type: z.enum(['string', 'number', 'boolean', 'array', 'object', 'date-time', 'date']),
  samples: z.array(z.union([z.string(), z.number(), z.boolean()])),
})

/** A name that events were recorded under. */
export const EventName = z.object({
  id: z.number(),
  name: z.string(),
  kind: EventKind,
  label: z.string().nullable(),
  description: z.string(),
  total: z.number(),
  createdAt: z.string(),
  lastSeenAt: z.string().nullable(),
  properties: z.array(EventProperty),
})
export type EventName = z.infer<typeof EventName>
