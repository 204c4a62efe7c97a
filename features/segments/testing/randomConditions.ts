import fc from 'fast-check'
import type { Condition, Conditions, EventCondition, FieldCondition } from '../contract/index.ts'
import { OPERATORS, operatorsFor, PERIOD_UNITS, takesPeriod } from '../contract/index.ts'

/** Values that random people hold and random conditions ask for; they collide often, in several guises. */
export const VALUES = [
  'Trial', 'trial', 'Pro', 'pro plan', 'ÉTÉ', 'été', '', ' ', '5', '5.0', 5, 4.5, -3, '1e2', 100, '007', 'abc5', true, false,
  'true', 'no', '2026-03-09', '2026-03-10', '2026-03-10T08:30:00Z', '2026-03-10 23:30', '2026-03-01T12:00:00+02:00',
  '2026-02-30', '2025-12-31T23:59:59.999Z', '%', 'a_b', "o'hara", '"', '\\',
] as const // biome-ignore format: a table of values

/** Fields of random people, with their declared types. */
export const FIELDS = new Map<string, { type: string; format: string | null }>([
  ['plan', { type: 'string', format: null }],
  ['score', { type: 'number', format: null }],
  ['isOwner', { type: 'boolean', format: null }],
  ['trialEndsAt', { type: 'string', format: 'date-time' }],
  ['labels', { type: 'any', format: null }],
  ['address.city', { type: 'string', format: null }],
])

export const TAGS = ['vip', 'Webinar', 'beta']
export const EVENTS = [
  { name: 'Project created', kind: 'custom' },
  { name: 'Project deleted', kind: 'custom' },
  { name: 'Email opened', kind: 'email' },
  { name: 'Email clicked', kind: 'email' },
  { name: 'Pricing', kind: 'page' },
] as const

const period = fc.record({
  value: fc.integer({ min: 0, max: 40 }),
  unit: fc.constantFrom(...PERIOD_UNITS),
  direction: fc.constantFrom('ago' as const, 'ahead' as const),
})
const scalar = fc.constantFrom(...VALUES)
const value = fc.oneof({ weight: 3, arbitrary: scalar }, fc.array(scalar, { maxLength: 4 }))

const withOperator = (field: string, operators: readonly FieldCondition['condition'][]): fc.Arbitrary<FieldCondition> =>
  fc
    .constantFrom(...operators)
    .chain((condition) =>
      (takesPeriod(condition) ? period : value).map((value) => ({ type: 'field' as const, field, condition, value })),
    )

const core = fc.oneof(
  withOperator('email', operatorsFor('text')),
  withOperator('userId', operatorsFor('text')),
  withOperator('createdAt', operatorsFor('date')),
  withOperator('lastSeenAt', operatorsFor('date')),
  withOperator('unsubscribed', operatorsFor('boolean')),
)
const own = fc.constantFrom(...FIELDS.keys(), 'unheardOf').chain((field) => withOperator(field, OPERATORS))
const property = fc.constantFrom('amount', 'kind', 'nested.size').chain((field) => withOperator(field, OPERATORS))
const system: fc.Arbitrary<FieldCondition> = fc.oneof(
  fc.record({
    type: fc.constant('field' as const),
    field: fc.constantFrom('name', 'type'),
    condition: fc.constantFrom(
      'is' as const,
      'is not' as const,
      'is any of' as const,
      'contains' as const,
      'starts with' as const,
    ),
    value: fc.constantFrom<string | string[]>(
      'Project created',
      'project',
      'email opened',
      'email',
      ['Pricing', 'email clicked'],
      'page',
      'Unknown',
    ),
  }),
  withOperator('url', operatorsFor('text')),
  withOperator('data.emailId', operatorsFor('number')),
)
const operator = fc.constantFrom('and' as const, 'or' as const)
const groupOf = <T extends { type: string }>(one: fc.Arbitrary<T>) =>
  fc.record({ type: fc.constant('group' as const), operator, conditions: fc.array(one, { maxLength: 3 }) })
const nested = <T extends { type: string }>(one: fc.Arbitrary<T>) =>
  groupOf(fc.oneof({ weight: 4, arbitrary: one }, groupOf(one))) as unknown as fc.Arbitrary<
    EventCondition['systemConditions']
  >

const event: fc.Arbitrary<EventCondition> = fc.record(
  {
    type: fc.constant('event' as const),
    condition: fc.constantFrom('has' as const, 'has not' as const),
    systemConditions: nested(system),
    propertiesConditions: nested(property),
    frequencyCondition: fc.record({
      type: fc.constant('frequencyCondition' as const),
      condition: fc.constantFrom('is more than' as const, 'is less than' as const, 'at least' as const),
      value: fc.integer({ min: 0, max: 4 }),
    }),
    recencyCondition: fc.oneof(
      fc.record({
        type: fc.constant('recencyCondition' as const),
        condition: fc.constantFrom(
          'after' as const,
          'before' as const,
          'on' as const,
          'is any' as const,
          'is empty' as const,
        ),
        value: fc.constantFrom('2026-03-09', '2026-03-10T08:30:00Z', 'nonsense'),
      }),
      fc.record({
        type: fc.constant('recencyCondition' as const),
        condition: fc.constantFrom('after period' as const, 'before period' as const, 'on period' as const),
        value: period,
      }),
    ),
  },
  { requiredKeys: ['type', 'condition', 'systemConditions'] },
)

const { group } = fc.letrec<{ group: Conditions; one: Condition }>((tie) => ({
  group: fc.record({
    type: fc.constant('group' as const),
    operator,
    conditions: fc.array(tie('one'), { maxLength: 4, depthIdentifier: 'tree' }),
  }),
  one: fc.oneof(
    { depthIdentifier: 'tree', maxDepth: 3 },
    { weight: 4, arbitrary: own },
    { weight: 2, arbitrary: core },
    { weight: 3, arbitrary: event },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant('tag' as const),
        value: fc.constantFrom('vip', 'WEBINAR', 'beta', 'nobody'),
        condition: fc.constantFrom('has' as const, 'has not' as const),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('segment' as const),
        value: fc.constantFrom(500, 501, 999),
        condition: fc.constantFrom('in' as const, 'not in' as const),
      }),
    },
    { weight: 2, arbitrary: tie('group') },
  ),
}))

/** Random trees of every kind that needs no other feature. */
export const randomConditions: fc.Arbitrary<Conditions> = group
