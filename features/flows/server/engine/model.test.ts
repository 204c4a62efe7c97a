import { testHouse } from '@millrace/kit/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bothAlike,
  history,
  ofCompanies,
  type Past,
  type RandomFlow,
  type Running,
  randomFlow,
  richFlow,
} from '../../testing/index.ts'

/** On a busy machine fewer histories are tried, and at least one; none is broken off, for the next would run beside it. */
const ENOUGH = 20_000

const whileTime = () => {
  const end = performance.now() + ENOUGH
  let isFirst = true
  return () => {
    const goesOn = isFirst || performance.now() < end
    isFirst = false
    return goesOn
  }
}

/** MODEL_SEED tries what failed once more, MODEL_RUNS more than usual. */
const { MODEL_SEED, MODEL_RUNS } = process.env

/** Tries flows on histories; whatever fails is told with its seed, as small as it can be made. */
const holds = async (flows: fc.Arbitrary<RandomFlow>, pasts: fc.Arbitrary<Past[]>, running: Running, runs: number) => {
  const hasTime = MODEL_RUNS ? () => true : whileTime()
  await fc.assert(
    fc.asyncProperty(flows, pasts, async (flow, past) => {
      if (hasTime()) expect(await bothAlike(await testHouse(), flow, past, running)).toEqual([])
    }),
    { numRuns: Number(MODEL_RUNS) || runs, ...(MODEL_SEED && { seed: Number(MODEL_SEED) }) },
  )
}

const LONG = { timeout: MODEL_RUNS ? 3_600_000 : 120_000 }
const FUSED = { most: 1000, isFused: true }

/** One pass of each person, by one way: whatever order steps are taken in, the same must come of it. */
const single = (flows: fc.Arbitrary<RandomFlow>) => flows.map((flow) => ({ ...flow, canEnterOnce: true }))

/** Asked for tags where it asks for segments, which are only kept after the pass. */
const withoutSegments = (flows: fc.Arbitrary<RandomFlow>) =>
  flows.map((flow) => ({
    ...flow,
    steps: flow.steps.map((step) => (step.kind === 'segment' ? { kind: 'has-tag' as const, tag: step.tag } : step)),
  }))

describe('the engine does for everybody what a plain interpreter does for one', () => {
  test('fused, with ways that part and meet', LONG, () => holds(randomFlow({ mayFork: true }), history(), FUSED, 20))

  test('fused, in claims of two', LONG, () =>
    holds(randomFlow({ mayFork: false }), history(), { most: 2, isFused: true }, 12),
  )

  test('one step at a time', LONG, () =>
    holds(withoutSegments(randomFlow({ mayFork: false })), history(), { most: 3, isFused: false }, 12),
  )
})

describe('the same with goals, waits for something, scores, tests, dates, pages, mails, keys', () => {
  test('fused', LONG, () => holds(richFlow({ mayFork: false }), history({ rich: true }), FUSED, 25))

  test('one step at a time, in claims of two', LONG, () =>
    holds(
      single(withoutSegments(richFlow({ mayFork: false }))),
      history({ rich: true }),
      { most: 2, isFused: false },
      15,
    ),
  )

  test('while the flow is edited', LONG, () =>
    holds(richFlow({ mayFork: false }), history({ rich: true, edited: true }), FUSED, 25),
  )
})

describe('the same for companies', () => {
  test('fused, with ways that part and meet', LONG, () =>
    holds(randomFlow({ mayFork: true }).map(ofCompanies), history(), { ...FUSED, ofCompanies: true }, 12),
  )

  test('with goals, waits for something, scores, tests and dates', LONG, () =>
    holds(richFlow({ mayFork: false }).map(ofCompanies), history({ rich: true }), { ...FUSED, ofCompanies: true }, 15),
  )
})
