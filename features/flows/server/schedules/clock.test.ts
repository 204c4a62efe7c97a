import { testHouse } from '@millrace/kit/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { type DrawnStep, type FlowWorld, openFlowWorld, switchAllOff, workSchedules } from '../../testing/index.ts'

const GOAL: DrawnStep = ['/goal', { name: 'Came' }]
const SEGMENT = 500

// Tests share the loop: each begins with the flows of the others switched off.
afterEach(async () => switchAllOff(await testHouse()))

/** A segment with so many people in it; their ids. */
const segmentOf = async (world: FlowWorld, count: number): Promise<number[]> => {
  const now = world.house.clock.now()
  const people: number[] = []
  await world.system(async (tx) => {
    await tx.run(
      `insert into segments (account_id, id, name, conditions, created_at, updated_at) values ($1, $2, 'S', '{}', $3, $3)`,
      [world.accountId, SEGMENT, now],
    )
    await tx.run('insert into segment_states (account_id, segment_id, swept_until) values ($1, $2, $3)', [
      world.accountId,
      SEGMENT,
      now,
    ])
    const rows = await tx.rows<{ id: number }>(
      `insert into people (account_id, email, created_at, updated_at)
       select $1::int, 'p' || n || '@' || $1::int || '.example', $2, $2 from generate_series(1, $3) n returning id`,
      [world.accountId, now, count],
    )
    people.push(...rows.map(({ id }) => id))
    await tx.run(
      'insert into segment_members (account_id, segment_id, person_id, entered_at) select $1::int, $2::bigint, unnest($3::bigint[]), $4::timestamptz',
      [world.accountId, SEGMENT, people, now],
    )
  })
  return people
}

const draw = async (world: FlowWorld, trigger: DrawnStep, data: object = {}) => {
  const drawn = await world.draw({ start: trigger, goal: GOAL }, [['start', 'goal']], data)
  await world.switchOn(drawn.flowId)
  return drawn
}

/** How often how many people came in. */
const entries = async (world: FlowWorld, flowId: number): Promise<{ people: number; passes: number }> =>
  (
    await world.rows<{ people: number; passes: number }>(
      `select count(distinct person_id)::int as people, count(*)::int as passes from flow_runs
       where account_id = $1 and flow_id = $2 and root_id is null`,
      [flowId],
    )
  )[0]!

const setValues = (world: FlowWorld, stepId: number, values: Record<string, unknown>) =>
  world.client.call('updateStep', { params: { id: stepId }, body: { inputFields: { values } } })

const time = (at: string): DrawnStep => ['/time', { at, segmentId: SEGMENT }]
const recurring = (values: Record<string, unknown>): DrawnStep => ['/recurring-time', { segmentId: SEGMENT, ...values }]
const DAILY = { every: { value: 1, unit: 'days' }, at: '10:00' }

