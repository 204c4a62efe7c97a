import { z } from 'zod'
import { upgradeConditions } from './earlierForm.ts'
import { NUMBER_OPERATORS, OPERATORS, PERIOD_UNITS, TIME_OPERATORS } from './operators.ts'

const uuid = z.string().max(64).optional()

/** A stretch of time counted from now; into the past unless it says `ahead`. */
export const Period = z.object({
  value: z.number().int().min(0).max(100_000),
  unit: z.enum(PERIOD_UNITS),
  direction: z.enum(['ago', 'ahead']).optional(),
})
/** A stretch of time counted from now. */
export type Period = z.infer<typeof Period>

const Scalar = z.union([z.string().max(5000), z.number(), z.boolean()])

/** What a condition compares with: one value, a list of them, or a period. */
export const ConditionValue = z.union([Scalar, z.array(Scalar).max(1000), Period])
/** What a condition compares with. */
export type ConditionValue = z.infer<typeof ConditionValue>

/** A person's field, or a field of an event. */
export const FieldCondition = z.object({
  type: z.literal('field'),
  uuid,
  field: z.string().min(1).max(255),
  condition: z.enum(OPERATORS),
  value: ConditionValue.nullish(),
})
/** A person's field, or a field of an event. */
export type FieldCondition = z.infer<typeof FieldCondition>

/** Has or has not a tag, by its name. */
export const TagCondition = z.object({
  type: z.literal('tag'),
  uuid,
  value: z.string().min(1).max(255),
  condition: z.enum(['has', 'has not']),
})
/** Has or has not a tag. */
export type TagCondition = z.infer<typeof TagCondition>

/** A group of conditions on one event. */
export type EventGroup = {
  type: 'group'
  uuid?: string
  operator: 'and' | 'or'
  conditions: (FieldCondition | EventGroup)[]
}
/** A group of conditions on one event. */
export const EventGroup: z.ZodType<EventGroup, EventGroup> = z.lazy(() =>
  z.object({
    type: z.literal('group'),
    uuid,
    operator: z.enum(['and', 'or']),
    conditions: z.array(z.union([FieldCondition, EventGroup])).max(100),
  }),
)

/** How often. */
export const FrequencyCondition = z.object({
  type: z.literal('frequencyCondition'),
  condition: z.enum(NUMBER_OPERATORS),
  value: z.coerce.number<number>().int().min(0).max(100_000),
})
/** How often. */
export type FrequencyCondition = z.infer<typeof FrequencyCondition>

/** When. */
export const RecencyCondition = z.object({
  type: z.literal('recencyCondition'),
  condition: z.enum(TIME_OPERATORS),
  value: z.union([z.string().max(64), Period]).nullish(),
})
/** When. */
export type RecencyCondition = z.infer<typeof RecencyCondition>

/**
 * Has or has not done something. `systemConditions` compare the event's `type` (page, email, custom), `url`, `name` and
 * `data.emailId`; `propertiesConditions` its properties, a dot leading into nested ones.
 */
export const EventCondition = z.object({
  type: z.literal('event'),
  uuid,
  condition: z.enum(['has', 'has not']),
  systemConditions: EventGroup,
  propertiesConditions: EventGroup.nullish(),
  frequencyCondition: FrequencyCondition.nullish(),
  recencyCondition: RecencyCondition.nullish(),
})
/** Has or has not done something. */
export type EventCondition = z.infer<typeof EventCondition>

/** Is or is not in another segment. */
export const SegmentCondition = z.object({
  type: z.literal('segment'),
  uuid,
  value: z.coerce.number<number>().int().positive(),
  condition: z.enum(['in', 'not in']),
})
/** Is or is not in another segment. */
export type SegmentCondition = z.infer<typeof SegmentCondition>

/** Has or has not reached a goal, by its step. */
export const GoalCondition = z.object({
  type: z.literal('goal'),
  uuid,
  value: z.coerce.number<number>().int().positive(),
  condition: z.enum(['in', 'not in']),
})
/** Has or has not reached a goal. */
export type GoalCondition = z.infer<typeof GoalCondition>

/** Has so many associated objects. */
export type AssociationCondition = {
  type: 'association'
  uuid?: string
  value: string | number
  condition: {
    type: 'is more than' | 'is less than' | 'at least' | 'any' | 'none' | 'exactly'
    value?: number
  }
  associationConditions?: ConditionGroup | null
}

/** Conditions joined by `and` or `or`; an empty group is true. */
export type ConditionGroup = { type: 'group'; uuid?: string; operator: 'and' | 'or'; conditions: Condition[] }

/** One condition of the language. */
export type Condition =
  | ConditionGroup
  | FieldCondition
  | TagCondition
  | EventCondition
  | SegmentCondition
  | GoalCondition
  | AssociationCondition

/** Has so many associated objects, which meet conditions of their own. */
export const AssociationCondition = z.object({
  type: z.literal('association'),
  uuid,
  value: z.union([z.string().max(255), z.number()]),
  condition: z.object({
    type: z.enum(['is more than', 'is less than', 'at least', 'any', 'none', 'exactly']),
    value: z.number().int().min(0).optional(),
  }),
  get associationConditions(): z.ZodOptional<z.ZodNullable<z.ZodType<ConditionGroup, ConditionGroup>>> {
    return ConditionGroup.nullish()
  },
})

const group = z.object({
  type: z.literal('group'),
  uuid,
  operator: z.enum(['and', 'or']),
  get conditions(): z.ZodArray<z.ZodType<Condition, Condition>> {
    return z.array(Condition).max(200)
  },
})

/** Conditions joined by `and` or `or`. */
export const ConditionGroup: z.ZodType<ConditionGroup, ConditionGroup> = group

/** One condition of the language. */
export const Condition: z.ZodType<Condition, Condition> = z.discriminatedUnion('type', [
  group,
  FieldCondition,
  TagCondition,
  EventCondition,
  SegmentCondition,
  GoalCondition,
  AssociationCondition,
])

const DEEPEST = 16

const depthOf = (value: unknown, depth = 0): number => {
  if (depth > DEEPEST || value === null || typeof value !== 'object') return depth
  return Math.max(
    depth,
    ...['conditions', 'systemConditions', 'propertiesConditions', 'associationConditions'].map((name) => {
      const inner = (value as Record<string, unknown>)[name]
      if (Array.isArray(inner)) return inner.reduce((most: number, one) => Math.max(most, depthOf(one, depth + 1)), 0)
      return depthOf(inner, depth + 1)
    }),
  )
}

/** The conditions of a segment, a filter or a trigger: a group at the top, groups nested up to 16 deep. Version 1 is read, version 2 is what comes out. */
export const Conditions: z.ZodType<ConditionGroup, ConditionGroup> = z.preprocess((value, context) => {
  if (depthOf(value) <= DEEPEST) return upgradeConditions(value)
  context.addIssue({ code: 'custom', message: 'The conditions are nested too deep.' })
  return z.NEVER
}, ConditionGroup) as unknown as z.ZodType<ConditionGroup, ConditionGroup>
/** The conditions of a segment, a filter or a trigger. */
export type Conditions = ConditionGroup
