import { Time } from '@millrace/kit/contract'
import { z } from 'zod'

/** Where a flow stands: running, switched off by a member, by the platform, or because a service's sign-in ran out. */
export const FlowStatus = z.enum(['on', 'deactivated-user', 'deactivated', 'deactivated-expired-auth'])
/** Where a flow stands. */
export type FlowStatus = z.output<typeof FlowStatus>

/** What a flow is called where nobody named it. */
export const UNNAMED_FLOW = 'Unnamed Flow'

const Coordinate = z.number().min(-1_000_000).max(1_000_000)
/** A place on the canvas. */
export const Coordinates = z.object({ x: Coordinate, y: Coordinate })

/** People at a step: all that ever entered, and those waiting there now. */
export const PeopleCounts = z.object({ entered: z.number(), queued: z.number() })
/** People at a step. */
export type PeopleCounts = z.output<typeof PeopleCounts>

const MustConfig = z.object({ configStep: z.boolean(), mapInputFields: z.boolean(), mapOutputFields: z.boolean() })

/** What a step carries besides its settings. */
export const StepData = z.object({
  editor: z.object({ coordinates: Coordinates, mustConfig: MustConfig }),
  peopleCounts: PeopleCounts,
  /** A name that a member gave the step. */
  title: z.string().nullable(),
  isDuplicate: z.boolean(),
  /** Runs that stopped here because the step failed. */
  failed: z.number(),
})

/** The settings of a step: `values`, described by the JSON schema `schema`. */
export const Fields = z.object({
  schema: z.record(z.string(), z.unknown()),
  values: z.record(z.string(), z.unknown()),
})

/** A step as it is read. */
export const Step = z.object({
  id: z.number(),
  integrationId: z.number(),
  type: z.enum(['trigger', 'filter', 'action']),
  serviceId: z.string(),
  operationKey: z.string(),
  inputFields: Fields,
  outputFields: Fields,
  data: StepData,
  displayLabel: z.string(),
  description: z.string(),
  /** The step in one line, without names of emails and segments. */
  preview: z.string(),
  producesEndUsers: z.boolean(),
  consumesEndUsers: z.boolean(),
  /** Names that links out of it may carry as `data.condition`; empty: one plain way out. */
  linkConditions: z.array(z.string()),
  service: z.object({ id: z.string(), humanName: z.string() }),
  createdAt: Time,
  updatedAt: Time,
})
/** A step as it is read. */
export type Step = z.output<typeof Step>

/** The way from one step to the next. */
export const Link = z.object({
  id: z.number(),
  integrationId: z.number(),
  source: z.number(),
  target: z.number(),
  data: z.object({
    /** Which exit of the source it leaves by; null is the plain way out. */
    condition: z.string().nullable(),
    /** People already past the source go this way when the flow is switched on. */
    retriggerObjectsUponActivation: z.boolean(),
  }),
})
/** The way from one step to the next. */
export type Link = z.output<typeof Link>

/** A note or an annotation on the canvas. */
export const Decoration = z.object({
  id: z.number(),
  integrationId: z.number(),
  type: z.enum(['annotation', 'note']),
  text: z.string(),
  fontSize: z.number(),
  coordinates: Coordinates,
  dimensions: z.object({ width: z.number(), height: z.number() }),
})
/** A note or an annotation on the canvas. */
export type Decoration = z.output<typeof Decoration>

/** At most once in so long. */
export const EntryPeriod = z.object({
  value: z.coerce
    .number<number>()
    .int('Use a whole number.')
    .min(1, 'Use at least 1.')
    .max(10_000, 'That is too long.'),
  unit: z.enum(['minutes', 'hours', 'days']),
})
/** At most once in so long. */
export type EntryPeriod = z.output<typeof EntryPeriod>

/** How often a person may enter. */
export const FlowData = z.object({ canEnterOnce: z.boolean(), canEnterOncePerPeriod: EntryPeriod.nullable() })
/** How often a person may enter. */
export type FlowData = z.output<typeof FlowData>