describe('a time', () => {
  test('lets the people of a segment in when it comes, over several pages, each once', async () => {
    const world = await openFlowWorld(await testHouse())
    await segmentOf(world, 2_100)
    const { flowId } = await draw(world, time('2026-03-10T10:00:00Z'))
    expect(await workSchedules(world)).toEqual(new Date('2026-03-10T10:00:00Z'))
    expect(await entries(world, flowId)).toEqual({ people: 0, passes: 0 })
    world.house.clock.set(new Date('2026-03-10T10:00:00Z'))
    await workSchedules(world)
    expect(await entries(world, flowId)).toEqual({ people: 2_100, passes: 2_100 })
    world.house.clock.advance(86_400_000)
    await workSchedules(world)
    expect(await entries(world, flowId)).toEqual({ people: 2_100, passes: 2_100 })
  })

  test('in the past keeps the flow from being switched on; so does none', async () => {
    const world = await openFlowWorld(await testHouse())
    await segmentOf(world, 1)
    const past = await world.draw({ start: time('2026-03-10T09:00:00Z'), goal: GOAL }, [['start', 'goal']])
    await expect(world.switchOn(past.flowId)).rejects.toThrow('The time of a time trigger cannot be in the past.')
    const none = await world.draw({ start: ['/time', { segmentId: SEGMENT }], goal: GOAL }, [['start', 'goal']])
    await expect(world.switchOn(none.flowId)).rejects.toThrow('Missing date and time for step')
  })

  test('cannot be moved into the past while the flow is on', async () => {
    const world = await openFlowWorld(await testHouse())
    await segmentOf(world, 1)
    const { ids } = await draw(world, time('2026-03-10T10:00:00Z'))
    await expect(setValues(world, ids.start!, { at: '2026-03-10T08:00:00Z', segmentId: SEGMENT })).rejects.toThrow(
      'The time of a time trigger cannot be in the past.',
    )
  })

  test('moved after it has come lets in those alone who have not come', async () => {
    const world = await openFlowWorld(await testHouse())
    const people = await segmentOf(world, 3)
    const { flowId, ids } = await draw(world, time('2026-03-10T10:00:00Z'))
    await world.rows('update segment_members set left_at = entered_at where account_id = $1 and person_id = $2', [
      people[2],
    ])
    world.house.clock.set(new Date('2026-03-10T10:00:01Z'))
    await workSchedules(world)
    await world.rows('update segment_members set left_at = null where account_id = $1 and person_id = $2', [people[2]])
    await setValues(world, ids.start!, { at: '2026-03-11T10:00:00Z', segmentId: SEGMENT })
    await workSchedules(world)
    expect(await entries(world, flowId)).toEqual({ people: 2, passes: 2 })
    world.house.clock.set(new Date('2026-03-11T10:00:00Z'))
    await workSchedules(world)
    expect(await entries(world, flowId)).toEqual({ people: 3, passes: 3 })
  })

  test('that has had its people does not keep the flow from being stopped for a while', async () => {
    const world = await openFlowWorld(await testHouse())
    await segmentOf(world, 3)
    const { flowId } = await draw(world, time('2026-03-10T10:00:00Z'))
    world.house.clock.set(new Date('2026-03-10T10:00:00Z'))
    await workSchedules(world)
    await world.switchOff(flowId)
    world.house.clock.advance(3_600_000)
    await world.switchOn(flowId)
    await workSchedules(world)
    expect(await entries(world, flowId)).toEqual({ people: 3, passes: 3 })
  })

  test('that comes while the flow is off is not made up', async () => {
    const world = await openFlowWorld(await testHouse())
    await segmentOf(world, 3)
    const { flowId } = await draw(world, time('2026-03-10T10:00:00Z'))
    await workSchedules(world)
    await world.switchOff(flowId)
    world.house.clock.set(new Date('2026-03-10T11:00:00Z'))
    await workSchedules(world)
    await expect(world.switchOn(flowId)).rejects.toThrow('The time of a time trigger cannot be in the past.')
    expect(await entries(world, flowId)).toEqual({ people: 0, passes: 0 })
  })

  test('that came while no worker ran is made up', async () => {
    const world = await openFlowWorld(await testHouse())
    await segmentOf(world, 3)
    const { flowId } = await draw(world, time('2026-03-10T10:00:00Z'))
    world.house.clock.set(new Date('2026-03-10T15:00:00Z'))
    await workSchedules(world)
    expect(await entries(world, flowId)).toEqual({ people: 3, passes: 3 })
  })

  test('waits for a segment that is being worked out', async () => {
    const world = await openFlowWorld(await testHouse())
    await segmentOf(world, 3)
    const { flowId } = await draw(world, time('2026-03-10T10:00:00Z'))
    await world.rows('update segment_states set building = 1 where account_id = $1')
    world.house.clock.set(new Date('2026-03-10T10:00:00Z'))
    expect(await workSchedules(world)).toEqual(new Date('2026-03-10T10:00:00.500Z'))
    expect((await entries(world, flowId)).people).toBe(0)
    await world.rows('update segment_states set building = null where account_id = $1')
    await workSchedules(world)
    expect((await entries(world, flowId)).people).toBe(3)
  })
})

