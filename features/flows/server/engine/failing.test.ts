import { refused } from '@millrace/kit/server'
import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { type DrawnStep, type FlowWorld, openFlowWorld } from '../../testing/index.ts'
import type { FlowDoors } from '../doors.ts'
import { openDoors } from '../openDoors.ts'
import { advanceFlow } from './advance.ts'

const EVENT: DrawnStep = ['/event', { eventName: 'Go' }]
const HOUR = 3_600_000

const enter = async (world: FlowWorld, count: number) => {
  const people: number[] = []
  for (let n = 0; n < count; n++) {
    const id = await world.person({ fields: { size: n === 1 ? 1_000_000_000 : 2 } })
    people.push(id)
    await world.event(id, 'Go')
  }
  await world.takeChanges()
  return people
}

const statesOf = async (world: FlowWorld) =>
  Object.fromEntries(
    (
      await world.rows<{ state: number; n: number }>(
        'select state, count(*)::int as n from flow_runs where account_id = $1 group by 1',
      )
    ).map(({ state, n }) => [state, n]),
  )

/** Tagging is impossible for some people for as long as `isBroken` says so. */
const brokenTags = async (
  house: Parameters<typeof openDoors>[0],
  isBroken: (personId: number) => boolean,
): Promise<Partial<FlowDoors>> => {
  const real = openDoors(house)
  return {
    addTags: async (tx, accountId, pairs) => {
      // A statement that fails leaves the transaction unusable until the savepoint.
      if (pairs.some(({ personId }) => isBroken(personId))) await tx.run('select 1 / 0')
      return real.addTags(tx, accountId, pairs)
    },
  }
}

describe('a step that fails for some', () => {
  test('stops them there with a reason and nobody else; they can try again', async () => {
    const house = await testHouse()
    let bad = new Set<number>()
    const world = await openFlowWorld(house, {}, await brokenTags(house, (id) => bad.has(id)))
    const { flowId, ids } = await world.draw(
      {
        start: EVENT,
        wait: ['/delay-v2', { kind: 'duration', value: 1, unit: 'hours' }],
        tag: ['/add-tag', { tag: 'in' }],
        goal: ['/goal', { name: 'Done' }],
      },
      [
        ['start', 'wait'],
        ['wait', 'tag'],
        ['tag', 'goal'],
      ],
    )
    await world.switchOn(flowId)
    const people = await enter(world, 9)
    bad = new Set([people[2]!, people[7]!])
    house.clock.advance(HOUR)
    await world.advance(flowId)
    expect(await statesOf(world)).toEqual({ 3: 2, 4: 7 })
    const { people: at } = await world.client.call('listStepPeople', { params: { stepId: ids.tag! }, query: {} })
    expect(at.failed!.map(({ id, error }) => [id, error])).toEqual(
      [people[7], people[2]].map((id) => [id, 'This step could not be run. It can be tried again.']),
    )
    expect(at.queued).toEqual([])
    const step = async () => (await world.client.call('getStep', { params: { id: ids.tag! }, query: {} })).step.data
    expect(await step()).toMatchObject({ peopleCounts: { entered: 9, queued: 0 }, failed: 2 })

    bad = new Set([people[7]!])
    for (const objectId of [people[2]!, people[7]!])
      await world.client.call('retryStep', { params: { stepId: ids.tag!, objectId } })
    await world.advance(flowId)
    expect(await statesOf(world)).toEqual({ 3: 1, 4: 8 })
    expect(await step()).toMatchObject({ peopleCounts: { entered: 9, queued: 0 }, failed: 1 })
    expect((await world.client.send('retryStep', { params: { stepId: ids.tag!, objectId: people[2]! } })).status).toBe(
      404,
    )
    const { history } = await world.client.call('getFlowHistory', {
      params: { id: flowId },
      query: { stepId: ids.tag! },
    })
    expect(history.filter(({ type }) => type === 'failed')).toHaveLength(3)
  })

  test('within the taking of changes too, and everybody at once where all fail alike', async () => {
    const house = await testHouse()
    const tries: number[] = []
    const doors: Partial<FlowDoors> = {
      addTags: async (_tx, _account, pairs) => {
        tries.push(pairs.length)
        throw refused('Tags are full.')
      },
    }
    const world = await openFlowWorld(house, {}, doors)
    const { flowId } = await world.draw({ start: EVENT, tag: ['/add-tag', { tag: 'in' }] }, [['start', 'tag']])
    await world.switchOn(flowId)
    await enter(world, 100)
    expect(await statesOf(world)).toEqual({ 3: 100 })
    expect(await world.rows('select distinct error from flow_runs where account_id = $1')).toEqual([
      { error: 'Tags are full.' },
    ])
    expect(tries.length).toBeLessThan(60)
  })

  test('Liquid that cannot be run for one person stops that person only', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId } = await world.draw(
      {
        start: EVENT,
        set: ['/change-field', { field: 'plan', value: '{% for n in (1..size) %}x{% endfor %}' }],
      },
      [['start', 'set']],
    )
    await world.switchOn(flowId)
    const people = await enter(world, 3)
    const plans = await world.rows<{ id: number; plan: string | null }>(
      `select id, fields ->> 'plan' as plan from people where account_id = $1 order by id`,
    )
    expect(plans).toEqual(people.map((id, n) => ({ id, plan: n === 1 ? null : 'xx' })))
  })
})

