import fc from 'fast-check'
import { type DrawnStep, fieldIs } from './drawn.ts'

/** What goals and waits look out for. */
export type Wanted = { plan: string } | { tag: string } | { event: 'A' | 'B' }

/** By whose clock. */
export type Whose = 'account' | 'person'

/** From a minute of the day to another one, on some days of the week. */
export type Window = { from: number; to: number; weekdays: number[]; whose: Whose }

/** A step of the model. */
export type RandomStep =
  /** With `hasKey` people enter once for each value of the event's property "order". */
  | { kind: 'trigger'; event: 'A' | 'B'; hasKey?: boolean }
  /** So many hours before (negative) or after the date that the person carries. */
  | { kind: 'at-date'; hours: number }
  /** At a time of the day, so many days before (negative) or after that date's. */
  | { kind: 'at-day'; days: number; minuteOfDay: number }
  /** Every year on that date's day. */
  | { kind: 'yearly'; minuteOfDay: number }
  /** At a minute after the start, those who have a tag. */
  | { kind: 'at-time'; minute: number; tag: string }
  /** Every day, or every other, on some days of the week. */
  | { kind: 'daily'; every: number; minuteOfDay: number; weekdays: number[]; tag: string }
  | { kind: 'condition'; plan: string }
  | { kind: 'has-tag'; tag: string }
  /** `tag` names the segment of those who have the tag; nested, the segment of those who are in that one. */
  | { kind: 'segment'; tag: string; isNested: boolean }
  | { kind: 'tag'; tag: string; isAdded: boolean }
  | { kind: 'field'; plan: string; copies: boolean }
  /** Within a window, mails wait at the step until it opens. */
  | { kind: 'send'; onlyOnce: boolean; window?: Window | null }
  | { kind: 'wait'; minutes: number }
  /** The same time of day some days later. */
  | { kind: 'days'; days: number }
  | { kind: 'time'; minuteOfDay: number; weekdays: number[]; whose: Whose }
  | { kind: 'goal'; wanted?: Wanted; isPulling?: boolean }
  | { kind: 'end' }
  | { kind: 'wait-for'; wanted: Wanted; minutes: number }
  /** Until a minute after the start. */
  | { kind: 'until'; minute: number }
  /** So many hours before (negative) or after the date that the person carries. */
  | { kind: 'date'; hours: number }
  | { kind: 'score'; by: 'points' | 'add' | 'multiply' | 'set'; value: number }
  | { kind: 'scored'; moreThan: number }
  | { kind: 'ab'; weights: [number, number] }
  | { kind: 'page'; within: number | null }
  | { kind: 'opened' }
  | { kind: 'archive' }

const PLANS = ['free', 'pro']
const TAGS = ['red', 'blue']
const whose = fc.constantFrom<Whose>('account', 'person')
const weekdays = fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 })
// Often in the night, when clocks are set.
const minuteOfDay = fc.oneof(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 60, max: 200 }))
const is = <K extends RandomStep['kind']>(kind: K) => fc.constant(kind)

/** Triggers by the clock. */
export type ClockTrigger = Extract<RandomStep, { kind: 'at-date' | 'at-day' | 'yearly' | 'at-time' | 'daily' }>

const CLOCK_TRIGGERS = new Set<RandomStep['kind']>(['at-date', 'at-day', 'yearly', 'at-time', 'daily'])

/** Whether the clock lets people in by a step. */
export const isClockTrigger = (step: RandomStep): step is ClockTrigger => CLOCK_TRIGGERS.has(step.kind)

/** Whether people enter by a step. */
export const isTrigger = (step: RandomStep): boolean => step.kind === 'trigger' || isClockTrigger(step)

/** Triggers by the clock. */
export const TIMED: fc.Arbitrary<RandomStep> = fc.oneof(
  fc.record({ kind: is('at-date'), hours: fc.constantFrom(-30, -2, 3, 50) }),
  fc.record({ kind: is('at-day'), days: fc.integer({ min: -2, max: 2 }), minuteOfDay }),
  fc.record({ kind: is('yearly'), minuteOfDay }),
  fc.record({ kind: is('at-time'), minute: fc.integer({ min: 1, max: 9000 }), tag: fc.constantFrom(...TAGS) }),
  fc.record({
    kind: is('daily'),
    every: fc.constantFrom(1, 2),
    minuteOfDay,
    weekdays,
    tag: fc.constantFrom(...TAGS),
  }),
)

