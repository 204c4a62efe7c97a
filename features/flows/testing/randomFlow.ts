import fc from 'fast-check'
import type { DrawnLink } from './drawn.ts'
import { PLAIN_SETTING, type Setting } from './naiveClock.ts'
import {
  drawnStep,
  exitsOf,
  isTrigger,
  isWait,
  PLAIN,
  type RandomStep,
  RICH,
  type TagSegments,
  TIMED,
} from './randomSteps.ts'

/** A link of the model; it names steps by their place. */
export type RandomLink = { source: number; target: number; exit?: string }

/** A flow of the model. */
export type RandomFlow = {
  canEnterOnce: boolean
  minutesBetween: number | null
  steps: RandomStep[]
  links: RandomLink[]
  setting: Setting
}

/** Links forward; where ways do not part, from waits also back, so that there are loops. Triggers always lead on. */
const linksOf = (steps: RandomStep[], picks: number[], mayFork: boolean): RandomLink[] => {
  const links: RandomLink[] = []
  let pick = 0
  const next = () => picks[pick++ % picks.length]!
  const inner = steps.filter(isTrigger).length
  for (const [source, step] of steps.entries()) {
    for (const exit of exitsOf(step)) {
      // Ways that part and also loop would become more without end.
      const first = !mayFork && isWait(step) && next() % 3 === 0 ? inner : Math.max(source + 1, inner)
      const choice = steps.length - first
      const count = (isTrigger(step) ? 1 : next() % 5 === 0 ? 0 : 1) + (mayFork && next() % 4 === 0 ? 1 : 0)
      const targets = new Set<number>()
      for (let n = 0; n < count && choice > 0; n++) targets.add(first + (next() % choice))
      targets.delete(source)
      for (const target of targets) links.push({ source, target, ...(exit && { exit }) })
    }
  }
  return links
}

const shape = (inner: fc.Arbitrary<RandomStep>[]) => ({
  canEnterOnce: fc.boolean(),
  minutesBetween: fc.option(fc.integer({ min: 1, max: 2000 })),
  hasKey: fc.boolean(),
  rest: fc.array(fc.oneof(...inner), { minLength: 1, maxLength: 8 }),
  picks: fc.array(fc.nat(999), { minLength: 20, maxLength: 40 }),
})

/** Flows with two triggers and up to eight further steps. */
export const randomFlow = ({ mayFork }: { mayFork: boolean }): fc.Arbitrary<RandomFlow> =>
  fc.record(shape(PLAIN)).map(({ rest, picks, canEnterOnce, minutesBetween }) => {
    const steps: RandomStep[] = [{ kind: 'trigger', event: 'A' }, { kind: 'trigger', event: 'B' }, ...rest]
    return { canEnterOnce, minutesBetween, steps, links: linksOf(steps, picks, mayFork), setting: PLAIN_SETTING }
  })

/** Zones that set their clocks by an hour, by half an hour, or never, and one that is off by quarters. */
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']

/** Histories of eight days in which some clocks are set forward, and back. */
const STARTS = ['2026-03-24T09:00:00Z', '2026-03-31T09:00:00Z', '2026-10-20T09:00:00Z', '2026-10-30T09:00:00Z']

const setting: fc.Arbitrary<Setting> = fc.record({
  start: fc.constantFrom(...STARTS),
  zone: fc.constantFrom(...ZONES),
  zones: fc.array(fc.constantFrom(...ZONES, null), { minLength: 4, maxLength: 4 }),
})

/** The same with steps of every kind, entries by key and by the clock, and zones. */
export const richFlow = ({ mayFork }: { mayFork: boolean }): fc.Arbitrary<RandomFlow> =>
  fc.record({ ...shape(RICH), setting, timed: fc.array(TIMED, { maxLength: 2 }) }).map((drawn) => {
    const { rest, picks, hasKey, canEnterOnce, minutesBetween, timed, setting: own } = drawn
    const steps: RandomStep[] = [
      { kind: 'trigger', event: 'A', hasKey },
      { kind: 'trigger', event: 'B' },
      ...timed,
      ...rest,
    ]
    return { canEnterOnce, minutesBetween, steps, links: linksOf(steps, picks, mayFork), setting: own }
  })

/** The same flow as a member would draw it; steps are named by their place. `start` is the first minute, `draws` draws a step. */
export const drawing = (flow: RandomFlow, segments: TagSegments = {}, start = 0, draws = drawnStep) => ({
  steps: Object.fromEntries(flow.steps.map((step, index) => [String(index), draws(step, segments, start)])),
  links: flow.links.map(({ source, target, exit }): DrawnLink => [String(source), String(target), exit ?? '']),
  data: {
    canEnterOnce: flow.canEnterOnce,
    canEnterOncePerPeriod: flow.minutesBetween === null ? null : { value: flow.minutesBetween, unit: 'minutes' },
  },
})
