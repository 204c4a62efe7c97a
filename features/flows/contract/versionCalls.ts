import { call, Id, Paging, ShortId, Time } from '@millrace/kit/contract'
import { Explanation } from '@millrace/segments/contract'
import { z } from 'zod'
import { Drawing } from './drawing.ts'
import { Flow } from './flow.ts'
import { PersonStay } from './personCalls.ts'

const FlowId = z.object({ id: Id })
const VersionOf = z.object({ id: Id, version: ShortId })
const Version = z.object({
  version: z.number(),
  /** A name that a member gave it. */
  name: z.string().nullable(),
  createdAt: Time,
  member: z.object({ id: z.number(), name: z.string() }).nullable(),
  stepCount: z.number(),
  /** The one that people run through; none while the flow is off. */
  isCurrent: z.boolean(),
})
/** A version of a flow, as it is listed. */
export type FlowVersion = z.infer<typeof Version>

/** One stay of a dry run. */
export const DryStay = z.object({
  ...PersonStay.omit({ error: true }).shape,
  /** The email that would be sent, to be looked at as this person. */
  mail: z.object({ emailId: z.number(), name: z.string(), subject: z.string(), to: z.string() }).nullable(),
  /** Why a filter chose as it did. */
  explanation: Explanation.nullable(),
  /** What went wrong, or why nothing happens here. */
  error: z.string().nullable(),
  /** The exit was chosen by hand. */
  isChosen: z.boolean(),
})
/** One stay of a dry run. */
export type DryStay = z.infer<typeof DryStay>

/** What a dry run is asked for. */
export const DryRunRequest = z.object({
  /** Somebody who is there. */
  personId: Id.optional(),
  /** Or somebody made up for it. */
  person: z
    .object({
      email: z.string().trim().max(320).optional(),
      fields: z
        .record(z.string().max(255), z.union([z.string().max(5_000), z.number(), z.boolean(), z.null()]))
        .optional(),
      tags: z.array(z.string().trim().min(1).max(255)).max(50).optional(),
    })
    .optional(),
  /** The trigger by which they enter; the first one otherwise. */
  startStepId: Id.optional(),
  /** When they enter; now otherwise. */
  at: z.iso.datetime({ offset: true }).optional(),
  /** Exits chosen by hand, by step id. */
  choices: z.record(z.string(), z.string().max(255)).optional(),
})
/** What a dry run is asked for. */
export type DryRunRequest = z.infer<typeof DryRunRequest>

/** The calls about versions of a flow, and about trying it. */
export const versionCalls = {
  listFlowVersions: call({
    method: 'GET',
    path: '/v1/integrations/{id}/versions',
    scopes: ['flows:read'],
    params: FlowId,
    query: z.object(Paging),
    returns: z.object({ versions: z.array(Version) }),
    summary: 'Versions that a flow had while it was on, newest first',
    fail: "We couldn't retrieve your flow.",
    addition: true,
  }),
  getFlowVersion: call({
    method: 'GET',
    path: '/v1/integrations/{id}/versions/{version}',
    scopes: ['flows:read'],
    params: VersionOf,
    returns: z.object({ version: Version, drawing: Drawing }),
    summary: 'A version of a flow as it was drawn',
    fail: "We couldn't retrieve your flow.",
    addition: true,
  }),
  nameFlowVersion: call({
    method: 'PATCH',
    path: '/v1/integrations/{id}/versions/{version}',
    scopes: ['flows:write'],
    params: VersionOf,
    body: z.object({ name: z.string().trim().max(100).nullable() }),
    returns: z.object({ version: Version }),
    summary: 'Names a version of a flow',
    fail: 'Error while saving your flow.',
    addition: true,
  }),
  restoreFlowVersion: call({
    method: 'POST',
    path: '/v1/integrations/{id}/versions/{version}/restore',
    scopes: ['flows:write'],
    params: VersionOf,
    returns: z.object({ integration: Flow }),
    summary: 'Makes a flow what it was in a version; steps that were deleted come back as the same steps',
    fail: 'Error while saving your flow.',
    addition: true,
  }),
  dryRunFlow: call({
    method: 'POST',
    path: '/v1/integrations/{id}/dry-run',
    scopes: ['flows:read', 'people:read'],
    params: FlowId,
    body: DryRunRequest,
    returns: z.object({
      stays: z.array(DryStay),
      /** How it ended, in a sentence. */
      verdict: z.string(),
    }),
    summary: 'Takes a person through a flow as it is drawn, on a clock of its own; nothing is sent or written',
    fail: "We couldn't retrieve your flow.",
    addition: true,
  }),
}
