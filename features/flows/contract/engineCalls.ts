import { call, Id } from '@millrace/kit/contract'
import { z } from 'zod'

const AtStep = z.object({ stepId: Id })
const write = { scopes: ['flows:write'] } as const

/** How many people an order is about at once; the rest follow, a few thousand at a time. */
const Moved = { goesOn: z.boolean() }

/** What goes wrong in a flow while it runs. */
export const FlowTrouble = z.object({
  code: z.string(),
  /** Null: the flow as a whole. */
  stepId: Id.nullable(),
  reason: z.string(),
  people: z.number(),
  /** One of them. */
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
  startedAt: z.string(),
})
export type FlowWalk = z.infer<typeof FlowWalk>

/** How a flow is doing. */
export const FlowState = z.object({
  troubles: z.array(FlowTrouble),
  walks: z.array(FlowWalk),
  /** Those whose time came while the flow was off: they all go on when it is switched on. Counted up to 10,000. */
  overdue: z.number(),
})
export type FlowState = z.infer<typeof FlowState>

/** Calls about what the engine does with many people at once. */
export const engineCalls = {
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
    body: z.object({ reason: z.string().max(10_000).optional() }),
    returns: z.object({ retried: z.number(), ...Moved }),
    summary: 'Try a step again for everybody for whom it failed, or failed for one reason, and for those who are held',
    fail: "Couldn't try this step again.",
    addition: true,
  }),
  skipStepPeople: call({
    method: 'POST',
    path: '/v1/steps/{stepId}/skip',
    ...write,
    params: AtStep,
    returns: z.object({ skipped: z.number(), ...Moved }),
    summary: 'Let everybody go on now who waits at a step',
    fail: "Couldn't skip wait step. ",
    addition: true,
  }),
  removeStepPeople: call({
    method: 'DELETE',
    path: '/v1/steps/{stepId}/people',
    ...write,
    params: AtStep,
    query: z.object({ state: z.enum(['failed', 'queued']) }),
    returns: z.object({ removed: z.number(), ...Moved }),
    summary: 'Take everybody out of the flow who stands at a step, or for whom it failed',
    fail: "Couldn't remove from step. ",
    addition: true,
  }),
}