/** Steps that do what they do at once, or after a time. */
export const PLAIN: fc.Arbitrary<RandomStep>[] = [
  fc.record({ kind: is('condition'), plan: fc.constantFrom(...PLANS, 'pro!') }),
  fc.record({ kind: is('has-tag'), tag: fc.constantFrom(...TAGS) }),
  fc.record({ kind: is('segment'), tag: fc.constantFrom(...TAGS), isNested: fc.boolean() }),
  fc.record({ kind: is('tag'), tag: fc.constantFrom(...TAGS), isAdded: fc.boolean() }),
  fc.record({ kind: is('field'), plan: fc.constantFrom(...PLANS), copies: fc.boolean() }),
  fc.record({ kind: is('send'), onlyOnce: fc.boolean() }),
  fc.record({ kind: is('wait'), minutes: fc.integer({ min: 300, max: 3000 }) }),
  fc.record({
    kind: is('time'),
    minuteOfDay,
    weekdays,
    whose,
  }),
  fc.constant({ kind: 'goal' as const }),
  fc.constant({ kind: 'end' as const }),
]

const told: fc.Arbitrary<Wanted> = fc.oneof(
  fc.record({ plan: fc.constantFrom(...PLANS) }),
  fc.record({ tag: fc.constantFrom(...TAGS) }),
)

/** Steps that look out for something, reckon, ask about what was done, or choose. */
export const RICH: fc.Arbitrary<RandomStep>[] = [
  ...PLAIN,
  fc.record({ kind: is('goal'), wanted: told, isPulling: fc.boolean() }),
  fc.record({ kind: is('goal'), wanted: told, isPulling: fc.boolean() }),
  fc.record({
    kind: is('wait-for'),
    wanted: fc.oneof(told, fc.record({ event: fc.constantFrom<'A' | 'B'>('A', 'B') })),
    minutes: fc.integer({ min: 300, max: 3000 }),
  }),
  fc.record({
    kind: is('send'),
    onlyOnce: fc.boolean(),
    window: fc.record({ from: minuteOfDay, to: minuteOfDay, weekdays, whose }),
  }),
  fc.record({ kind: is('days'), days: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: is('until'), minute: fc.integer({ min: 1, max: 9000 }) }),
  fc.record({ kind: is('date'), hours: fc.integer({ min: -48, max: 48 }) }),
  fc.record({
    kind: is('score'),
    by: fc.constantFrom('points' as const, 'add' as const, 'multiply' as const, 'set' as const),
    value: fc.constantFrom(-3, 2, 5),
  }),
  fc.record({ kind: is('scored'), moreThan: fc.constantFrom(-1, 0, 4) }),
  fc.record({ kind: is('ab'), weights: fc.constantFrom<[number, number]>([50, 50], [90, 10], [0, 5]) }),
  fc.record({ kind: is('page'), within: fc.constantFrom<number | null>(null, 1, 4) }),
  fc.constant({ kind: 'opened' as const }),
  fc.constant({ kind: 'archive' as const }),
]

/** How a step may be left. */
export const exitsOf = ({ kind }: RandomStep): (string | undefined)[] => {
  if (kind === 'end' || kind === 'archive') return []
  if (kind === 'ab') return ['A', 'B']
  if (kind === 'wait-for') return ['happened', 'timed out']
  return ['condition', 'has-tag', 'segment', 'scored', 'page', 'opened'].includes(kind) ? ['yes', 'no'] : [undefined]
}

/** Whether everybody who comes to a step is held there for a time. */
export const isWait = ({ kind }: RandomStep): boolean => kind === 'wait' || kind === 'time' || kind === 'days'

/** Ids of the segments of those who have a tag, and of those who are in that segment. */
export type TagSegments = Record<string, { plain: number; nested: number }>

const pad = (number: number) => String(number).padStart(2, '0')
const timeOf = (minute: number) => `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`

const group = (...conditions: object[]) => ({ type: 'group', operator: 'and', conditions })

const conditionsOf = (wanted: Wanted) => {
  if ('plan' in wanted) return fieldIs('plan', wanted.plan)
  if ('tag' in wanted) return group({ type: 'tag', value: wanted.tag, condition: 'has' })
  const named = group({ type: 'field', field: 'name', condition: 'is', value: wanted.event })
  return group({ type: 'event', condition: 'has', systemConditions: named })
}

const offsetOf = (hours: number) => {
  const direction = hours < 0 ? 'before' : 'after'
  return { value: Math.abs(hours), unit: 'hours', direction: hours ? direction : 'on' }
}

