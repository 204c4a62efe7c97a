import { call, Id, list, MetricGrain, MetricPeriod, Time } from '@millrace/kit/contract'
import { z } from 'zod'

/** What somebody did in a flow: `reachedGoal` says the same as `goal`. */
export const FlowEventType = z.enum(['entered', 'goal', 'reachedGoal'])

/** Most flows that figures or people are asked for at once. */
export const MOST_FLOWS = 500

const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Use a date such as 2026-01-31.')
const FlowIds = list(Id).pipe(z.array(z.number()).max(MOST_FLOWS, `Ask for ${MOST_FLOWS} flows at the most.`))

/** A stretch of time: by its name, or `startDate` and `endDate` (both included), in days of a time zone. */
const Range = {
  period: MetricPeriod.optional(),
  startDate: Day.optional(),
  endDate: Day.optional(),
  /** The account's time zone unless told. */
  timezone: z.string().max(64).optional(),
}

const Figures = z.object({ entered: z.number(), reachedGoal: z.number() })
/** How many entered and how many reached a goal. */
export type FlowFigures = z.output<typeof Figures>

/** Figures of a slice of time that begins then. */
export const FlowPoint = Figures.extend({ at: Time })
/** Figures of a slice of time that begins then. */
export type FlowPoint = z.output<typeof FlowPoint>

/** Figures of flows over a stretch of time. */
export const FlowMetrics = z.object({
  from: Time,
  to: Time,
  /** Its first and last day. */
  startDate: z.string(),
  endDate: z.string(),
  timezone: z.string(),
  granularity: MetricGrain,
  sum: Figures,
  points: z.array(FlowPoint),
  /** The stretch before it; its sum goes as far as this one has come. Null where there is none. */
  before: z.object({ from: Time, to: Time, sum: Figures, points: z.array(FlowPoint) }).nullable(),
  flows: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      archived: z.boolean(),
      sum: Figures,
      before: Figures.nullable(),
      queued: z.number(),
    }),
  ),
})
/** Figures of flows over a stretch of time. */
export type FlowMetrics = z.output<typeof FlowMetrics>

/** A step on a flow's path with how many came to it. */
export const FunnelStep = z.object({
  id: z.number(),
  operationKey: z.string(),
  type: z.enum(['trigger', 'filter', 'action']),
  /** The step in words. */
  preview: z.string(),
  title: z.string().nullable(),
  entered: z.number(),
  /** Those who reached the goal, where it is one. */
  reachedGoal: z.number().nullable(),
  /** Who stand here now, and whose way broke off here. */
  queued: z.number(),
  failed: z.number(),
  /** The way that leads to it from the step before, where that one has several. */
  exit: z.string().nullable(),
})
/** A step on a flow's path with how many came to it. */
export type FunnelStep = z.output<typeof FunnelStep>

/** Somebody who entered a flow or reached its goal. */
export const FlowPersonEvent = z.object({
  id: z.string(),
  type: z.enum(['entered', 'goal']),
  createdAt: Time,
  /** `objectType` says what it takes, and so of what kind `person` is. */
  flow: z.object({ id: z.number(), name: z.string(), objectType: z.string() }),
  /** The goal's name. */
  goal: z.string().nullable(),
  person: z.object({ id: z.number(), name: z.string(), email: z.string().nullable() }),
})
/** Somebody who entered a flow or reached its goal. */
export type FlowPersonEvent = z.output<typeof FlowPersonEvent>

const read = { scopes: ['emailMetrics:read', 'flows:read'] } as const

/** Calls about the figures of flows. Fixed paths stand before `{id}`. */
export const metricsCalls = {
  measureFlows: call({
    method: 'GET',
    path: '/v1/integrations/metrics',
    ...read,
    query: z.object({
      ...Range,
      /** All flows that are not archived unless told. */
      flowIds: FlowIds.optional(),
      /** As the period's name suggests unless told; a long stretch is told more coarsely than asked. */
      granularity: MetricGrain.optional(),
    }),
    returns: z.object({ metrics: FlowMetrics }),
    summary: 'Who entered flows and reached their goals over time, with the time before to compare',
    fail: "We couldn't retrieve your flow metrics.",
    addition: true,
  }),
  countFlowsUniquePeople: call({
    method: 'GET',
    path: '/v1/integrations/people-counts-unique',
    ...read,
    query: z.object({ ...Range, flowIds: FlowIds.optional(), forceRefresh: z.string().optional() }),
    returns: z.object({
      metrics: z.record(z.string(), z.object({ peopleEnteredFlow: z.number(), peopleReachedGoal: z.number() })),
      /** Some are being counted: ask again. What is told meanwhile is what was counted last. */
      pending: z.boolean(),
      computeStartTime: Time.nullable(),
    }),
    summary: 'The same for whole flows, each person counted once. Needs period, startDate, endDate and flowIds',
    fail: "We couldn't retrieve your flow metrics.",
  }),
  listFlowPeopleEvents: call({
    method: 'GET',
    path: '/v1/integrations/people/events',
    scopes: ['emailMetrics:read', 'flows:read', 'people:read'],
    query: z.object({
      ...Range,
      flowIds: FlowIds.optional(),
      type: FlowEventType.default('entered'),
      limit: z.coerce.number<number>().int().min(1).max(100).default(100),
      /** Goes on behind what `next` said. */
      cursor: z.string().max(200).optional(),
    }),
    returns: z.object({ events: z.array(FlowPersonEvent), total: z.number(), next: z.string().nullable() }),
    summary: 'People who entered flows or reached their goals, latest first',
    fail: 'Error while retrieving people.',
  }),
  exportFlowPeopleEvents: call({
    method: 'GET',
    path: '/v1/integrations/people/events/export',
    scopes: ['people:export', 'emailMetrics:read', 'flows:read'],
    acts: true,
    query: z.object({
      ...Range,
      flowIds: FlowIds.optional(),
      type: FlowEventType.default('entered'),
      /** The caller unless told. */
      notifyEmail: z.string().max(320).optional(),
    }),
    returns: z.object({ message: z.string(), email: z.string().nullable(), jobId: z.number().nullable() }),
    summary:
      'Write them to a CSV file and mail a link to it; the same asked again while it is written is the same file',
    fail: 'Error while exporting people.',
  }),
  getFlowFunnel: call({
    method: 'GET',
    path: '/v1/integrations/{id}/funnel',
    ...read,
    params: z.object({ id: Id }),
    query: z.object({
      ...Range,
      /** The step that the path leads to; the goal that most reached unless told. */
      to: Id.optional(),
    }),
    returns: z.object({
      path: z.array(FunnelStep),
      /** Goals that a path can lead to. */
      goals: z.array(z.object({ id: z.number(), name: z.string() })),
    }),
    summary: 'How many came to each step on the way through a flow that most take, or that leads to a goal',
    fail: "We couldn't retrieve your flow metrics.",
    addition: true,
  }),
}
