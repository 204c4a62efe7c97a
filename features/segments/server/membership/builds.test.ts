import { testHouse } from '@millrace/kit/testing'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Condition, Conditions, TagCondition } from '../../contract/index.ts'
import { did, openTiedWorld, openWorld, type World } from '../../testing/index.ts'
import { type Act, act, caught, perform, savedConditions } from '../../testing/randomHistory.ts'
import { createSegment } from '../verbs/createSegment.ts'
import { deleteSegment } from '../verbs/deleteSegment.ts'
import { updateSegment } from '../verbs/updateSegment.ts'
import { buildSteps, startBuild } from './buildSegment.ts'
import { holdLane } from './lane.ts'
import { sweepAccount } from './sweepLoop.ts'

const HOUR = 3_600_000
const all = (...conditions: Condition[]): Conditions => ({ type: 'group', operator: 'and', conditions })
const tag = (value: string): TagCondition => ({ type: 'tag', value, condition: 'has' })

const stateOf = (world: World, segmentId: number) =>
  world.house.db.system((tx) =>
    tx.one<{ building: number | null; size: number; definition: number; done: number; total: number; notes: number }>(
      `select t.building, t.size, g.definition, t.build_done as done, t.build_total as total,
         (select count(*) from segment_build_judged j where j.account_id = $1 and j.segment_id = $2) as notes
       from segment_states t join segments g on g.account_id = $1 and g.id = t.segment_id
       where t.account_id = $1 and t.segment_id = $2`,
      [world.accountId, segmentId],
    ),
  )

/** Steps of a build as a worker takes them, one person at a time. */
const stepsOf = async (world: World, segmentId: number, most = 1) => {
  const state = await stateOf(world, segmentId)
  return buildSteps({
    house: world.house,
    payload: { accountId: world.accountId, segmentId, definition: state?.definition ?? 0 },
    signal: new AbortController().signal,
    most,
  })
}
type Steps = Awaited<ReturnType<typeof stepsOf>>

const take = (world: World) => world.house.takeChanges(world.segments.reactors ?? [], world.accountId)
const runJobs = (world: World) => world.house.runJobs(world.segments.jobs ?? [])

const rebuild = async (world: World, segmentId: number) => {
  const { definition } = (await stateOf(world, segmentId)) ?? { definition: 0 }
  await world.house.db.system((tx) =>
    startBuild(tx, world.house, { accountId: world.accountId, segmentId, definition }),
  )
}

beforeAll(async () => {
  await testHouse()
})

/** Those that many acts turn, and any. */
const conditions: fc.Arbitrary<Conditions> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(all(tag('vip')), all({ ...tag('beta'), condition: 'has not' })) },
  { weight: 2, arbitrary: savedConditions },
)

/** What may happen between two steps. */
type Moment =
  | { kind: 'act'; act: Act }
  | { kind: 'take' }
  | { kind: 'sweep' }
  | { kind: 'wait' }
  | { kind: 'begin'; which: number }
  | { kind: 'rebuild'; which: number }
  | { kind: 'step'; which: number }
  | { kind: 'kill'; which: number }
  | { kind: 'redefine'; which: number; conditions: Conditions }

/** Half of the time somebody gets or loses one of the tags that conditions ask for. */
const tagging = fc.record({ who: fc.nat(3), what: fc.constantFrom(2, 3), choice: fc.constantFrom(0, 2) })

const moment: fc.Arbitrary<Moment> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('act' as const), act: fc.oneof(act, tagging) }) },
  { weight: 5, arbitrary: fc.constant({ kind: 'take' as const }) },
  { weight: 1, arbitrary: fc.constantFrom({ kind: 'sweep' as const }, { kind: 'wait' as const }) },
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('step' as const), which: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('begin' as const), which: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('rebuild' as const, 'kill' as const), which: fc.nat(5) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('redefine' as const), which: fc.nat(5), conditions }),
  },
)