const dayOffset = (days: number) => ({
  value: Math.abs(days),
  unit: 'days',
  direction: days ? (days < 0 ? 'before' : 'after') : 'on',
})

const scoring = ({ by, value }: Extract<RandomStep, { kind: 'score' }>): DrawnStep =>
  by === 'points'
    ? ['/lead-score', { points: value }]
    : ['/change-numeric-field', { field: 'leadScore', by, value: String(value) }]

type Drawers = { [K in RandomStep['kind']]: (step: Extract<RandomStep, { kind: K }>) => DrawnStep }

const drawers = (segments: TagSegments, start: number): Drawers => ({
  trigger: ({ event, hasKey }) => ['/event', { eventName: event, ...(hasKey && { key: 'order' }) }],
  'at-date': ({ hours }) => ['/date-field', { field: 'when', offset: offsetOf(hours) }],
  'at-day': ({ days, minuteOfDay: at }) => ['/date-field', { field: 'when', offset: dayOffset(days), at: timeOf(at) }],
  yearly: ({ minuteOfDay: at }) => ['/annual', { field: 'when', at: timeOf(at) }],
  'at-time': ({ minute, tag }) => [
    '/time',
    { at: new Date(start + minute * 60_000).toISOString(), segmentId: segments[tag]?.plain },
  ],
  daily: ({ every, minuteOfDay: at, weekdays: on, tag }) => [
    '/recurring-time',
    { every: { value: every, unit: 'days' }, weekdays: on, at: timeOf(at), segmentId: segments[tag]?.plain },
  ],
  condition: ({ plan }) => ['/condition', { conditions: fieldIs('plan', plan) }],
  'has-tag': ({ tag }) => ['/has-tag', { tag }],
  segment: ({ tag, isNested }) => ['/segment', { segmentId: segments[tag]?.[isNested ? 'nested' : 'plain'] }],
  tag: ({ tag, isAdded }) => [isAdded ? '/add-tag' : '/remove-tag', { tag }],
  field: ({ plan, copies }) => [
    '/change-field',
    { field: 'plan', value: copies ? '{{ plan | append: "!" | slice: 0, 5 }}' : plan },
  ],
  send: ({ onlyOnce, window }) => {
    const hours = window && { from: timeOf(window.from), to: timeOf(window.to) }
    const { weekdays: days = [], whose: timezone } = window ?? {}
    return ['/send', { emailId: 1, onlyOnce, ...(hours && { window: { weekdays: days, timezone, ...hours } }) }]
  },
  days: ({ days }) => ['/delay-v2', { kind: 'duration', value: days, unit: 'days' }],
  wait: ({ minutes }) => ['/delay-v2', { kind: 'duration', value: minutes, unit: 'minutes' }],
  time: (step) => [
    '/delay-v2',
    { kind: 'window', weekdays: step.weekdays, at: timeOf(step.minuteOfDay), timezone: step.whose },
  ],
  goal: ({ wanted, isPulling = false }) => [
    '/goal',
    { name: 'Done', ...(wanted && { conditions: conditionsOf(wanted), moveHere: isPulling }) },
  ],
  end: () => ['/end-flow', {}],
  'wait-for': ({ wanted, minutes }) => [
    '/wait-for',
    { conditions: conditionsOf(wanted), timeout: { value: minutes, unit: 'minutes' } },
  ],
  until: ({ minute }) => ['/delay-v2', { kind: 'until', at: new Date(start + minute * 60_000).toISOString() }],
  date: ({ hours }) => ['/delay-v2', { kind: 'field', field: 'when', offset: offsetOf(hours) }],
  score: scoring,
  scored: ({ moreThan }) => [
    '/condition',
    { conditions: group({ type: 'field', field: 'leadScore', condition: 'is more than', value: moreThan }) },
  ],
  ab: ({ weights: [a, b] }) => [
    '/ab-test',
    {
      variants: [
        { key: 'a', name: 'A', weight: a },
        { key: 'b', name: 'B', weight: b },
      ],
    },
  ],
  page: ({ within }) => [
    '/page-visited',
    { url: 'acme.com/pricing', match: 'is', ...(within && { within: { value: within, unit: 'days' } }) },
  ],
  opened: () => ['/email-activity', { emailId: 1, activity: 'opened' }],
  archive: () => ['/archive-person', {}],
})

/** A step as a member would draw it. */
export const drawnStep = (step: RandomStep, segments: TagSegments, start: number): DrawnStep =>
  (drawers(segments, start)[step.kind] as (step: RandomStep) => DrawnStep)(step)
