import { call, Id } from '@millrace/kit/contract'
import { z } from 'zod'
import { EventKind, EventName, IngestReply, PersonEvent } from './event.ts'

const Page = z.object({
  events: z.array(PersonEvent),
  paging: z.object({ after: z.string().nullable() }),
})

const paging = {
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number<number>().int().min(1).max(500).optional(),
}
const flag = z.union([z.boolean(), z.stringbool()]).optional()

export const ingestEvents = call({
  method: 'POST',
  path: '/v1/events',
  auth: 'write-key',
  cors: 'any',
  // Items are read one by one, so that a bad one is named and the rest are kept; see `IngestItem`.
  body: z.unknown(),
  bodyLimit: 10 << 20,
  status: 202,
  returns: IngestReply,
  summary: 'Take in events and people: one item, a list, or { events: […] } of up to 1,000',
  fail: "We couldn't take in these events.",
})

export const listAllEvents = call({
  method: 'GET',
  path: '/v1/people/all/events',
  scopes: ['people:read'],
  query: z.object({
    ...paging,
    /** A kind of event, or the name of one. */
    source: z.string().max(255).optional(),
    includeEndUsers: flag,
    ignoreAnonymous: flag,
  }),
  returns: Page,
  summary: 'What all people did, newest first',
  fail: 'Error while loading person events.',
})

export const listPersonEvents = call({
  method: 'GET',
  path: '/v1/people/{id}/events',
  scopes: ['people:read'],
  params: z.object({ id: Id }),
  query: z.object({ ...paging, source: z.string().max(255).optional() }),
  returns: Page,
  summary: 'What one person did, newest first',
  fail: 'Error while loading person events.',
})

export const listEventNames = call({
  method: 'GET',
  path: '/v1/event-names',
  scopes: ['people:read'],
  query: z.object({ kind: EventKind.optional() }),
  returns: z.object({ names: z.array(EventName) }),
  summary: 'The names of events that were seen, with totals and properties',
  fail: "We couldn't retrieve your events.",
  addition: true,
})