test('a transaction that breaks at any statement changes nothing, and the next one does it all', async () => {
  const house = await testHouse()
  const world = await openFlowWorld(house)
  await world.email(1)
  const { flowId } = await world.draw(
    {
      start: EVENT,
      wait: ['/delay-v2', { kind: 'duration', value: 1, unit: 'hours' }],
      tag: ['/add-tag', { tag: 'in' }],
      mail: ['/send', { emailId: 1 }],
      goal: ['/goal', { name: 'Done' }],
    },
    [
      ['start', 'wait'],
      ['wait', 'tag'],
      ['tag', 'mail'],
      ['mail', 'goal'],
    ],
  )
  await world.switchOn(flowId)
  await enter(world, 5)
  house.clock.advance(HOUR)
  const everything = async () => ({
    runs: await world.rows('select * from flow_runs where account_id = $1 order by id'),
    visits: await world.rows('select * from step_visits where account_id = $1 order by run_id, visit'),
    counts: await world.rows('select * from flow_step_counts where account_id = $1 order by step_id'),
    sends: await world.rows('select person_id from sends where account_id = $1 order by person_id'),
    goals: await world.rows('select person_id from flow_goals where account_id = $1 order by person_id'),
    people: await world.rows('select id, tags from people where account_id = $1 order by id'),
  })
  const before = await everything()
  let breaks = 0
  for (let at = 1; ; at++) {
    let statements = 0
    const system: typeof house.db.system = (work) =>
      house.db.system((tx) => {
        const counted = (sql: string) => {
          // Whoever was killed answers nothing any more.
          if (++statements >= at) throw Object.assign(new Error(`killed before: ${sql}`), { code: '57P01' })
          return sql
        }
        const rows: typeof tx.rows = async (sql, ...rest) => tx.rows(counted(sql), ...rest)
        const one: typeof tx.one = async (sql, ...rest) => tx.one(counted(sql), ...rest)
        const run: typeof tx.run = async (sql, ...rest) => tx.run(counted(sql), ...rest)
        return work({ ...tx, rows, one, run })
      })
    const engine = { ...world.engine, house: { ...house, db: { ...house.db, system } } }
    const moved = await advanceFlow(engine, world.accountId, flowId).catch((error: Error) => {
      expect(error.message).toMatch(/^killed before/)
      return undefined
    })
    if (moved !== undefined) {
      expect(moved).toBe(5)
      break
    }
    breaks++
    expect(await everything()).toEqual(before)
  }
  expect(breaks).toBeGreaterThan(12)
  const after = await everything()
  expect([after.sends.length, after.goals.length, await statesOf(world)]).toEqual([5, 5, { 4: 5 }])
})

test('two workers at once share the work and do nothing twice', async () => {
  const world = await openFlowWorld(await testHouse())
  await world.email(1)
  const { flowId, ids } = await world.draw(
    {
      start: EVENT,
      wait: ['/delay-v2', { kind: 'duration', value: 1, unit: 'hours' }],
      mail: ['/send', { emailId: 1 }],
      goal: ['/goal', { name: 'Done' }],
    },
    [
      ['start', 'wait'],
      ['wait', 'mail'],
      ['mail', 'goal'],
    ],
  )
  await world.switchOn(flowId)
  await enter(world, 60)
  world.house.clock.advance(HOUR)
  const moved = await Promise.all([1, 2, 3, 4].map(() => world.advance(flowId, 7)))
  expect(moved.reduce((sum, n) => sum + n, 0)).toBe(60)
  expect(await statesOf(world)).toEqual({ 4: 60 })
  expect(await world.rows('select count(*)::int as n from sends where account_id = $1')).toEqual([{ n: 60 }])
  const { integration } = await world.client.call('getFlowPeopleCounts', { params: { id: flowId } })
  expect(Object.values(integration.steps).map(({ data }) => data.peopleCounts)).toEqual(
    Object.values(ids).map(() => ({ entered: 60, queued: 0 })),
  )
})
