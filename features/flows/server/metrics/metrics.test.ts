import { type TestHouse, testHouse } from '@millrace/kit/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { type FlowWorld, openFlowWorld } from '../../testing/index.ts'
import { countUniques, forgetUniques } from './uniques.job.ts'

const ALL = { scopes: ['emailMetrics:read', 'flows:read', 'emails:read'] } as const
const QUARTER = 900_000

let house: TestHouse
beforeAll(async () => {
  house = await testHouse()
})

/** A flow that tags people and leads those with a plan to a goal. */
const openTrial = async (timezone = 'UTC') => {
  house.clock.set(new Date('2026-03-10T12:00:00Z'))
  const world = await openFlowWorld(house, { timezone })
  await world.tags('paying')
  const trial = await world.draw(
    {
      start: ['/event', { eventName: 'Go' }],
      tag: ['/add-tag', { tag: 'trial' }],
      paying: ['/has-tag', { tag: 'paying' }],
      goal: ['/goal', { name: 'Paid' }],
      end: ['/end-flow'],
    },
    [
      ['start', 'tag'],
      ['tag', 'paying'],
      ['paying', 'goal', 'yes'],
      ['paying', 'end', 'no'],
    ],
  )
  await world.switchOn(trial.flowId)
  const go = async (at: string, ...people: number[]) => {
    house.clock.set(new Date(at))
    for (const person of people) await world.event(person, 'Go')
    await world.takeChanges()
  }
  const pay = (person: number) =>
    world.system((tx) => world.engine.doors.addTags(tx, world.accountId, [{ personId: person, tag: 'paying' }]))
  return { world, go, pay, ...trial }
}

const measure = async (world: FlowWorld, query: object) => (await world.client.call('measureFlows', { query })).metrics

describe('figures', () => {
  test('are told slice by slice in the zone that is asked for, with the time before', async () => {
    const { world, go, pay, flowId } = await openTrial('Asia/Kolkata')
    const [ada, bob] = [await world.person(), await world.person()]
    await pay(bob)
    // Half past six in UTC is midnight in Kolkata.
    await go('2026-03-10T18:20:00Z', ada)
    await go('2026-03-10T18:40:00Z', bob)
    await go('2026-03-11T18:29:59Z', ada)
    const metrics = await measure(world, { period: 'yesterday', flowIds: [flowId] })
    expect(metrics).toMatchObject({ startDate: '2026-03-10', endDate: '2026-03-10', granularity: 'hour' })
    const days = { startDate: '2026-03-10', endDate: '2026-03-11', flowIds: [flowId] }
    const two = await measure(world, days)
    expect(two).toMatchObject({ timezone: 'Asia/Kolkata', sum: { entered: 3, reachedGoal: 1 } })
    expect(two.points.map(({ entered, reachedGoal }) => [entered, reachedGoal])).toEqual([
      [1, 0],
      [2, 1],
    ])
    const utc = await measure(world, { ...days, timezone: 'UTC' })
    expect(utc.points.map(({ entered }) => entered)).toEqual([2, 1])
    const week = await measure(world, { ...days, granularity: 'week' })
    expect(week.points).toEqual([{ at: '2026-03-09T18:30:00.000Z', entered: 3, reachedGoal: 1 }])
    const after = await measure(world, { startDate: '2026-03-12', endDate: '2026-03-13', flowIds: [flowId] })
    expect(after).toMatchObject({ points: [], sum: { entered: 0 }, before: { sum: { entered: 3, reachedGoal: 1 } } })
    expect(after.flows).toEqual([
      {
        id: flowId,
        name: 'Drawn',
        archived: false,
        queued: 0,
        sum: { entered: 0, reachedGoal: 0 },
        before: { entered: 3, reachedGoal: 1 },
      },
    ])
  })

  test('of a stretch that goes on are compared with as much of the one before', async () => {
    const { world, go, flowId } = await openTrial()
    const [ada, bob, eve] = [await world.person(), await world.person(), await world.person()]
    await go('2026-03-11T09:00:00Z', ada)
    await go('2026-03-11T17:00:00Z', bob, eve)
    await go('2026-03-12T10:00:00Z', ada)
    house.clock.set(new Date('2026-03-12T12:00:00Z'))
    const { before, sum, points } = await measure(world, { period: 'today', flowIds: [flowId] })
    expect(sum.entered).toBe(1)
    expect(before?.sum.entered).toBe(1)
    expect(before?.points.reduce((all, { entered }) => all + entered, 0)).toBe(3)
    expect(points).toHaveLength(13)
    expect((await measure(world, { period: 'allTime', flowIds: [flowId] })).before).toBeNull()
  })

  test('are of all flows that are not archived unless some are named, and never of another account', async () => {
    const { world, go, flowId } = await openTrial()
    const second = (await world.client.call('createFlow', { query: {}, body: { name: 'Second' } })).integration.id
    await world.client.call('updateFlow', { params: { id: second }, body: { archived: true } })
    await go('2026-03-10T12:05:00Z', await world.person())
    const all = await measure(world, { period: 'today' })
    expect(all.flows.map(({ id }) => id)).toEqual([flowId])
    const named = await measure(world, { period: 'today', flowIds: [flowId, second] })
    expect(named.flows.map(({ id, archived }) => [id, archived])).toEqual([
      [flowId, false],
      [second, true],
    ])
    const other = world.server.as(await house.newAccount())
    const theirs = (await other.call('measureFlows', { query: { period: 'today', flowIds: [flowId] } })).metrics
    expect([theirs.flows, theirs.sum]).toEqual([[], { entered: 0, reachedGoal: 0 }])
  })

  test('need a permission, and words that can be read', async () => {
    const { world, flowId } = await openTrial()
    const { accountId, memberId } = world.account
    const reader = world.server.as({ accountId, memberId, scopes: ['flows:read'] })
    const params = { id: flowId }
    expect((await reader.send('measureFlows', { query: {} })).status).toBe(403)
    expect((await reader.send('getFlowFunnel', { params, query: {} })).status).toBe(403)
    expect((await reader.send('countFlowsUniquePeople', { query: {} })).status).toBe(403)
    expect((await world.server.as({ accountId, memberId, ...ALL }).send('measureFlows', { query: {} })).status).toBe(
      200,
    )
    const send = async (query: object) => (await world.client.send('measureFlows', { query: query as never })).status
    expect(await send({ period: 'lastDecade' })).toBe(400)
    expect(await send({ startDate: 'soon', endDate: '2026-01-01' })).toBe(400)
    expect(await send({ granularity: 'minute' })).toBe(400)
    expect(await send({ flowIds: Array.from({ length: 501 }, (_, id) => id + 1) })).toBe(400)
  })
})