/** What every form of a flow carries. */
export const FlowHead = z.object({
  id: z.number(),
  name: z.string(),
  status: FlowStatus,
  /** What it takes: `person`, `company` or the name of another kind of objects. It stays what it is made with. */
  objectType: z.string(),
  /** `#rrggbb`; null has none. */
  color: z.string().nullable(),
  recipe: z.string().nullable(),
  aiGenerated: z.boolean(),
  archived: z.boolean(),
  data: FlowData,
  createdAt: Time,
  updatedAt: Time,
  lastSaved: Time,
  /** When it was last switched on; null is a draft that never ran. */
  activatedAt: Time.nullable(),
  updatedBy: z.object({ id: z.number(), name: z.string() }).nullable(),
})
/** What every form of a flow carries. */
export type FlowHead = z.output<typeof FlowHead>

/** A flow with its graph. */
export const Flow = FlowHead.extend({
  steps: z.record(z.string(), Step),
  links: z.array(Link),
  decorations: z.array(Decoration),
  /** How many times its plan changed while it was on. */
  version: z.number(),
  /** Moves with every edit. */
  revision: z.number(),
})
/** A flow with its graph. */
export type Flow = z.output<typeof Flow>

/** A flow in the list. */
export const FlowRow = FlowHead.extend({
  stepCount: z.number(),
  /** Its triggers, for a line of words. */
  triggers: z.array(Step),
  /** Emails that it sends. */
  emailIds: z.array(z.number()),
  /** People waiting in it now. */
  queued: z.number(),
})
/** A flow in the list. */
export type FlowRow = z.output<typeof FlowRow>

/** Who entered and who reached a goal, in a stretch of time. */
export const FlowGoalMetrics = z.object({
  peopleEnteredFlow: z.number(),
  peopleReachedGoal: z.number(),
  queued: z.number(),
  /** The stretch of the same length before it. */
  before: z.object({ peopleEnteredFlow: z.number(), peopleReachedGoal: z.number() }),
  /** By day, oldest first, days without anyone included. */
  days: z.array(z.object({ date: z.string(), entered: z.number(), reachedGoal: z.number() })),
})
/** Who entered and who reached a goal, in a stretch of time. */
export type FlowGoalMetrics = z.output<typeof FlowGoalMetrics>

/** One thing that keeps a flow from running as drawn. */
export const Problem = z.object({
  /** A fixed name for it: `no-trigger`, `no-way-out`, `not-configured`, `not-reached`, `unknown-email`, `unverified-sender`, … */
  code: z.string(),
  message: z.string(),
  /** Which step; null is the flow itself. */
  stepId: z.number().nullable(),
  /** Which setting of the step, where it is one. */
  field: z.string().nullable(),
})
/** One thing that keeps a flow from running as drawn. */
export type Problem = z.output<typeof Problem>

/** One line of a flow's history. */
export const HistoryEvent = z.object({
  id: z.string(),
  createdAt: Time,
  /** `entered` and `left` are visits; the others are what members did to the flow. */
  type: z.enum([
    'entered',
    'left',
    'failed',
    'created',
    'edited',
    'activated',
    'deactivated',
    'archived',
    'restored',
    'version-restored',
    'step-failed',
    'step-retried',
    'shared',
  ]),
  stepId: z.number().nullable(),
  /** Which way out. */
  exit: z.string().nullable(),
  error: z.string().nullable(),
  person: z.object({ id: z.number(), email: z.string().nullable(), name: z.string() }).nullable(),
  member: z.object({ id: z.number(), name: z.string() }).nullable(),
})
/** One line of a flow's history. */
export type HistoryEvent = z.output<typeof HistoryEvent>

/** A person at a step. */
export const StepPerson = z.object({
  id: z.number(),
  email: z.string().nullable(),
  name: z.string(),
  runId: z.number(),
  enteredAt: Time,
  /** When a waiting person goes on. */
  dueAt: Time.nullable(),
  leftAt: Time.nullable(),
  exit: z.string().nullable(),
  error: z.string().nullable(),
})
/** A person at a step. */
export type StepPerson = z.output<typeof StepPerson>

/** Which people of a step: all that came, those waiting now, those whose run failed there. */
export const StepPeopleState = z.enum(['entered', 'queued', 'failed'])

/** What a copy or a recipe brought besides the flow; what was there already and means the same is not listed. */
export const Copied = z.object({
  emails: z.array(z.object({ id: z.number(), name: z.string() })),
  segments: z.array(z.object({ id: z.number(), name: z.string() })),
  fields: z.array(z.object({ name: z.string(), title: z.string() })),
  tags: z.array(z.string()),
  /** What could not be carried, in sentences. */
  dropped: z.array(z.string()),
})
/** What a copy or a recipe brought besides the flow. */
export type Copied = z.output<typeof Copied>
