import { call, Id, Time } from '@millrace/kit/contract'
import { z } from 'zod'

/** A message as whoever it is for reads it. */
export const InAppMessage = z.object({
  /** Names the message in the call that notes what became of it; nobody else can guess it. */
  id: z.string(),
  title: z.string(),
  body: z.string(),
  link: z.string().nullable(),
  /** What the button of the link says. */
  button: z.string().nullable(),
  createdAt: Time,
  expiresAt: Time,
  seenAt: Time.nullable(),
})

const Fate = {
  id: z.number(),
  title: z.string(),
  createdAt: Time,
  expiresAt: Time,
  seenAt: Time.nullable(),
  clickedAt: Time.nullable(),
  closedAt: Time.nullable(),
}

/** A message of a step and what became of it. */
export const StepMessage = z.object({
  ...Fate,
  person: z.object({ id: z.number(), name: z.string(), email: z.string().nullable() }).nullable(),
})
/** A message of a step and what became of it. */
export type StepMessage = z.output<typeof StepMessage>

/** A message for a person and what became of it. */
export const PersonMessage = z.object({
  ...Fate,
  body: z.string(),
  link: z.string().nullable(),
  flow: z.object({ id: z.number(), name: z.string() }).nullable(),
  stepId: z.number(),
})
/** A message for a person and what became of it. */
export type PersonMessage = z.output<typeof PersonMessage>

const InAppSecret = z.object({
  /** Your server signs ids of users with it: HMAC-SHA256, as hex. */
  secret: z.string(),
  /** Where the script for sites is. */
  script: z.string(),
  writeKey: z.string(),
})

/** Calls about messages that are shown in applications. */
export const inAppCalls = {
  listInAppMessages: call({
    method: 'GET',
    path: '/v1/in-app-messages',
    auth: 'write-key',
    cors: 'any',
    query: z.object({
      userId: z.string().trim().min(1).max(255).optional(),
      /** HMAC-SHA256 of the user id with the account's secret, as hex. */
      userHash: z.string().trim().max(128).optional(),
      /** Finds visitors of whom nothing but this id is known. */
      segmentAnonymousId: z.string().trim().min(1).max(255).optional(),
    }),
    returns: z.object({ messages: z.array(InAppMessage) }),
    summary: 'Messages that wait for a signed user or an anonymous visitor, newest first',
    fail: 'Error while loading messages.',
    limit: { max: 600, windowSec: 60 },
    addition: true,
  }),
  noteInAppMessage: call({
    method: 'POST',
    path: '/v1/in-app-messages/{id}/{act}',
    auth: 'write-key',
    cors: 'any',
    params: z.object({ id: z.string().max(100), act: z.enum(['seen', 'clicked', 'closed']) }),
    status: 204,
    summary: 'Note that a message was seen, its link clicked, or that it was closed',
    fail: 'This could not be noted.',
    limit: { max: 600, windowSec: 60 },
    addition: true,
  }),
  listStepMessages: call({
    method: 'GET',
    path: '/v1/steps/{id}/messages',
    scopes: ['flows:read', 'people:read'],
    params: z.object({ id: Id }),
    query: z.object({ limit: z.coerce.number<number>().int().min(1).max(100).optional() }),
    returns: z.object({
      counts: z.object({ made: z.number(), seen: z.number(), clicked: z.number(), closed: z.number() }),
      messages: z.array(StepMessage),
    }),
    summary: 'How messages of an in-app message step do, and the latest of them',
    fail: 'Error while loading messages.',
    addition: true,
  }),
  listPersonMessages: call({
    method: 'GET',
    path: '/v1/people/{id}/in-app-messages',
    scopes: ['flows:read', 'people:read'],
    params: z.object({ id: Id }),
    returns: z.object({ messages: z.array(PersonMessage) }),
    summary: 'In-app messages for a person, newest first',
    fail: 'Error while loading messages.',
    addition: true,
  }),
  getInAppSecret: call({
    method: 'GET',
    path: '/v1/in-app-messages/secret',
    scopes: ['apiKeys:read'],
    returns: InAppSecret,
    summary: 'The secret with which your server signs who reads in-app messages, and the script for your pages',
    fail: 'Error while loading the secret.',
    addition: true,
  }),
  rotateInAppSecret: call({
    method: 'POST',
    path: '/v1/in-app-messages/secret/rotate',
    scopes: ['apiKeys:write'],
    returns: InAppSecret,
    summary: 'Replace that secret; signatures made with the one before are worthless at once',
    fail: 'The secret could not be replaced.',
    addition: true,
  }),
}
