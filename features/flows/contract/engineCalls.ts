import { call, Id } from '@millrace/kit/contract'
import { z } from 'zod'

const AtStep = z.object({ stepId: Id })
const write = { scopes: ['flows:write'] } as const

/** An order about many people is carried out for some at once; the rest follow, a few thousand at a time. */
const Moved = { goesOn: z.boolean() }

/** Of those who stand at a step: these people, or all but some; left out, all. Who comes later is never meant. */
const Which = {
  people: z
    .array(z.object({ id: Id }))
    .max(10_000)
    .optional(),
  except: z.array(Id).max(10_000).optional(),
}

/** What goes wrong in a flow while it runs. */
export const FlowTrouble = z.object({
  code: z.string(),
  /** Null: the flow as a whole. */
  stepId: Id.nullable(),
  reason: z.string(),
  people: z.number(),
  /** How many stand at the step now. */
  standing: z.number(),
  /** One of those for whom it went wrong. */
  personId: Id.nullable(),
  firstAt: z.string(),
  lastAt: z.string(),
})
export type FlowTrouble = z.infer<typeof FlowTrouble>

/** Work on many people of a flow that is under way. */
export const FlowWalk = z.object({
  id: Id,
  kind: z.enum(['recompute', 'release', 'retrigger', 'clear', 'retry', 'skip', 'remove']),
  stepId: Id.nullable(),
  moved: z.number(),
  /** How many there were when it began, where that is known. */
  total: z.number().nullable(),
  startedAt: z.string(),
})
export type FlowWalk = z.infer<typeof FlowWalk>

/** How a flow is doing. */
export const FlowState = z.object({
  troubles: z.array(FlowTrouble),
  walks: z.array(FlowWalk),
  /** Destinations that do not answer, in sentences. */
  notices: z.array(z.object({ stepId: Id, message: z.string() })),
  /** Those whose time came while the flow was off: they go on when it is switched on, or leave, as is chosen then. Counted up to 10,000. */
  overdue: z.number(),
})
export type FlowState = z.infer<typeof FlowState>

/** What went wrong lately in an account's flows. */
export const FlowsHealth = z.object({
  /** Flows in which something goes wrong, the latest trouble first. */
  flows: z.array(z.object({ id: Id, name: z.string(), objectType: z.string(), troubles: z.array(FlowTrouble) })),
  /** Changes of people and objects that no flow or segment could take, by what kept them back; they are tried again later. */
  parked: z.array(
    z.object({ kind: z.string(), reason: z.string(), changes: z.number(), firstAt: z.string(), lastAt: z.string() }),
  ),
})
export type FlowsHealth = z.infer<typeof FlowsHealth>

/** Calls about what the engine does with many people at once. */
export const engineCalls = {
  getFlowsHealth: call({
    method: 'GET',
    path: '/v1/integrations/health',
    scopes: ['flows:read'],
    returns: z.object({ health: FlowsHealth }),
    summary: 'What goes wrong in flows of the account, and which changes could not be taken',
    fail: "We couldn't retrieve your flows. ",
    addition: true,
  }),
  retryParkedChanges: call({
    method: 'POST',
    path: '/v1/integrations/health/retry',
    ...write,
    returns: z.object({ given: z.number() }),
    summary: 'Have changes that could not be taken tried again',
    fail: 'This could not be tried again.',
    addition: true,
  }),
  getFlowState: call({
    method: 'GET',
    path: '/v1/integrations/{id}/state',
    scopes: ['flows:read'],
    params: z.object({ id: Id }),
    returns: z.object({ state: FlowState }),
    summary: 'What goes wrong in a flow, what is under way, and how many are overdue',
    fail: "Couldn't look how this flow is doing.",
    addition: true,
  }),
  retryStepPeople: call({
    method: 'POST',
    path: '/v1/steps/{stepId}/retry',
    ...write,
    params: AtStep,
    body: z.object({ reason: z.string().max(10_000).optional(), ...Which }),
    returns: z.object({ retried: z.number(), ...Moved }),
    summary:
      'Try a step again for those for whom it failed: all, for one reason, or some of them; whoever is held there tries too',
    fail: "Couldn't try this step again.",
    addition: true,
  }),
  skipStepPeople: call({
    method: 'POST',
    path: '/v1/steps/{stepId}/skip',
    ...write,
    params: AtStep,
    body: z.object(Which).optional(),
    returns: z.object({ skipped: z.number(), ...Moved }),
    summary: 'Let those go on now who wait at a step: all, or some of them',
    fail: "Couldn't skip wait step. ",
    addition: true,
  }),
  removeStepPeople: call({
    method: 'POST',
    path: '/v1/steps/{stepId}/remove',
    ...write,
    params: AtStep,
    body: z.object({ state: z.enum(['failed', 'queued']), ...Which }),
    returns: z.object({ removed: z.number(), ...Moved }),
    summary: 'Take those out of the flow who stand at a step, or for whom it failed: all, or some of them',
    fail: "Couldn't remove from step. ",
    addition: true,
  }),
  stopFlowWalk: call({
    method: 'DELETE',
    path: '/v1/integrations/{id}/walks/{walkId}',
    ...write,
    params: z.object({ id: Id, walkId: Id }),
    status: 204,
    summary: 'Stop work on many people of a flow that is under way; what is done stays done',
    fail: "Couldn't stop this.",
    addition: true,
  }),
  forgetFlowTroubles: call({
    method: 'DELETE',
    path: '/v1/integrations/{id}/troubles',
    ...write,
    params: z.object({ id: Id }),
    status: 204,
    summary:
      'Take note of what went wrong in a flow, but for steps that still fail; it is told again if it happens again',
    fail: "We couldn't update your flow.",
    addition: true,
  }),
}