/** An account whose segments are being built by several workers at once, and what happens there. */
const openBuilds = async (trees: Conditions[]) => {
  const world = await openWorld()
  const people = await world.add({}, { fields: { plan: 'Trial' }, tags: ['vip'] }, { tags: ['beta'] }, {})
  const segments: { id: number; conditions: Conditions }[] = []
  const make = async (conditions: Conditions) => {
    const { id } = await createSegment(world.house, world.accountId, { name: `S${segments.length}`, conditions })
    segments.push({ id, conditions })
  }
  for (const tree of trees) await make(tree)
  await make(all({ type: 'segment', value: segments[0]?.id ?? 0, condition: 'not in' }))
  const workers: Steps[] = []
  for (const { id } of segments) workers.push(await stepsOf(world, id))
  const at = <T>(list: readonly T[], place: number) => list[place % list.length] as T
  const live = async (one: Moment): Promise<unknown> => {
    if (one.kind === 'act') return perform(world, people, one.act)
    if (one.kind === 'take') return take(world)
    if (one.kind === 'sweep') return sweepAccount(world.house, world.accountId)
    if (one.kind === 'wait') return world.house.clock.advance(7 * HOUR)
    if (one.kind === 'step') return workers.length && at(workers, one.which).next()
    if (one.kind === 'kill') return workers.splice(one.which, 1)
    const { id } = at(segments, one.which)
    if (one.kind === 'begin') return workers.push(await stepsOf(world, id))
    if (one.kind === 'rebuild') return rebuild(world, id)
    at(segments, one.which).conditions = one.conditions
    return updateSegment(world.house, world.accountId, id, { name: `S${id}`, conditions: one.conditions })
  }
  /** Lets what was begun come to its end, in the order in which it was begun. */
  const end = async () => {
    for (const worker of workers) for await (const _ of worker);
    await world.settle()
    await runJobs(world)
    await world.settle()
  }
  return { world, people, segments, live, end }
}

it('whatever happens while segments are built, in whatever order, members are exactly those whom the conditions catch', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(conditions, { minLength: 1, maxLength: 2 }),
      fc.array(moment, { minLength: 20, maxLength: 50 }),
      async (trees, moments) => {
        const { world, people, segments, live, end } = await openBuilds(trees)
        for (const one of moments) await live(one)
        await end()
        for (const { id, conditions } of segments) {
          const members = await world.members(id)
          expect(members, JSON.stringify(conditions)).toEqual(await caught(world, conditions, people))
          expect(await stateOf(world, id)).toMatchObject({ building: null, size: members.length, notes: 0 })
        }
      },
    ),
    { numRuns: 20 },
  )
}, 120_000)

