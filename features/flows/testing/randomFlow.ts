import fc from 'fast-check'
import type { DrawnLink, DrawnStep } from './flowWorld.ts'

/** A step of the model. */
export type RandomStep =
  | { kind: 'trigger'; event: 'A' | 'B' }
  | { kind: 'condition'; plan: string }
  | { kind: 'has-tag'; tag: string }
  /** `tag` names the segment of those who have the tag; nested, the segment of those who are in that one. */
  | { kind: 'segment'; tag: string; isNested: boolean }
  | { kind: 'tag'; tag: string; isAdded: boolean }
  | { kind: 'field'; plan: string; copies: boolean }
  | { kind: 'send'; onlyOnce: boolean }
  | { kind: 'wait'; minutes: number }
  | { kind: 'time'; minuteOfDay: number; weekdays: number[] }
  | { kind: 'goal' }
  | { kind: 'end' }

/** A flow of the model; links name steps by their place. */
export type RandomFlow = {
  canEnterOnce: boolean
  minutesBetween: number | null
  steps: RandomStep[]
  links: { source: number; target: number; exit?: 'yes' | 'no' }[]
}

const PLANS = ['free', 'pro']
const TAGS = ['red', 'blue']

const inner: fc.Arbitrary<RandomStep> = fc.oneof(
  fc.record({ kind: fc.constant('condition' as const), plan: fc.constantFrom(...PLANS, 'pro!') }),
  fc.record({ kind: fc.constant('has-tag' as const), tag: fc.constantFrom(...TAGS) }),
  fc.record({ kind: fc.constant('segment' as const), tag: fc.constantFrom(...TAGS), isNested: fc.boolean() }),
  fc.record({ kind: fc.constant('tag' as const), tag: fc.constantFrom(...TAGS), isAdded: fc.boolean() }),
  fc.record({ kind: fc.constant('field' as const), plan: fc.constantFrom(...PLANS), copies: fc.boolean() }),
  fc.record({ kind: fc.constant('send' as const), onlyOnce: fc.boolean() }),
  fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 300, max: 3000 }) }),
  fc.record({
    kind: fc.constant('time' as const),
    minuteOfDay: fc.integer({ min: 0, max: 1439 }),
    weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
  }),
  fc.constant({ kind: 'goal' as const }),
  fc.constant({ kind: 'end' as const }),
)

const exitsOf = ({ kind }: RandomStep): ('yes' | 'no' | undefined)[] => {
  if (kind === 'end') return []
  return kind === 'condition' || kind === 'has-tag' || kind === 'segment' ? ['yes', 'no'] : [undefined]
}

const isWait = ({ kind }: RandomStep) => kind === 'wait' || kind === 'time'

/** Links forward; where ways do not part, from waits also back, so that there are loops. Triggers always lead on. */
const linksOf = (steps: RandomStep[], picks: number[], mayFork: boolean): RandomFlow['links'] => {
  const links: RandomFlow['links'] = []
  let pick = 0
  const next = () => picks[pick++ % picks.length]!
  for (const [source, step] of steps.entries()) {
    for (const exit of exitsOf(step)) {
      const isTrigger = step.kind === 'trigger'
      // Ways that part and also loop would become more without end.
      const first = !mayFork && isWait(step) && next() % 3 === 0 ? 2 : Math.max(source + 1, 2)
      const choice = steps.length - first
      const count = (isTrigger ? 1 : next() % 5 === 0 ? 0 : 1) + (mayFork && next() % 4 === 0 ? 1 : 0)
      const targets = new Set<number>()
      for (let n = 0; n < count && choice > 0; n++) targets.add(first + (next() % choice))
      targets.delete(source)
      for (const target of targets) links.push({ source, target, ...(exit && { exit }) })
    }
  }
  return links
}

/** Flows with two triggers and up to eight further steps. */
export const randomFlow = ({ mayFork }: { mayFork: boolean }): fc.Arbitrary<RandomFlow> =>
  fc
    .record({
      canEnterOnce: fc.boolean(),
      minutesBetween: fc.option(fc.integer({ min: 1, max: 2000 })),
      rest: fc.array(inner, { minLength: 1, maxLength: 8 }),
      picks: fc.array(fc.nat(999), { minLength: 20, maxLength: 40 }),
    })
    .map(({ rest, picks, ...rules }) => {
      const steps: RandomStep[] = [{ kind: 'trigger', event: 'A' }, { kind: 'trigger', event: 'B' }, ...rest]
      return { ...rules, steps, links: linksOf(steps, picks, mayFork) }
    })

const pad = (number: number) => String(number).padStart(2, '0')

/** Ids of the segments of those who have a tag, and of those who are in that segment. */
export type TagSegments = Record<string, { plain: number; nested: number }>

const drawnStep = (step: RandomStep, segments: TagSegments): DrawnStep => {
  switch (step.kind) {
    case 'trigger':
      return ['/event', { eventName: step.event }]
    case 'condition': {
      const field = { type: 'field', field: 'plan', condition: 'is', value: step.plan }
      return ['/condition', { conditions: { type: 'group', operator: 'and', conditions: [field] } }]
    }
    case 'has-tag':
      return ['/has-tag', { tag: step.tag }]
    case 'segment':
      return ['/segment', { segmentId: segments[step.tag]?.[step.isNested ? 'nested' : 'plain'] }]
    case 'tag':
      return [step.isAdded ? '/add-tag' : '/remove-tag', { tag: step.tag }]
    case 'field':
      return [
        '/change-field',
        { field: 'plan', value: step.copies ? '{{ plan | append: "!" | slice: 0, 5 }}' : step.plan },
      ]
    case 'send':
      return ['/send', { emailId: 1, onlyOnce: step.onlyOnce }]
    case 'wait':
      return ['/delay-v2', { kind: 'duration', value: step.minutes, unit: 'minutes' }]
    case 'time': {
      const at = `${pad(Math.floor(step.minuteOfDay / 60))}:${pad(step.minuteOfDay % 60)}`
      return ['/delay-v2', { kind: 'window', weekdays: step.weekdays, at, timezone: 'account' }]
    }
    case 'goal':
      return ['/goal', { name: 'Done' }]
    default:
      return ['/end-flow', {}]
  }
}

/** The same flow as a member would draw it; steps are named by their place. */
export const drawing = (flow: RandomFlow, segments: TagSegments = {}) => ({
  steps: Object.fromEntries(flow.steps.map((step, index) => [String(index), drawnStep(step, segments)])),
  links: flow.links.map(({ source, target, exit }): DrawnLink => [String(source), String(target), exit ?? '']),
  data: {
    canEnterOnce: flow.canEnterOnce,
    canEnterOncePerPeriod: flow.minutesBetween === null ? null : { value: flow.minutesBetween, unit: 'minutes' },
  },
})
