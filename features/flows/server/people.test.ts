import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { type DrawnStep, openFlowWorld, waitingPeople } from '../testing/index.ts'

const EVENT: DrawnStep = ['/event', { eventName: 'Go' }]
const HOUR = 3_600_000

describe('people in a step', () => {
  test('are listed by state, latest first, a page at a time', async () => {
    const world = await openFlowWorld(await testHouse())
    const { ids, people } = await waitingPeople(world, ['ada', 'bob', 'cy'])
    const list = async (query: { state?: 'entered' | 'queued' | 'failed'; limit?: number; offset?: number }) =>
      (await world.client.call('listStepPeople', { params: { stepId: ids.wait! }, query })).people
    expect((await list({})).queued).toMatchObject([
      { id: people[2], email: 'cy@example.com', name: 'cy', leftAt: null, dueAt: '2026-03-10T11:00:02.000Z' },
      { id: people[1] },
      { id: people[0] },
    ])
    expect((await list({ state: 'entered', limit: 2, offset: 1 })).entered?.map(({ id }) => id)).toEqual([
      people[1],
      people[0],
    ])
    expect(await list({ state: 'failed' })).toEqual({ failed: [] })
    const started = await world.client.call('listStepPeople', {
      params: { stepId: ids.start! },
      query: { state: 'entered' },
    })
    expect(started.people.entered?.map(({ id, leftAt }) => [id, leftAt !== null])).toEqual(
      [...people].reverse().map((id) => [id, true]),
    )
    const bad = await world.client.send('listStepPeople', {
      params: { stepId: ids.wait! },
      query: { state: 'gone' as never },
    })
    expect(bad.status).toBe(400)
  })

  test('can be taken out of the step, let go on, or taken out of the flow', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId, ids, people } = await waitingPeople(world, ['ada', 'bob', 'cy'])
    const at = (n: number) => ({ stepId: ids.wait!, objectId: people[n]! })
    expect((await world.client.send('removePersonFromStep', { params: at(0) })).status).toBe(204)
    expect((await world.client.send('removePersonFromStep', { params: at(0) })).status).toBe(404)
    await world.client.call('skipWait', { params: at(1) })
    expect(await world.advance(flowId)).toBe(1)
    const out = { flowId, objectId: people[2]! }
    expect((await world.client.send('endFlowForPerson', { params: out })).status).toBe(204)
    expect((await world.client.send('endFlowForPerson', { params: out })).status).toBe(404)
    const visits = await world.rows(
      'select person_id, exit from step_visits where account_id = $1 and step_id = $2 order by 1',
      [ids.wait],
    )
    expect(visits).toEqual(people.map((person_id, n) => ({ person_id, exit: n === 1 ? null : 'removed' })))
    const { integration } = await world.client.call('getFlowPeopleCounts', { params: { id: flowId } })
    expect(integration.steps[ids.wait!]?.data).toEqual({ peopleCounts: { entered: 3, queued: 0 }, failed: 0 })
    expect(integration.steps[ids.goal!]?.data.peopleCounts).toEqual({ entered: 1, queued: 0 })
  })

  test('cannot skip a step that is no wait', async () => {
    const world = await openFlowWorld(await testHouse())
    await world.email(1)
    const window = { weekdays: [7], from: '08:00', to: '09:00', timezone: 'account' }
    const { flowId, ids } = await world.draw({ start: EVENT, mail: ['/send', { emailId: 1, window }] }, [
      ['start', 'mail'],
    ])
    await world.switchOn(flowId)
    const ada = await world.person()
    await world.event(ada, 'Go')
    await world.takeChanges()
    const reply = await world.client.send('skipWait', { params: { stepId: ids.mail!, objectId: ada } })
    expect([reply.status, reply.body]).toMatchObject([422, { error: { message: "Couldn't skip wait step. " } }])
  })
})

