import { call, Id, Time } from '@millrace/kit/contract'
import { Explanation } from '@millrace/segments/contract'
import { z } from 'zod'
import { FlowStatus } from './flow.ts'

/** A step where a person stands, stood or failed. */
export const PersonStay = z.object({
  stepId: z.number(),
  /** What the step is called; empty where it was deleted. */
  title: z.string(),
  text: z.string(),
  kind: z.enum(['trigger', 'filter', 'action', 'wait', 'goal']),
  enteredAt: Time,
  leftAt: Time.nullable(),
  /** By which exit they left. */
  exit: z.string().nullable(),
  error: z.string().nullable(),
})
/** A step where a person stands or stood. */
export type PersonStay = z.infer<typeof PersonStay>

/** One pass of a person through a flow. */
export const PersonRun = z.object({
  id: z.number(),
  flowId: z.number(),
  flowName: z.string(),
  flowStatus: FlowStatus,
  flowArchived: z.boolean(),
  enteredAt: Time,
  endedAt: Time.nullable(),
  /** `waiting` until `dueAt`, `ready` to go on, `held` until its step can run, `failed` there, `ended`. */
  state: z.enum(['waiting', 'ready', 'held', 'failed', 'ended']),
  /** Where they stand, or where the pass ended; a pass that goes several ways stands in several places. */
  places: z.array(PersonStay.extend({ dueAt: Time.nullable() })),
})
/** One pass of a person through a flow. */
export type PersonRun = z.infer<typeof PersonRun>

/** One thing that decides whether a person enters a flow; `isMet` is null where nothing can be said. */
export const EntryReason = z.object({
  text: z.string(),
  fact: z.string(),
  at: Time.nullable(),
  isMet: z.boolean().nullable(),
  explanation: Explanation.optional(),
})
/** One thing that decides whether a person enters a flow. */
export type EntryReason = z.infer<typeof EntryReason>

/** Why a person is, was, or never was in a flow. */
export const FlowExplanation = z.object({
  /** The answer in one sentence. */
  verdict: z.string(),
  isIn: z.boolean(),
  entries: z.number(),
  /** What must hold of the flow and the person. */
  rules: z.array(EntryReason),
  /** What starts the flow; one is enough. */
  triggers: z.array(EntryReason),
  /** Filters right behind the triggers, as they would decide now. */
  filters: z.array(EntryReason),
  /** The way that the person took in their latest pass. */
  path: z.array(PersonStay),
})
/** Why a person is, was, or never was in a flow. */
export type FlowExplanation = z.infer<typeof FlowExplanation>

/** The calls about one person in flows. */
export const personFlowCalls = {
  listPersonFlows: call({
    method: 'GET',
    path: '/v1/people/{id}/flows',
    scopes: ['flows:read'],
    params: z.object({ id: Id }),
    returns: z.object({ runs: z.array(PersonRun) }),
    summary: 'The passes of a person through flows, the latest first: where they stand, and until when',
    fail: "We couldn't retrieve your flows. ",
    addition: true,
  }),
  listObjectFlows: call({
    method: 'GET',
    path: '/v1/objects/{objectName}/{id}/flows',
    scopes: ['flows:read', 'people:read'],
    params: z.object({ objectName: z.string().max(255), id: Id }),
    returns: z.object({ runs: z.array(PersonRun) }),
    summary: 'The passes of an object through flows, the latest first: where it stands, and until when',
    fail: "We couldn't retrieve your flows. ",
    addition: true,
  }),
  explainFlow: call({
    method: 'GET',
    path: '/v1/integrations/{id}/explain/{personId}',
    scopes: ['flows:read', 'people:read'],
    params: z.object({ id: Id, personId: Id }),
    returns: FlowExplanation,
    summary: 'Why a person, or an object of what the flow takes, is, was, or never was in a flow',
    fail: "We couldn't retrieve your flow.",
    addition: true,
  }),
}
