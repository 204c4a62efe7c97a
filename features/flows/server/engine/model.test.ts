import { testHouse } from '@millrace/kit/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  drawing,
  type FlowWorld,
  type Happening,
  NaivePerson,
  openFlowWorld,
  type RandomFlow,
  randomFlow,
  type TagSegments,
} from '../../testing/index.ts'

const MINUTE = 60_000
const END = 12_000
const PEOPLE = 4
/** On a busy machine fewer histories are tried, and at least one; none is broken off, for the next would run beside it. */
const ENOUGH = 45_000

const whileTime = () => {
  const end = performance.now() + ENOUGH
  let isFirst = true
  return () => {
    const goesOn = isFirst || performance.now() < end
    isFirst = false
    return goesOn
  }
}

const happening: fc.Arbitrary<Happening & { who: number }> = fc.oneof(
  fc.record({
    at: fc.integer({ min: 1, max: END }),
    who: fc.nat(PEOPLE - 1),
    event: fc.constantFrom<'A' | 'B'>('A', 'B'),
  }),
  fc.record({ at: fc.integer({ min: 1, max: END }), who: fc.nat(PEOPLE - 1), plan: fc.constantFrom('free', 'pro') }),
  fc.record({
    at: fc.integer({ min: 1, max: END }),
    who: fc.nat(PEOPLE - 1),
    tag: fc.tuple(fc.constantFrom('red', 'blue'), fc.boolean()),
  }),
)

const history = fc
  .array(happening, { minLength: 3, maxLength: 14 })
  .map((all) => [...all].sort((a, b) => a.at - b.at).filter(({ at }, index, sorted) => sorted[index - 1]?.at !== at))

type Drawn = { flowId: number; ids: Record<string, number> }

const bring = async (world: FlowWorld, personId: number, { event, plan, tag }: Happening) => {
  const { doors } = world.engine
  const { accountId } = world
  if (event) await world.event(personId, event)
  if (plan) await world.system((tx) => doors.changeFields(tx, accountId, [{ personId, fields: { plan } }]))
  if (tag) {
    const pairs = [{ personId, tag: tag[0] }]
    await world.system((tx) => (tag[1] ? doors.addTags(tx, accountId, pairs) : doors.removeTags(tx, accountId, pairs)))
  }
}

/** Runs the engine and the model side by side through a history. */
const live = async (
  world: FlowWorld,
  { flowId, ids }: Drawn,
  flow: RandomFlow,
  past: (Happening & { who: number })[],
  most: number,
) => {
  const start = world.house.clock.now().getTime()
  const [{ version = 0 } = {}] = await world.rows<{ version: number }>(
    'select version from flows where account_id = $1',
  )
  const plan = await world.system((tx) => world.engine.plans.of(tx, world.accountId, flowId, version))
  const orderOf = (step: number) => plan.steps.get(ids[step]!)!.order
  const people: number[] = []
  for (let n = 0; n < PEOPLE; n++) people.push(await world.person())
  const naive = people.map(() => new NaivePerson(flow, orderOf))
  const passTime = async (until: number) => {
    for (;;) {
      const due = Math.min(...naive.map(({ nextDue }) => nextDue))
      if (due > until) return
      world.house.clock.set(new Date(start + due * MINUTE))
      await world.advance(flowId, most)
      for (const person of naive) person.passTime(due)
      await world.takeChangesWithSegments()
    }
  }
  for (const one of past) {
    await passTime(one.at)
    world.house.clock.set(new Date(start + one.at * MINUTE))
    await bring(world, people[one.who]!, one)
    await world.takeChangesWithSegments()
    // What is not fused goes on in the loop.
    await world.advance(flowId, most)
    naive[one.who]!.live(one)
  }
  await passTime(END)
  return { people, naive, minuteOf: (at: Date) => (at.getTime() - start) / MINUTE }
}

type VisitRow = {
  person_id: number
  step_id: number
  entered_at: Date
  left_at: Date
  exit: string | null
  error: string | null
}
type RunRow = { person_id: number; step_id: number; step_entered_at: Date; due_at: Date | null; state: number }
type SendRow = { person_id: number; step_id: number; reason_at: Date }

