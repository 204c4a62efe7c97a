import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { type DrawnStep, type FlowWorld, fieldIs, openFlowWorld } from '../../testing/index.ts'
import { noteTrouble } from '../engine/troubles.ts'
import { walksLoop } from '../engine/walk.ts'

const GO: DrawnStep = ['/event', { eventName: 'Go' }]
const WAIT: DrawnStep = ['/delay-v2', { kind: 'duration', value: 2, unit: 'days' }]

/** A flow with a wait and a fork beside it, and people who wait in both. */
const crowd = async (count: number) => {
  const world = await openFlowWorld(await testHouse())
  const { flowId, ids } = await world.draw({ go: GO, wait: WAIT, beside: WAIT, end: ['/end-flow'] }, [
    ['go', 'wait'],
    ['go', 'beside'],
    ['wait', 'end'],
  ])
  await world.switchOn(flowId)
  const people: number[] = []
  for (let n = 0; n < count; n++) {
    people.push(await world.person())
    await world.event(people[n]!, 'Go')
  }
  await world.takeChanges()
  return { world, flowId, ids, people }
}

const at = async (world: FlowWorld, stepId: number) =>
  (
    await world.rows<{ id: number }>(
      'select person_id as id from flow_runs where account_id = $1 and step_id = $2 and state < 3 order by 1',
      [stepId],
    )
  ).map(({ id }) => id)

const idsOf = (...people: (number | undefined)[]) => people.map((id) => ({ id: id! }))

describe('those who stand at a step', () => {
  test('go on together: some, all but some, and never who comes later', async () => {
    const { world, flowId, ids, people } = await crowd(5)
    const params = { stepId: ids.wait! }
    const skip = (body?: object) => world.client.call('skipStepPeople', { params, ...(body && { body }) } as never)
    expect(await skip({ people: idsOf(people[0], people[3], 987_654) })).toEqual({ skipped: 2, goesOn: false })
    await world.advance(flowId)
    expect(await at(world, ids.wait!)).toEqual([people[1], people[2], people[4]])
    expect(await skip({ except: [people[2]] })).toEqual({ skipped: 2, goesOn: false })
    await world.advance(flowId)
    expect(await at(world, ids.wait!)).toEqual([people[2]])
    expect(await at(world, ids.beside!)).toEqual(people)
    const exits = await world.rows('select distinct exit from step_visits where account_id = $1 and step_id = $2', [
      ids.wait,
    ])
    expect(exits).toEqual([{ exit: null }])
  })

  test('leave the flow wherever else in it they stand', async () => {
    const { world, ids, people } = await crowd(4)
    const remove = (body: object) =>
      world.client.call('removeStepPeople', {
        params: { stepId: ids.wait! },
        body: { state: 'queued' as const, ...body },
      })
    expect(await remove({ people: idsOf(people[1]) })).toEqual({ removed: 1, goesOn: false })
    expect(await at(world, ids.beside!)).toEqual([people[0], people[2], people[3]])
    expect(await remove({ except: [people[3]!] })).toEqual({ removed: 2, goesOn: false })
    expect(await at(world, ids.wait!)).toEqual([people[3]])
    expect(await at(world, ids.beside!)).toEqual([people[3]])
    expect(await remove({ people: [] })).toEqual({ removed: 0, goesOn: false })
    const counts = await world.rows('select distinct queued from flow_step_counts where account_id = $1 and queued > 0')
    expect(counts).toEqual([{ queued: 1 }])
  })

  test('are told not to wait for something any more', async () => {
    const world = await openFlowWorld(await testHouse())
    const waitFor: DrawnStep = [
      '/wait-for',
      { conditions: fieldIs('plan', 'pro'), timeout: { value: 3, unit: 'days' } },
    ]
    const { flowId, ids } = await world.draw({ go: GO, waitFor, late: WAIT }, [
      ['go', 'waitFor'],
      ['waitFor', 'late', 'timed out'],
    ])
    await world.switchOn(flowId)
    await world.event(await world.person(), 'Go')
    await world.takeChanges()
    const params = { stepId: ids.waitFor! }
    expect(await world.client.call('skipStepPeople', { params })).toEqual({ skipped: 1, goesOn: false })
    await world.advance(flowId)
    expect(await at(world, ids.late!)).toHaveLength(1)
  })

  test('cannot skip what is no wait, nor be ordered about by strangers', async () => {
    const { world, ids } = await crowd(1)
    const reply = await world.client.send('skipStepPeople', { params: { stepId: ids.end! } })
    expect([reply.status, reply.body]).toMatchObject([422, { error: { message: "Couldn't skip wait step. " } }])
    const stranger = world.server.as(await world.house.newAccount())
    const orders = [
      stranger.send('skipStepPeople', { params: { stepId: ids.wait! } }),
      stranger.send('removeStepPeople', { params: { stepId: ids.wait! }, body: { state: 'queued' } }),
    ]
    expect((await Promise.all(orders)).map(({ status }) => status)).toEqual([404, 404])
    const bad = { params: { stepId: ids.wait! }, body: { state: 'gone' as never } }
    expect((await world.client.send('removeStepPeople', bad)).status).toBe(400)
    expect(await at(world, ids.wait!)).toHaveLength(1)
  })
})