describe('while people are let in', () => {
  const begun = async (world: FlowWorld) => {
    await segmentOf(world, 4_500)
    const drawn = await draw(world, time('2026-03-10T10:00:00Z'))
    world.house.clock.set(new Date('2026-03-10T10:00:00Z'))
    await world.schedules().work(new Set([0, world.accountId]))
    // One page, and no more.
    await world.takeBatch()
    expect(await entries(world, drawn.flowId)).toEqual({ people: 2_000, passes: 2_000 })
    return drawn
  }

  test('a transaction that breaks off leaves nobody out and lets nobody in twice', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId } = await begun(world)
    await world
      .system(async (tx) => {
        await tx.run(`update flow_schedules set walked_to = 1000000, walk_at = null where account_id = $1`, [
          world.accountId,
        ])
        throw new Error('killed')
      })
      .catch(() => undefined)
    await workSchedules(world)
    expect(await entries(world, flowId)).toEqual({ people: 4_500, passes: 4_500 })
  })

  test('the flow may be switched off, and goes on with the others when it is on again', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId } = await begun(world)
    await world.switchOff(flowId)
    await workSchedules(world)
    expect((await entries(world, flowId)).people).toBe(2_000)
    world.house.clock.advance(60_000)
    await world.switchOn(flowId)
    await workSchedules(world)
    expect(await entries(world, flowId)).toEqual({ people: 4_500, passes: 4_500 })
  })

  test('an edit elsewhere in the flow changes nothing; another segment stops it', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId, ids } = await begun(world)
    await setValues(world, ids.goal!, { name: 'Here' })
    await world.takeBatch()
    await world.schedules().work(new Set([world.accountId]))
    await world.takeBatch()
    expect(await entries(world, flowId)).toEqual({ people: 4_000, passes: 4_000 })
    await setValues(world, ids.start!, { at: '2026-03-12T10:00:00Z', segmentId: SEGMENT })
    await workSchedules(world)
    expect(await entries(world, flowId)).toEqual({ people: 4_000, passes: 4_000 })
    world.house.clock.set(new Date('2026-03-12T10:00:00Z'))
    await workSchedules(world)
    expect(await entries(world, flowId)).toEqual({ people: 4_500, passes: 4_500 })
  })

  test('two workers begin it once', async () => {
    const world = await openFlowWorld(await testHouse())
    await segmentOf(world, 10)
    const { flowId } = await draw(world, time('2026-03-10T10:00:00Z'))
    world.house.clock.set(new Date('2026-03-10T10:00:00Z'))
    const both = () => Promise.all([1, 2].map(() => world.schedules().work(new Set([0, world.accountId]))))
    await both()
    await both()
    expect(await world.rows(`select kind from changes where account_id = $1 and kind = 'flow.turn'`)).toHaveLength(1)
    await workSchedules(world)
    expect(await entries(world, flowId)).toEqual({ people: 10, passes: 10 })
  })

  test('a turn that is lost is taken again', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId } = await begun(world)
    await world.rows(`delete from changes where account_id = $1`)
    await workSchedules(world)
    expect((await entries(world, flowId)).people).toBe(2_000)
    world.house.clock.advance(11 * 60_000)
    await workSchedules(world)
    expect(await entries(world, flowId)).toEqual({ people: 4_500, passes: 4_500 })
  })
})