describe('different people', () => {
  const ask = (world: FlowWorld, query: object) => world.client.call('countFlowsUniquePeople', { query })
  const work = () => house.runJobs([countUniques(house), forgetUniques(house)])

  test('are counted by a job; what was counted last is told meanwhile', async () => {
    const { world, go, pay, flowId } = await openTrial()
    const [ada, bob] = [await world.person(), await world.person()]
    await pay(ada)
    await go('2026-03-10T12:01:00Z', ada, bob)
    await go('2026-03-10T12:02:00Z', ada)
    const query = { flowIds: [flowId], period: 'custom', startDate: '2026-03-01', endDate: '2026-03-10' }
    expect(await ask(world, query)).toEqual({ metrics: {}, pending: true, computeStartTime: null })
    await work()
    const counted = { [flowId]: { peopleEnteredFlow: 2, peopleReachedGoal: 1 } }
    const started = '2026-03-10T12:02:00.000Z'
    expect(await ask(world, query)).toEqual({ metrics: counted, pending: false, computeStartTime: started })
    await go('2026-03-10T12:03:00Z', await world.person())
    expect(await ask(world, query)).toMatchObject({ metrics: counted, pending: false })
    expect(await ask(world, { ...query, forceRefresh: 'true' })).toMatchObject({ metrics: counted, pending: true })
    await work()
    expect((await ask(world, query)).metrics[flowId]).toEqual({ peopleEnteredFlow: 3, peopleReachedGoal: 1 })
    house.clock.advance(QUARTER)
    expect((await ask(world, query)).pending).toBe(true)
    await work()
    house.clock.set(new Date('2026-03-11T01:00:00Z'))
    expect((await ask(world, query)).pending).toBe(true)
    await work()
    house.clock.advance(40 * 86_400_000)
    expect((await ask(world, query)).pending).toBe(false)
  })

  test('need a period, both dates and a flow of one’s own', async () => {
    const { world, flowId } = await openTrial()
    const nothing = { metrics: {}, pending: false, computeStartTime: null }
    const whole = { flowIds: [flowId], period: 'custom', startDate: '2026-03-01', endDate: '2026-03-10' }
    for (const missing of ['flowIds', 'period', 'startDate', 'endDate'])
      expect(await ask(world, { ...whole, [missing]: undefined })).toEqual(nothing)
    const other = world.server.as(await house.newAccount())
    expect(await other.call('countFlowsUniquePeople', { query: whole as never })).toEqual(nothing)
    expect((await world.client.send('countFlowsUniquePeople', { query: { startDate: 'soon' } })).status).toBe(400)
  })

  test('that nobody asks about any more are forgotten', async () => {
    const { world, flowId } = await openTrial()
    await ask(world, { flowIds: [flowId], period: 'custom', startDate: '2026-03-01', endDate: '2026-03-02' })
    const left = () => world.rows('select 1 from flow_uniques where account_id = $1')
    const forget = () => forgetUniques(house).run({}, new AbortController().signal)
    await forget()
    expect(await left()).toHaveLength(1)
    house.clock.advance(31 * 86_400_000)
    await forget()
    expect(await left()).toHaveLength(0)
  })
})

describe('the funnel', () => {
  test('counts who came to each step of the way that most took', async () => {
    const { world, go, pay, flowId, ids } = await openTrial()
    const [ada, bob, eve] = [await world.person(), await world.person(), await world.person()]
    await pay(ada)
    await pay(bob)
    await go('2026-03-10T12:01:00Z', ada, bob, eve)
    const params = { id: flowId }
    const read = (query: object) => world.client.call('getFlowFunnel', { params, query })
    const { path, goals } = await read({ period: 'today' })
    expect(path.map(({ id, entered, exit }) => [id, entered, exit])).toEqual([
      [ids.start, 3, null],
      [ids.tag, 3, null],
      [ids.paying, 3, null],
      [ids.goal, 2, 'yes'],
    ])
    expect(path.at(-1)).toMatchObject({ reachedGoal: 2, type: 'action', queued: 0, failed: 0 })
    expect(goals).toEqual([{ id: ids.goal, name: 'Paid' }])
    expect((await read({ period: 'today', to: ids.end })).path.at(-1)).toMatchObject({ id: ids.end, entered: 1 })
    expect((await read({ period: 'yesterday' })).path.map(({ entered }) => entered)).toEqual([0, 0, 0, 0])
    const other = world.server.as(await house.newAccount())
    expect((await other.send('getFlowFunnel', { params, query: {} })).status).toBe(404)
  })
})
