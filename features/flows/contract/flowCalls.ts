import { FolderFilter } from '@millrace/folders/contract'
import { call, Id, list, Paging, ShareToken, ShortId } from '@millrace/kit/contract'
import { z } from 'zod'
import { FlowLife } from './changeCalls.ts'
import { Copied, Flow, FlowData, FlowGoalMetrics, FlowRow, FlowStatus, HistoryEvent, Problem } from './flow.ts'
import { FlowSegment } from './shareCalls.ts'

const FlowId = z.object({ id: Id })
const read = { auth: 'member-or-share', scopes: ['flows:read'] } as const
const Named = z.object({ id: z.number(), name: z.string() })
const Narrowed = { archived: z.enum(['true', 'false']).optional(), folder: FolderFilter.optional() }
const Days = z.coerce.number<number>().int().min(1).max(366).default(30)
const Color = z.string().regex(/^#[0-9a-f]{6}$/i, 'Use a colour such as #3e63dd.')
const FlowName = z.string().trim().max(255)

/** Calls about flows as wholes. Fixed paths stand before `{id}`. */
export const flowCalls = {
  listFlows: call({
    method: 'GET',
    path: '/v1/integrations',
    scopes: ['flows:read'],
    query: z.object({
      ...Paging,
      ...Narrowed,
      /** Part of a name. */
      search: z.string().max(200).optional(),
      /** A draft never ran; paused ones did. */
      state: z.enum(['active', 'paused', 'draft']).optional(),
      sort: z.enum(['updatedAt', 'createdAt', 'name']).optional(),
      order: z.enum(['asc', 'desc']).optional(),
      /** Goes on behind what `next` said, in the same order. */
      cursor: z.string().max(1000).optional(),
    }),
    returns: z.object({
      integrations: z.array(FlowRow),
      /** How many there are in all pages together. */
      total: z.number(),
      next: z.string().nullable(),
      /** All flows of the account, whatever was asked for. */
      counts: z.object({ current: z.number(), archived: z.number() }),
    }),
    summary: 'Flows, newest change first, 50 at a time',
    fail: "We couldn't retrieve your flows. ",
  }),
  listFlowNames: call({
    method: 'GET',
    path: '/v1/integrations/names',
    scopes: ['flows:read'],
    returns: z.object({ integrations: z.array(Named.extend({ archived: z.boolean(), objectType: z.string() })) }),
    summary: 'Names of all flows',
    fail: "We couldn't retrieve your flows. ",
  }),
  listGeneratedFlows: call({
    method: 'GET',
    path: '/v1/integrations/ai-generated',
    scopes: ['flows:read'],
    returns: z.object({
      integrations: z.array(
        Named.extend({
          /** The first mail that it sends; null where it sends none. */
          aiGeneratedEmailText: z.object({ subject: z.string(), text: z.string() }).nullable(),
        }),
      ),
    }),
    summary: 'Flows that were written for the account, oldest first',
    fail: "We couldn't retrieve your AI generated flows. ",
  }),
  countFlowsPeople: call({
    method: 'GET',
    path: '/v1/integrations/people-counts',
    scopes: ['flows:read'],
    query: z.object({
      days: Days,
      flowIds: list(Id).optional(),
    }),
    returns: z.object({ metrics: z.record(z.string(), FlowGoalMetrics) }),
    summary: 'Who entered flows and reached their goals, by flow id',
    fail: "We couldn't retrieve your flow metrics.",
  }),
  sumFlowsPeople: call({
    method: 'GET',
    path: '/v1/integrations/people-counts-sum',
    scopes: ['flows:read'],
    query: z.object({ days: Days, ...Narrowed }),
    returns: z.object({ metrics: FlowGoalMetrics }),
    summary: 'The same of all flows of a folder, or of the account, together',
    fail: "We couldn't retrieve your flow metrics.",
    addition: true,
  }),
  createFlow: call({
    method: 'POST',
    path: '/v1/integrations',
    scopes: ['flows:write'],
    query: z.object({
      source: Id.optional(),
      recipe: z.string().optional(),
      'target-account': ShortId.optional(),
      ...ShareToken,
    }),
    body: z
      .object({
        name: FlowName.optional(),
        /** What it takes: `person` unless told, `company` or the name of another kind of objects. */
        objectType: z.string().max(255).optional(),
      })
      .optional(),
    returns: z.object({ integration: Flow, copied: Copied.optional() }),
    summary:
      'Create a flow by name, of a recipe, or as a copy of one (source), here or in another account of the member',
    fail: "We couldn't create your flow.",
  }),
  getFlow: call({
    method: 'GET',
    path: '/v1/integrations/{id}',
    ...read,
    params: FlowId,
    query: z.object(ShareToken),
    returns: z.object({ integration: Flow }),
    summary: 'One flow with its steps, links and decorations',
    fail: "We couldn't retrieve your flow.",
  }),
  updateFlow: call({
    method: 'PATCH',
    path: '/v1/integrations/{id}',
    scopes: ['flows:write'],
    params: FlowId,
    body: z.object({
      id: Id.optional(),
      name: FlowName.optional(),
      status: FlowStatus.optional(),
      /** With status `on`: what becomes of those whose time came while the flow was off. They go on, or leave it. */
      overdue: z.enum(['go-on', 'leave']).optional(),
      data: FlowData.partial().optional(),
      archived: z.boolean().optional(),
      color: Color.nullable().optional(),
      /** True archives it and takes it out of all lists. */
      deleted: z.literal(true).optional(),
    }),
    returns: z.object({ integration: Flow }),
    summary: 'Change a flow; status `on` checks everything first and lists all problems as issues (422)',
    fail: "We couldn't update your flow.",
  }),
  getFlowPeopleCounts: call({
    method: 'GET',
    path: '/v1/integrations/{id}/people-counts',
    scopes: ['flows:read'],
    params: FlowId,
    query: z.object({
      /** A name for the tab that looks, by which others see that a member has the flow open. */
      client: z.string().max(60).optional(),
      /** The step that is open there. */
      stepId: Id.optional(),
    }),
    returns: z.object({ integration: FlowLife }),
    summary: 'People at every step of a flow, its revision, and who has it open',
    fail: "We couldn't retrieve your flow metrics.",
  }),
  getFlowHistory: call({
    method: 'GET',
    path: '/v1/integrations/{id}/history',
    scopes: ['flows:read'],
    params: FlowId,
    query: z.object({
      limit: z.coerce.number<number>().int().min(1).max(100).default(100),
      cursor: z.string().optional(),
      stepId: Id.optional(),
      /** Only who came and left, only for whom a step failed, or only what members did and what befell the flow. */
      about: z.enum(['people', 'failed', 'flow']).optional(),
      /** Only what happened to one of those who went through it. */
      personId: Id.optional(),
    }),
    returns: z.object({ history: z.array(HistoryEvent), paging: z.object({ after: z.string().nullable() }) }),
    summary: 'What happened in a flow, newest first',
    fail: "We couldn't retrieve your flow.",
  }),
  getFlowProblems: call({
    method: 'GET',
    path: '/v1/integrations/{id}/problems',
    scopes: ['flows:read'],
    params: FlowId,
    /** With `aside`, also what is wrong with steps that nobody can come to, which keeps nothing from running. */
    query: z.object({ aside: z.enum(['true', 'false']).optional() }),
    returns: z.object({ problems: z.array(Problem) }),
    summary: 'What would keep a flow from being switched on',
    fail: "We couldn't retrieve your flow.",
    addition: true,
  }),
  getFlowEmails: call({
    method: 'GET',
    path: '/v1/integrations/{id}/emails',
    ...read,
    params: FlowId,
    query: z.object(ShareToken),
    returns: z.object({ emails: z.array(Named) }),
    summary: 'Emails that a flow uses',
    fail: "We couldn't retrieve emails. ",
  }),
  getFlowSegments: call({
    method: 'GET',
    path: '/v1/integrations/{id}/segments',
    ...read,
    params: FlowId,
    query: z.object(ShareToken),
    returns: z.object({ segments: z.array(FlowSegment) }),
    summary: 'Segments that a flow uses',
    fail: "We couldn't retrieve segments. ",
  }),
  getFlowAttached: call({
    method: 'GET',
    path: '/v1/integrations/{id}/attached',
    ...read,
    params: FlowId,
    query: z.object(ShareToken),
    returns: z.object({
      emails: z.array(Named),
      segments: z.array(Named),
      fields: z.array(z.object({ name: z.string(), title: z.string() })),
      tags: z.array(z.string()),
    }),
    summary: 'Emails, segments, fields and tags that a flow uses',
    fail: "We couldn't retrieve flow resources. ",
  }),
  endFlowForPerson: call({
    method: 'DELETE',
    path: '/v1/integrations/{flowId}/end/{objectId}',
    scopes: ['flows:write'],
    params: z.object({ flowId: Id, objectId: Id }),
    status: 204,
    summary: 'Remove a person from a flow',
    fail: "Couldn't end flow. ",
  }),
}