test("a flow's history tells of people and members, newest first, page by page", async () => {
  const world = await openFlowWorld(await testHouse())
  const { flowId, ids, people } = await waitingPeople(world, ['ada', 'bob'])
  world.house.clock.advance(2 * HOUR)
  await world.advance(flowId)
  const all = await world.client.call('getFlowHistory', { params: { id: flowId }, query: {} })
  expect(
    all.history.filter(({ person }) => person).map(({ type, stepId, person }) => [type, stepId, person?.name]),
  ).toEqual([
    ['left', ids.goal, 'bob'],
    ['left', ids.wait, 'bob'],
    ['left', ids.goal, 'ada'],
    ['left', ids.wait, 'ada'],
    ['left', ids.start, 'bob'],
    ['left', ids.start, 'ada'],
  ])
  expect(all.history.filter(({ member }) => member).map(({ type }) => type)).toEqual([
    'activated',
    'edited',
    'edited',
    'edited',
    'edited',
    'edited',
    'created',
  ])
  const paged: string[] = []
  let cursor: string | undefined
  do {
    const { history, paging } = await world.client.call('getFlowHistory', {
      params: { id: flowId },
      query: { limit: 4, cursor },
    })
    paged.push(...history.map(({ id }) => id))
    cursor = paging.after ?? undefined
  } while (cursor)
  expect(paged).toEqual(all.history.map(({ id }) => id))
  const told = async (query: object) =>
    (await world.client.call('getFlowHistory', { params: { id: flowId }, query })).history
  expect(await told({ about: 'people' })).toEqual(all.history.filter(({ person }) => person))
  expect(await told({ about: 'flow' })).toEqual(all.history.filter(({ person }) => !person))
  const ofBob = all.history.filter(({ person }) => person?.id === people[1])
  expect(await told({ personId: people[1] })).toEqual(ofBob)
  const first = await world.client.call('getFlowHistory', {
    params: { id: flowId },
    query: { personId: people[1], limit: 2 },
  })
  const rest = await told({ personId: people[1], cursor: first.paging.after ?? '' })
  expect([...first.history, ...rest]).toEqual(ofBob)
  expect(await told({ personId: 987_654 })).toEqual([])
  const own = await world.client.call('getFlowHistory', { params: { id: flowId }, query: { stepId: ids.goal } })
  expect(own.history.filter(({ person }) => person).map(({ person }) => person?.id)).toEqual([people[1], people[0]])
  expect((await world.client.send('getFlowHistory', { params: { id: flowId }, query: { cursor: 'x' } })).status).toBe(
    400,
  )
})

test('figures count by day of the account, with the days before', async () => {
  const world = await openFlowWorld(await testHouse(), { timezone: 'Pacific/Auckland' })
  const { flowId, people } = await waitingPeople(world, ['ada', 'bob'])
  world.house.clock.set(new Date('2026-03-11T20:00:00Z'))
  await world.event(people[0]!, 'Go')
  await world.takeChanges()
  await world.advance(flowId)
  const { metrics } = await world.client.call('countFlowsPeople', { query: { days: 2, flowIds: [flowId] } })
  expect(metrics).toEqual({
    [flowId]: {
      peopleEnteredFlow: 1,
      peopleReachedGoal: 2,
      queued: 1,
      before: { peopleEnteredFlow: 2, peopleReachedGoal: 0 },
      days: [
        { date: '2026-03-11', entered: 0, reachedGoal: 0 },
        { date: '2026-03-12', entered: 1, reachedGoal: 2 },
      ],
    },
  })
})

test('what a flow uses is told: emails, segments and fields, however deep', async () => {
  const world = await openFlowWorld(await testHouse())
  await world.email(4)
  await world.system((tx) =>
    tx.run(
      `insert into segments (account_id, id, name, conditions, created_at, updated_at) values ($1, 500, 'Trials',
        '{"type": "group", "operator": "and", "conditions": []}', $2, $2)`,
      [world.accountId, world.house.clock.now()],
    ),
  )
  await world.system((tx) =>
    tx.run(`insert into person_fields (account_id, name, title, created_at) values ($1, 'plan', 'Plan', $2)`, [
      world.accountId,
      world.house.clock.now(),
    ]),
  )
  const field = { type: 'field', field: 'plan', condition: 'is', value: 'pro' }
  const inSegment = { type: 'segment', value: 500, condition: 'in' }
  const group = (...conditions: object[]) => ({ type: 'group', operator: 'and', conditions })
  const { flowId } = await world.draw(
    {
      start: ['/event', { eventName: 'Go', conditions: group({ ...field, field: 'amount' }) }],
      filter: ['/condition', { conditions: group(group(field), inSegment) }],
      mail: ['/send', { emailId: 4 }],
    },
    [],
  )
  const params = { id: flowId }
  expect(await world.client.call('getFlowAttached', { params, query: {} })).toEqual({
    emails: [{ id: 4, name: 'Email 4' }],
    segments: [{ id: 500, name: 'Trials' }],
    fields: [{ name: 'plan', title: 'Plan' }],
    tags: [],
  })
  expect((await world.client.call('getFlowEmails', { params, query: {} })).emails).toHaveLength(1)
  expect((await world.client.call('getFlowSegments', { params, query: {} })).segments).toHaveLength(1)
})