describe('a recurring time', () => {
  test('lets everybody in each time', async () => {
    const world = await openFlowWorld(await testHouse())
    await segmentOf(world, 3)
    const { flowId } = await draw(world, recurring(DAILY))
    for (const day of ['10', '11', '12']) {
      world.house.clock.set(new Date(`2026-03-${day}T10:00:00Z`))
      await workSchedules(world)
    }
    expect(await entries(world, flowId)).toEqual({ people: 3, passes: 9 })
  })

  test('of what was missed while no worker ran, the last alone is made up', async () => {
    const world = await openFlowWorld(await testHouse())
    await segmentOf(world, 3)
    const { flowId } = await draw(world, recurring(DAILY))
    await workSchedules(world)
    world.house.clock.set(new Date('2026-03-20T12:00:00Z'))
    expect(await workSchedules(world)).toEqual(new Date('2026-03-21T10:00:00Z'))
    expect(await entries(world, flowId)).toEqual({ people: 3, passes: 3 })
    expect(await world.rows('select last_at from flow_schedules where account_id = $1')).toEqual([
      { last_at: new Date('2026-03-20T10:00:00Z') },
    ])
  })

  test('what comes while the flow is off is not made up; the count goes on from where it was', async () => {
    const world = await openFlowWorld(await testHouse())
    await segmentOf(world, 3)
    const { flowId } = await draw(world, recurring({ every: { value: 2, unit: 'days' }, at: '10:00' }))
    await workSchedules(world)
    await world.switchOff(flowId)
    world.house.clock.set(new Date('2026-03-13T12:00:00Z'))
    await workSchedules(world)
    await world.switchOn(flowId)
    expect(await workSchedules(world)).toEqual(new Date('2026-03-14T10:00:00Z'))
    expect((await entries(world, flowId)).passes).toBe(0)
  })

  test('the entry rules hold', async () => {
    const world = await openFlowWorld(await testHouse())
    await segmentOf(world, 3)
    const once = await draw(world, recurring(DAILY), { canEnterOnce: true })
    const rested = await draw(world, recurring(DAILY), { canEnterOncePerPeriod: { value: 2, unit: 'days' } })
    for (const day of ['10', '11', '12']) {
      world.house.clock.set(new Date(`2026-03-${day}T10:00:00Z`))
      await workSchedules(world)
    }
    expect([(await entries(world, once.flowId)).passes, (await entries(world, rested.flowId)).passes]).toEqual([3, 6])
  })

  test('another time zone of the account moves it', async () => {
    const world = await openFlowWorld(await testHouse())
    await segmentOf(world, 3)
    await draw(world, recurring(DAILY))
    expect(await workSchedules(world)).toEqual(new Date('2026-03-10T10:00:00Z'))
    await world.rows(`update accounts set timezone = 'America/New_York' where id = $1`)
    expect(await workSchedules(world)).toEqual(new Date('2026-03-10T14:00:00Z'))
  })

  test('archived people do not come in', async () => {
    const world = await openFlowWorld(await testHouse())
    const people = await segmentOf(world, 3)
    const { flowId } = await draw(world, recurring(DAILY))
    await world.rows('update people set archived_at = created_at where account_id = $1 and id = $2', [people[0]])
    world.house.clock.set(new Date('2026-03-10T10:00:00Z'))
    await workSchedules(world)
    expect((await entries(world, flowId)).people).toBe(2)
  })
})

test('a step that is taken out lets nobody in any more', async () => {
  const world = await openFlowWorld(await testHouse())
  await segmentOf(world, 3)
  const { flowId, ids } = await world.draw(
    { event: ['/event', { eventName: 'Go' }], start: recurring(DAILY), goal: GOAL },
    [
      ['event', 'goal'],
      ['start', 'goal'],
    ],
  )
  await world.switchOn(flowId)
  await workSchedules(world)
  await world.client.call('deleteStep', { params: { id: ids.start! } })
  world.house.clock.set(new Date('2026-03-10T10:00:00Z'))
  await workSchedules(world)
  expect((await entries(world, flowId)).people).toBe(0)
})

test('why somebody has not come in', async () => {
  const world = await openFlowWorld(await testHouse())
  const [ada] = await segmentOf(world, 1)
  const eve = await world.person()
  const { flowId } = await draw(world, recurring(DAILY))
  await workSchedules(world)
  const factOf = async (personId: number) =>
    (await world.client.call('explainFlow', { params: { id: flowId, personId } })).triggers[0]
  expect(await factOf(ada!)).toMatchObject({
    isMet: false,
    fact: 'its time has not come: the next time is Tue 10 Mar 2026 at 10:00 (UTC); is in the segment now',
  })
  world.house.clock.set(new Date('2026-03-10T10:00:00Z'))
  await workSchedules(world)
  expect(await factOf(eve)).toMatchObject({
    isMet: false,
    fact: 'the last time was Tue 10 Mar 2026 at 10:00 (UTC); is not in the segment; the next time is Wed 11 Mar 2026 at 10:00 (UTC)',
  })
})
