import fc from 'fast-check'
import type { Happening } from './naiveFlow.ts'

/** What a member does to the flow while people are in it; `pick` chooses among the parts that there are. */
export type Edit =
  | { edit: 'wait'; pick: number; minutes: number; recompute: boolean }
  | { edit: 'remove'; pick: number; people: 'next' | 'leave' }
  | { edit: 'insert'; pick: number; tag: string }
  /** A way out that led nowhere leads on, and takes those along who took it before. */
  | { edit: 'lead'; pick: number }

/** Something that happens to one of the people, or to the flow. */
export type Past = (Happening & { who: number }) | (Edit & { at: number })

/** When histories end, in minutes. */
export const END = 12_000
/** How many people there are. */
export const PEOPLE = 4

const at = fc.integer({ min: 1, max: END })
const who = fc.nat(PEOPLE - 1)
const pick = fc.nat(999)

const event = fc.record({
  at,
  who,
  event: fc.constantFrom<'A' | 'B'>('A', 'B'),
  order: fc.constantFrom('', 'x', 'y'),
})
const plan = fc.record({ at, who, plan: fc.constantFrom('free', 'pro') })
const tag = fc.record({ at, who, tag: fc.tuple(fc.constantFrom('red', 'blue'), fc.boolean()) })

const happenings: fc.Arbitrary<Past>[] = [
  event,
  event,
  plan,
  tag,
  fc.record({ at, who, when: at }),
  fc.record({ at, who, visits: fc.constant(true as const) }),
  fc.record({ at, who, opens: fc.constant(true as const) }),
]

const edits: fc.Arbitrary<Past>[] = [
  fc.record({
    at,
    edit: fc.constant('wait' as const),
    pick,
    minutes: fc.integer({ min: 1, max: 3000 }),
    recompute: fc.boolean(),
  }),
  fc.record({
    at,
    edit: fc.constant('remove' as const),
    pick,
    people: fc.constantFrom('next' as const, 'leave' as const),
  }),
  fc.record({ at, edit: fc.constant('insert' as const), pick, tag: fc.constantFrom('red', 'blue') }),
  fc.record({ at, edit: fc.constant('lead' as const), pick }),
]

const inOrder = (all: readonly Past[]) =>
  [...all].sort((a, b) => a.at - b.at).filter((one, index, sorted) => sorted[index - 1]?.at !== one.at)

/** Histories of some people; `rich` with dates, pages and mails, `edited` with changes of the flow too. */
export const history = ({ rich = false, edited = false } = {}): fc.Arbitrary<Past[]> =>
  fc
    .array(fc.oneof(...(rich ? happenings : [event, plan, tag]), ...(edited ? edits : [])), {
      minLength: 3,
      maxLength: rich ? 18 : 14,
    })
    .map(inOrder)