describe('a build', () => {
  let world: World
  const make = async (conditions: Conditions) =>
    (await createSegment(world.house, world.accountId, { name: 'A', conditions })).id
  const twoSteps = async (id: number) => {
    const steps = await stepsOf(world, id)
    expect([(await steps.next()).value, (await steps.next()).value]).toEqual(['marked', 'looked'])
    return steps
  }

  beforeEach(async () => {
    world = await openWorld()
  })

  it('leaves alone who was judged since it looked, and applies the others', async () => {
    const [ann, ben, cem, dan] = await world.add({ tags: ['vip'] }, {}, { tags: ['vip'] }, { tags: ['vip'] })
    await take(world)
    const id = await make(all(tag('vip')))
    const steps = await twoSteps(id)
    await world.untag(ann!, 'vip')
    await world.tag(ben!, 'vip')
    await world.archive(cem!)
    await take(world)
    expect(await world.members(id)).toEqual([ben])
    expect((await stateOf(world, id))?.notes).toBe(3)
    for await (const _ of steps);
    expect(await world.members(id)).toEqual([ben, dan])
    const news = await world.settle()
    expect(news.filter(({ isBuild }) => isBuild)).toEqual([
      { kind: 'segment.entered', personId: dan, ref: id, isBuild: true },
    ])
    expect(await stateOf(world, id)).toMatchObject({ building: null, size: 2, notes: 0 })
  })

  it('says how far it is, and after a crash goes on where it was', async () => {
    const people = await world.add(...Array.from({ length: 4 }, () => ({ tags: ['vip'] })))
    await take(world)
    const id = await make(all(tag('vip')))
    const steps = await twoSteps(id)
    await steps.next()
    await steps.next()
    expect(await world.members(id)).toEqual(people.slice(0, 2))
    expect(await stateOf(world, id)).toMatchObject({ done: 2, total: 4 })
    // Another worker takes it over; what the first one still wants to apply is out of date.
    await world.untag(people[3]!, 'vip')
    await take(world)
    await runJobs(world)
    await world.tag(people[3]!, 'vip')
    await world.untag(people[2]!, 'vip')
    await take(world)
    for await (const _ of steps);
    expect(await world.members(id)).toEqual([people[0], people[1], people[3]])
  })

  it('does not bring back who was erased meanwhile', async () => {
    const [ann, ben] = await world.add({ tags: ['vip'] }, { tags: ['vip'] })
    await take(world)
    const id = await make(all(tag('vip')))
    const steps = await twoSteps(id)
    await world.house.db.system((tx) =>
      tx.run('delete from people where account_id = $1 and id = $2', [world.accountId, ann]),
    )
    for await (const _ of steps);
    expect(await world.members(id)).toEqual([ben])
  })

  it('looks only once those are through who held the lane and did not know of it', async () => {
    const [ann] = await world.add({ tags: ['vip'] })
    await take(world)
    const id = await make(all(tag('vip')))
    const steps = await stepsOf(world, id)
    let marked: Promise<unknown> | undefined
    await world.house.db.system(async (tx) => {
      await holdLane(tx, world.accountId)
      marked = steps.next()
      const waits = () =>
        tx.one(`select 1 from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`)
      await vi.waitFor(async () => expect(await waits()).toBeDefined(), { timeout: 30_000, interval: 5 })
      await world.untag(ann!, 'vip')
    })
    await marked
    for await (const _ of steps);
    expect(await world.members(id)).toEqual([])
  })

  it.each([
    [
      'the conditions change',
      (id: number) => updateSegment(world.house, world.accountId, id, { name: 'B', conditions: all(tag('vip')) }),
    ],
    ['the segment is deleted', (id: number) => deleteSegment(world.house, world.accountId, id)],
  ])('stops in the middle of its look where %s', async (_what, change) => {
    const [ann] = await world.add({})
    await world.did(ann!, 'Paid')
    await take(world)
    const id = await make(all(did('Paid')))
    const steps = await stepsOf(world, id)
    expect((await steps.next()).value).toBe('marked')
    await world.house.db.system(async (tx) => {
      await tx.run('lock table events in access exclusive mode')
      const looked = steps.next()
      const waits = () =>
        tx.one(`select 1 from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`)
      await vi.waitFor(async () => expect(await waits()).toBeDefined(), { timeout: 30_000, interval: 5 })
      await change(id)
      // It ends while what it waits for is still held.
      expect((await looked).done).toBe(true)
      expect(await waits()).toBeUndefined()
    })
    await runJobs(world)
    expect(await world.members(id)).toEqual([])
  })

  it('stops where the segment is deleted or the conditions change', async () => {
    const [ann, ben] = await world.add({ tags: ['vip'] }, { tags: ['beta'] })
    await take(world)
    const [one, other] = [await make(all(tag('vip'))), await make(all(tag('vip')))]
    const [first, second] = [await twoSteps(one), await twoSteps(other)]
    await deleteSegment(world.house, world.accountId, one)
    await updateSegment(world.house, world.accountId, other, { name: 'B', conditions: all(tag('beta')) })
    expect([(await first.next()).done, (await second.next()).done]).toEqual([true, true])
    await world.settle()
    expect(await world.members(other)).toEqual([ben])
    expect(ann).toBeGreaterThan(0)
  })

  it('of objects leaves alone what was judged since it looked', async () => {
    const tied = await openTiedWorld()
    world = tied
    const [acme, bolt, cog] = await tied.put('company', [
      { fields: { name: 'Acme', plan: 'Pro' } },
      { fields: { name: 'Bolt', plan: 'Free' } },
      { fields: { name: 'Cog', plan: 'Pro' } },
    ])
    await take(world)
    const { id } = await createSegment(world.house, world.accountId, {
      name: 'Pro',
      objectName: 'company',
      conditions: all({ type: 'field', field: 'plan', condition: 'is', value: 'Pro' }),
    })
    const steps = await twoSteps(id)
    await tied.put('company', [
      { id: acme!, fields: { plan: 'Free' } },
      { id: bolt!, fields: { plan: 'Pro' } },
    ])
    await take(world)
    for await (const _ of steps);
    expect(await tied.objectMembers(id)).toEqual([bolt, cog])
  })
})