const compare = async (world: FlowWorld, ids: Record<string, number>, lived: Awaited<ReturnType<typeof live>>) => {
  const place = new Map(Object.entries(ids).map(([name, id]) => [id, Number(name)]))
  const { people, naive, minuteOf } = lived
  const visits = await world.rows<VisitRow>('select * from step_visits where account_id = $1')
  const runs = await world.rows<RunRow>('select * from flow_runs where account_id = $1 and state < 4')
  const sends = await world.rows<SendRow>('select * from sends where account_id = $1')
  const counts = await world.rows<{ step_id: number; entered: number; queued: number; failed: number }>(
    'select * from flow_step_counts where account_id = $1',
  )
  const entered = new Map<number, number>()
  for (const [index, personId] of people.entries()) {
    const person = naive[index]!
    for (const { step } of person.stays) entered.set(step, (entered.get(step) ?? 0) + 1)
    const own = [
      ...visits
        .filter((row) => row.person_id === personId)
        .map(
          (row) =>
            `${place.get(row.step_id)} ${minuteOf(row.entered_at)}-${minuteOf(row.left_at)} ${row.exit ?? row.error ?? ''}`,
        ),
      ...runs
        .filter((row) => row.person_id === personId)
        .map(
          (row) =>
            `${place.get(row.step_id)} ${minuteOf(row.step_entered_at)}- until ${row.due_at && minuteOf(row.due_at)}`,
        ),
    ].sort()
    const due = person.standing()
    const expected = person.stays
      .map(({ step, entered, left, exit }) =>
        left === undefined
          ? `${step} ${entered}- until ${
              due.splice(
                due.findIndex((one) => one.step === step && one.entered === entered),
                1,
              )[0]?.due
            }`
          : `${step} ${entered}-${left} ${exit ?? ''}`,
      )
      .sort()
    expect(own).toEqual(expected)
    const mails = sends
      .filter((row) => row.person_id === personId)
      .map((row) => `${place.get(row.step_id)} ${minuteOf(row.reason_at)}`)
    expect(mails.sort()).toEqual(person.mails.map(({ step, at }) => `${step} ${at}`).sort())
  }
  for (const { step_id, entered: count, queued, failed } of counts) {
    expect([count, queued, failed]).toEqual([
      entered.get(place.get(step_id)!) ?? 0,
      runs.filter((run) => run.step_id === step_id).length,
      0,
    ])
  }
}

const check = async (flow: RandomFlow, past: (Happening & { who: number })[], most: number, isFused: boolean) => {
  const house = await testHouse()
  house.clock.set(new Date('2026-03-10T09:00:00Z'))
  const world = await openFlowWorld(house, {}, { isSendable: async () => true })
  world.engine.isFused = isFused
  await world.email(1)
  await world.tags('red', 'blue')
  const segments: TagSegments = {}
  for (const tag of ['red', 'blue']) {
    const plain = await world.segment(`Are ${tag}`, { type: 'tag', value: tag, condition: 'has' })
    const nested = await world.segment(`Are in ${tag}`, { type: 'segment', value: plain, condition: 'in' })
    segments[tag] = { plain, nested }
  }
  const { steps, links, data } = drawing(flow, segments)
  const drawn = await world.draw(steps, links, data)
  await world.switchOn(drawn.flowId)
  await compare(world, drawn.ids, await live(world, drawn, flow, past, most))
}

describe('the engine does for everybody what a plain interpreter does for one', () => {
  test('fused, with ways that part and meet', { timeout: 120_000 }, async () => {
    const hasTime = whileTime()
    await fc.assert(
      fc.asyncProperty(randomFlow({ mayFork: true }), history, async (flow, past) => {
        if (hasTime()) await check(flow, past, 1000, true)
      }),
      { numRuns: 25 },
    )
  })

  test('fused, in claims of two', { timeout: 120_000 }, async () => {
    const hasTime = whileTime()
    await fc.assert(
      fc.asyncProperty(randomFlow({ mayFork: false }), history, async (flow, past) => {
        if (hasTime()) await check(flow, past, 2, true)
      }),
      { numRuns: 15 },
    )
  })

  test('one step at a time', { timeout: 120_000 }, async () => {
    const hasTime = whileTime()
    await fc.assert(
      fc.asyncProperty(randomFlow({ mayFork: false }), history, async (flow, past) => {
        if (hasTime()) await check(flow, past, 3, false)
      }),
      { numRuns: 15 },
    )
  })
})