test('work on many people can be stopped, and means nobody who comes meanwhile', async () => {
  const { world, flowId, ids } = await crowd(1)
  const now = world.house.clock.now()
  await world.system((tx) =>
    tx.run(
      `with p as (insert into people (account_id, email, fields, created_at, updated_at)
         select $1, 'many' || n || '@example.com', '{}', $4, $4 from generate_series(1, 10100) n returning id)
       insert into flow_runs (account_id, flow_id, person_id, entry_key, state, step_id, due_at, entered_at, step_entered_at)
       select $1, $2, p.id, 'change:' || p.id, 1, $3, $4::timestamptz + interval '2 days', $4, $4 from p`,
      [world.accountId, flowId, ids.wait, now],
    ),
  )
  const params = { stepId: ids.wait! }
  expect(await world.client.call('skipStepPeople', { params })).toEqual({ skipped: 5_000, goesOn: true })
  world.house.clock.advance(1_000)
  const late = await world.person()
  await world.event(late, 'Go')
  await world.takeChanges()
  const loop = walksLoop(world.house)
  const page = () => loop.work(new Set([world.accountId]))
  expect(await page()).toBe('more')
  const { state } = await world.client.call('getFlowState', { params: { id: flowId } })
  const [walk] = state.walks
  expect(walk).toMatchObject({ kind: 'skip', stepId: ids.wait, moved: 10_000, total: 1 })
  const stop = { params: { id: flowId, walkId: walk!.id } }
  expect((await world.client.send('stopFlowWalk', stop)).status).toBe(204)
  expect((await world.client.send('stopFlowWalk', stop)).status).toBe(404)
  expect(await page()).toBeUndefined()
  const waiting = () =>
    world.rows<{ id: number }>(
      'select person_id as id from flow_runs where account_id = $1 and step_id = $2 and due_at > $3',
      [ids.wait, world.house.clock.now()],
    )
  expect(await waiting()).toHaveLength(102)
  expect((await waiting()).map(({ id }) => id)).toContain(late)
  await world.client.call('skipStepPeople', { params, body: { except: [late] } })
  while ((await page()) === 'more');
  expect(await waiting()).toEqual([{ id: late }])
})

test('what went wrong in a flow as a whole is forgotten when it is taken note of', async () => {
  const { world, flowId, ids, people } = await crowd(2)
  const now = world.house.clock.now()
  await world.system(async (tx) => {
    const trouble = { reason: 'No luck', people: 3, personId: people[0]! }
    await noteTrouble(tx, world.accountId, flowId, { ...trouble, code: 'not-entered' }, now)
    await noteTrouble(tx, world.accountId, flowId, { ...trouble, code: 'step-failing', stepId: ids.wait! }, now)
  })
  const params = { id: flowId }
  const troubles = async () => (await world.client.call('getFlowState', { params })).state.troubles
  expect(await troubles()).toMatchObject([
    { code: 'not-entered', stepId: null, people: 3, standing: 0 },
    { code: 'step-failing', stepId: ids.wait, standing: 2, personId: people[0] },
  ])
  expect((await world.client.send('forgetFlowTroubles', { params })).status).toBe(204)
  expect(await troubles()).toMatchObject([{ code: 'step-failing' }])
  const stranger = world.server.as(await world.house.newAccount())
  expect((await stranger.send('forgetFlowTroubles', { params })).status).toBe(404)
})
