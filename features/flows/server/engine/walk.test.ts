import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { type DrawnStep, type FlowWorld, openFlowWorld } from '../../testing/index.ts'
import { walksLoop } from './walk.ts'

const IN: DrawnStep = ['/tag', { tag: 'vip', change: 'added' }]
const WAIT: DrawnStep = ['/delay-v2', { kind: 'duration', value: 10, unit: 'days' }]

/** So many people come in by statements of the test, more than one page. */
const fill = (world: FlowWorld, flowId: number, stepId: number, count: number, state: number) =>
  world.system(async (tx) => {
    const now = world.house.clock.now()
    await tx.run(
      `with p as (insert into people (account_id, email, fields, created_at, updated_at)
         select $1, 'many' || n || '@example.com', '{}', $4, $4 from generate_series(1, $5) n returning id)
       insert into flow_runs (account_id, flow_id, person_id, entry_key, state, step_id, due_at, entered_at, step_entered_at, error)
       select $1, $2, p.id, 'change:' || p.id, $6::int, $3, case when $6::int < 2 then $4::timestamptz + interval '10 days' end, $4,
         $4::timestamptz - p.id % 7 * interval '1 second', case when $6::int = 3 then 'No luck' end from p`,
      [world.accountId, flowId, stepId, now, count, state],
    )
    await tx.run(
      `insert into flow_step_counts (account_id, step_id, flow_id, entered, queued, failed) values ($1, $2, $3, $4, $5, $6)`,
      [world.accountId, stepId, flowId, count, state === 3 ? 0 : count, state === 3 ? count : 0],
    )
  })

const standing = (world: FlowWorld) =>
  world.rows<{ state: number; step_id: number; count: number; due: boolean }>(
    `select state, step_id, count(*)::int as count, coalesce(due_at <= $2, false) as due from flow_runs
     where account_id = $1 group by state, step_id, 4 order by state, step_id`,
    [world.house.clock.now()],
  )

const walkOn = async (world: FlowWorld) => {
  const loop = walksLoop(world.house)
  while ((await loop.work(new Set([world.accountId]))) === 'more');
}

const MANY = 5_300

describe('what is done to many people', () => {
  test('goes a page at a time: the first at once, the rest by the worker', async () => {
    const world = await openFlowWorld(await testHouse())
    await world.tags('vip')
    const { flowId, ids } = await world.draw({ in: IN, wait: WAIT, end: ['/end-flow'] }, [
      ['in', 'wait'],
      ['wait', 'end'],
    ])
    await fill(world, flowId, ids.wait!, MANY, 1)
    const skip = () => world.client.call('skipStepPeople', { params: { stepId: ids.wait! } })
    expect(await skip()).toEqual({ skipped: 5_000, goesOn: true })
    const { state } = await world.client.call('getFlowState', { params: { id: flowId } })
    expect(state.walks).toMatchObject([{ kind: 'skip', stepId: ids.wait, moved: 5_000 }])
    expect(state.overdue).toBe(5_000)
    await walkOn(world)
    expect(await standing(world)).toEqual([{ state: 1, step_id: ids.wait, count: MANY, due: true }])
    expect((await world.client.call('getFlowState', { params: { id: flowId } })).state.walks).toEqual([])
  })

  test('deleting a step moves everybody on, those too whom the engine meets before the walk does', async () => {
    const world = await openFlowWorld(await testHouse())
    await world.tags('vip')
    const { flowId, ids } = await world.draw({ in: IN, wait: WAIT, later: WAIT }, [
      ['in', 'wait'],
      ['wait', 'later'],
    ])
    await fill(world, flowId, ids.wait!, MANY, 1)
    await world.switchOn(flowId)
    await world.client.call('deleteStep', { params: { id: ids.wait! } })
    await world.system((tx) =>
      tx.run('update flow_runs set due_at = $3 where account_id = $1 and step_id = $2', [
        world.accountId,
        ids.wait,
        world.house.clock.now(),
      ]),
    )
    await world.advance(flowId)
    await walkOn(world)
    await world.advance(flowId)
    expect(await standing(world)).toEqual([{ state: 1, step_id: ids.later, count: MANY, due: false }])
  })

  test('failed people are tried again together, or taken out', async () => {
    const world = await openFlowWorld(await testHouse())
    await world.tags('vip')
    const { flowId, ids } = await world.draw({ in: IN, add: ['/add-tag', { tag: 'done' }] }, [['in', 'add']])
    await fill(world, flowId, ids.add!, 30, 3)
    const params = { stepId: ids.add! }
    const retry = (reason?: string) => world.client.call('retryStepPeople', { params, body: { reason } })
    expect(await retry('Another reason')).toEqual({ retried: 0, goesOn: false })
    expect(await retry('No luck')).toEqual({ retried: 30, goesOn: false })
    const remove = (state: 'failed' | 'queued') => world.client.call('removeStepPeople', { params, body: { state } })
    expect(await remove('failed')).toEqual({ removed: 0, goesOn: false })
    expect(await remove('queued')).toEqual({ removed: 30, goesOn: false })
    expect(await standing(world)).toMatchObject([{ state: 4, count: 30 }])
    const stranger = world.server.as(await world.house.newAccount())
    await expect(stranger.call('retryStepPeople', { params, body: {} })).rejects.toThrow('404')
    await expect(stranger.call('getFlowState', { params: { id: flowId } })).rejects.toThrow('404')
  })
})

describe('a step that fails for everybody', () => {
  test('holds whoever comes, is tried with one a minute, and lets all go on once it works', async () => {
    let isBroken = true
    const added: number[] = []
    const world = await openFlowWorld(
      await testHouse(),
      {},
      {
        addTags: async (_tx, _account, pairs) => {
          if (isBroken) throw new Error('The service is away')
          for (const { personId } of pairs) added.push(personId)
        },
      },
    )
    await world.tags('vip', 'done')
    const { flowId, ids } = await world.draw(
      { in: ['/event', { eventName: 'Go' }], add: ['/add-tag', { tag: 'done' }] },
      [['in', 'add']],
    )
    await world.switchOn(flowId)
    const come = async (count: number) => {
      for (let n = 0; n < count; n++) await world.event(await world.person(), 'Go')
      await world.takeChanges()
    }
    await come(20)
    await come(3)
    const { state } = await world.client.call('getFlowState', { params: { id: flowId } })
    expect(state.troubles).toMatchObject([{ code: 'step-failing', stepId: ids.add, people: 20 }])
    const states = () =>
      world.rows<{ state: number; count: number }>(
        'select state, count(*)::int as count from flow_runs where account_id = $1 group by state order by state',
      )
    expect(await states()).toEqual([
      { state: 0, count: 1 },
      { state: 2, count: 2 },
      { state: 3, count: 20 },
    ])
    world.house.clock.advance(61_000)
    await world.advance(flowId)
    expect((await states())[0]).toEqual({ state: 0, count: 1 })
    isBroken = false
    world.house.clock.advance(61_000)
    await world.advance(flowId)
    expect(added).toHaveLength(3)
    expect(await states()).toEqual([
      { state: 3, count: 20 },
      { state: 4, count: 3 },
    ])
    await world.client.call('retryStepPeople', { params: { stepId: ids.add! }, body: {} })
    await world.advance(flowId)
    expect(await states()).toEqual([{ state: 4, count: 23 }])
    expect((await world.client.call('getFlowState', { params: { id: flowId } })).state.troubles).toEqual([])
  })
})
