import { call, Id, Time } from '@millrace/kit/contract'
import { z } from 'zod'

const OneId = z.object({ id: Id })
const Values = z.record(z.string(), z.unknown())

/** Where a call of a step stands. */
export const CallState = z.enum(['waiting', 'calling', 'answered', 'failed'])

/** A call that a step made or will make for a person. */
export const StepCall = z.object({
  id: z.number(),
  person: z.object({ id: z.number(), name: z.string(), email: z.string().nullable() }).nullable(),
  state: CallState,
  method: z.string(),
  /** Where to, without what may be secret in the address. */
  host: z.string(),
  attempts: z.number(),
  status: z.number().nullable(),
  error: z.string().nullable(),
  /** The beginning of the answer. */
  answer: z.string().nullable(),
  createdAt: Time,
  /** When it is tried next. */
  dueAt: Time.nullable(),
  endedAt: Time.nullable(),
})
/** A call that a step made or will make for a person. */
export type StepCall = z.output<typeof StepCall>

/** How a destination does. */
export const CallHost = z.object({
  host: z.string(),
  /** It did not answer so often that it is left alone for a while. */
  isOpen: z.boolean(),
  retryAt: Time.nullable(),
  waiting: z.number(),
  /** "{host} does not answer; N people wait", where that is so. */
  notice: z.string().nullable(),
})

/** What a trial call sent and what came back. */
export const TestCall = z.object({
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
  }),
  status: z.number().nullable(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  isCut: z.boolean(),
  ms: z.number(),
  /** Why nothing came back. */
  error: z.string().nullable(),
  /** Paths of the answer that can be kept in a field. */
  paths: z.array(z.object({ path: z.string(), sample: z.string() })),
})
/** What a trial call sent and what came back. */
export type TestCall = z.output<typeof TestCall>

/** Something that was delivered to a "Webhook received" step. */
export const Delivery = z.object({
  id: z.number(),
  receivedAt: Time,
  state: z.enum(['taken', 'kept', 'refused']),
  why: z.string().nullable(),
  person: z.object({ id: z.number(), name: z.string(), email: z.string().nullable() }).nullable(),
  body: z.string(),
  /** It is JSON or a form; anything else was refused and cannot be taken again. */
  isReadable: z.boolean(),
})
/** Something that was delivered to a "Webhook received" step. */
export type Delivery = z.output<typeof Delivery>

/** The address of a "Webhook received" step and what came there. */
export const Hook = z.object({
  address: z.string(),
  received: z.number(),
  lastAt: Time.nullable(),
  /** Paths of the last delivery that could be read. */
  paths: z.array(z.object({ path: z.string(), sample: z.string() })),
  deliveries: z.array(Delivery),
})
/** The address of a "Webhook received" step and what came there. */
export type Hook = z.output<typeof Hook>

const MORE = {
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number<number>().int().min(1).max(100).optional(),
}

/** Calls about what flows say to the outside and hear from it. */
export const outsideCalls = {
  testStepCall: call({
    method: 'POST',
    path: '/v1/steps/{id}/test-call',
    scopes: ['flows:write', 'people:read'],
    params: OneId,
    body: z.object({
      /** Whose fields fill the Liquid in; nobody's where it is left out. */
      personId: Id.optional(),
      /** Settings that are not saved yet. */
      values: Values.optional(),
    }),
    returns: TestCall,
    summary: 'Make the call of a webhook step once, and see what comes back',
    fail: 'The call could not be tried.',
    limit: { max: 60, windowSec: 60 },
    addition: true,
  }),
  listStepCalls: call({
    method: 'GET',
    path: '/v1/steps/{id}/calls',
    scopes: ['flows:read', 'people:read'],
    params: OneId,
    query: z.object({ ...MORE, state: CallState.optional() }),
    returns: z.object({
      calls: z.array(StepCall),
      hosts: z.array(CallHost),
      /** The receiver says that its address is gone: nobody is called until the step is saved anew. */
      stopped: z.string().nullable(),
      paging: z.object({ after: z.string().nullable() }),
    }),
    summary: 'Calls of a webhook step, latest first, and how their destinations do',
    fail: 'Error while loading calls.',
    addition: true,
  }),
  sealStepSecret: call({
    method: 'POST',
    path: '/v1/steps/secrets',
    scopes: ['flows:write'],
    body: z.object({
      /** The address that the secret is for. */
      url: z.string().trim().min(1).max(4000),
      value: z
        .string()
        .min(1, 'Type the secret value.')
        .max(4000)
        .regex(/^[\t\x20-\x7e]+$/, 'A header holds plain letters, digits and signs.'),
    }),
    returns: z.object({ secret: z.string(), for: z.string() }),
    summary: "Seal a secret header value for a webhook step's settings; it cannot be read again",
    fail: 'The secret could not be sealed.',
    addition: true,
  }),
  readStepSigningSecret: call({
    method: 'GET',
    path: '/v1/steps/{id}/signing-secret',
    scopes: ['flows:write'],
    params: OneId,
    returns: z.object({ secret: z.string(), origin: z.string() }),
    summary: "The secret with which a webhook step's receiver can check that calls are ours (Standard Webhooks)",
    fail: 'Error while loading the signing secret.',
    addition: true,
  }),
  getFlowNotices: call({
    method: 'GET',
    path: '/v1/integrations/{id}/notices',
    scopes: ['flows:read'],
    params: OneId,
    returns: z.object({ notices: z.array(z.object({ stepId: z.number(), message: z.string() })) }),
    summary: 'What goes wrong outside while a flow runs: destinations that do not answer',
    fail: 'Error while loading your flow.',
    addition: true,
  }),
  getStepHook: call({
    method: 'GET',
    path: '/v1/steps/{id}/hook',
    scopes: ['flows:write', 'people:read'],
    params: OneId,
    returns: Hook,
    summary: 'The address of a "Webhook received" step, and what was delivered there last',
    fail: 'Error while loading the address.',
    addition: true,
  }),
  rotateStepHook: call({
    method: 'POST',
    path: '/v1/steps/{id}/hook/rotate',
    scopes: ['flows:write', 'people:read'],
    params: OneId,
    returns: Hook,
    summary: 'Replace the address of a "Webhook received" step; the one before is worthless at once',
    fail: 'The address could not be replaced.',
    addition: true,
  }),
  replayStepDelivery: call({
    method: 'POST',
    path: '/v1/steps/{id}/hook/deliveries/{deliveryId}/replay',
    scopes: ['flows:write', 'people:read'],
    params: z.object({ id: Id, deliveryId: Id }),
    returns: z.object({ delivery: Delivery }),
    summary: 'Take a delivery once more, as the step reads it now',
    fail: 'This delivery could not be taken again.',
    addition: true,
  }),
}
