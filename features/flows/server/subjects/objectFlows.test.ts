import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { type DrawnStep, type FlowWorld, fieldIs, openFlowWorld } from '../../testing/index.ts'
import { endRunsOfPeople } from '../engine/endRuns.ts'
import { personFlows } from '../personFlows.ts'

const PLAN: DrawnStep = ['/field-changed', { field: 'plan', to: 'pro' }]
const WAIT: DrawnStep = ['/delay-v2', { kind: 'duration', value: 2, unit: 'days' }]
const DAY = 86_400_000
const isLarge = { type: 'field', field: 'seats', condition: 'is', value: 50 } as const
const isPro = { type: 'field', field: 'plan', condition: 'is', value: 'pro' } as const

const standing = (world: FlowWorld) =>
  world.rows<{ who: number; step: number }>(
    'select person_id as who, step_id as step from flow_runs where account_id = $1 and state < 4 order by id',
  )

const fieldsOf = async (world: FlowWorld, id: number) =>
  (
    await world.rows<{ fields: Record<string, unknown> }>(
      'select fields from objects where account_id = $1 and id = $2',
      [id],
    )
  )[0]?.fields

describe('a flow of companies', () => {
  test('takes companies from a changed field over a condition, a wait and a goal, and changes them', async () => {
    const world = await openFlowWorld(await testHouse())
    const acme = await world.object({ name: 'Acme', plan: 'free', seats: 3 })
    const globex = await world.object({ name: 'Globex', plan: 'free', seats: 50 })
    const { flowId, ids } = await world.draw(
      {
        start: PLAN,
        large: ['/condition', { conditions: fieldIs('seats', 50) }],
        mark: ['/change-field', { field: 'stage', value: '{{ company.name }} at {{ plan }}' }],
        more: ['/change-numeric-field', { field: 'seats', by: 'add', value: '{{ seats }}' }],
        wait: WAIT,
        goal: ['/goal', { name: 'Settled' }],
      },
      [
        ['start', 'large'],
        ['large', 'mark', 'yes'],
        ['mark', 'more'],
        ['more', 'wait'],
        ['wait', 'goal'],
      ],
      {},
      'company',
    )
    await world.object({ name: 'Fields', stage: 'x' })
    await world.switchOn(flowId)
    await world.changeObject(acme, { plan: 'pro' })
    await world.changeObject(globex, { plan: 'pro' })
    await world.takeChanges()
    expect(await standing(world)).toEqual([{ who: -globex, step: ids.wait }])
    expect(await fieldsOf(world, globex)).toMatchObject({ stage: 'Globex at pro', seats: 100 })
    expect(await fieldsOf(world, acme)).toMatchObject({ seats: 3 })
    world.house.clock.advance(2 * DAY)
    await world.advance(flowId)
    const goals = await world.rows('select person_id as who, flow_id as flow from flow_goals where account_id = $1')
    expect([await standing(world), goals]).toEqual([[], [{ who: -globex, flow: flowId }]])
  })

  test('lets in what is made after it is switched on, of its own kind alone', async () => {
    const world = await openFlowWorld(await testHouse())
    await world.object({ name: 'Before' })
    const { flowId, ids } = await world.draw(
      { start: ['/object-created'], wait: WAIT },
      [['start', 'wait']],
      {},
      'company',
    )
    world.house.clock.advance(DAY)
    await world.switchOn(flowId)
    await world.takeChanges()
    const one = await world.object({ name: 'After' })
    await world.person()
    await world.takeChanges()
    expect(await standing(world)).toEqual([{ who: -one, step: ids.wait }])
    const other = await world.client.call('createFlow', { query: {}, body: { objectType: 'Company' } })
    expect(other.integration.objectType).toBe('company')
    expect((await world.client.send('createFlow', { query: {}, body: { objectType: 'nothing' } })).status).toBe(404)
  })

  test('lets in whatever comes into a segment of companies', async () => {
    const world = await openFlowWorld(await testHouse())
    const segmentId = await world.segmentOf('company', 'Large', isLarge)
    const { flowId, ids } = await world.draw(
      { start: ['/segment-trigger', { segmentId, change: 'entered' }], wait: WAIT },
      [['start', 'wait']],
      {},
      'company',
    )
    await world.switchOn(flowId)
    const [small, large] = [await world.object({ seats: 1 }), await world.object({ seats: 50 })]
    await world.takeChangesWithSegments()
    expect(await standing(world)).toEqual([{ who: -large, step: ids.wait }])
    await world.changeObject(small, { seats: 50 })
    await world.takeChangesWithSegments()
    expect((await standing(world)).map(({ who }) => who)).toEqual([-large, -small])
  })

  test('pulls companies to a goal whose conditions they come to meet', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId, ids } = await world.draw(
      {
        start: ['/object-created'],
        wait: WAIT,
        goal: ['/goal', { name: 'Paid', conditions: fieldIs('plan', 'pro'), moveHere: true }],
        after: WAIT,
      },
      [
        ['start', 'wait'],
        ['wait', 'goal'],
        ['goal', 'after'],
      ],
      {},
      'company',
    )
    await world.switchOn(flowId)
    const [acme, globex] = [await world.object({ plan: 'free' }), await world.object({ plan: 'free' })]
    await world.takeChanges()
    await world.changeObject(acme, { plan: 'pro' })
    await world.takeChanges()
    expect(await standing(world)).toEqual([
      { who: -acme, step: ids.after },
      { who: -globex, step: ids.wait },
    ])
  })

  test('is left by what is archived, and forgets what is erased', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId } = await world.draw({ start: ['/object-created'], wait: WAIT }, [['start', 'wait']], {}, 'company')
    await world.switchOn(flowId)
    const [acme, globex] = [await world.object({ name: 'Acme' }), await world.object({ name: 'Globex' })]
    await world.takeChanges()
    await world.change([{ kind: 'object.archived', personId: null, ref: acme, data: { objectName: 'company' } }])
    await world.takeChanges()
    expect((await standing(world)).map(({ who }) => who)).toEqual([-globex])
    await world.change([{ kind: 'object.erased', personId: null, ref: acme, data: { objectName: 'company' } }])
    await world.takeChanges()
    const rows = await world.rows('select 1 from step_visits where account_id = $1 and person_id = $2', [-acme])
    expect(rows).toEqual([])
  })

  test('refuses steps for people, and segments of people', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId } = await world.draw({ start: ['/object-created'] }, [], {}, 'company')
    const add = (operationKey: string) =>
      world.client.send('createStep', { body: { integrationId: flowId, serviceId: 'millrace', operationKey } })
    for (const key of ['/send', '/add-tag', '/lead-score', '/archive-person', '/has-tag', '/tag'])
      expect((await add(key)).status).toBe(422)
    const people = await world.draw({ start: ['/event', { eventName: 'Go' }] }, [])
    const misfit = { integrationId: people.flowId, serviceId: 'millrace', operationKey: '/object-created' }
    expect((await world.client.send('createStep', { body: misfit })).status).toBe(422)
    const segmentId = await world.segment('Pro', isPro)
    const drawn = await world.draw(
      { start: ['/object-created'], filter: ['/segment', { segmentId }] },
      [['start', 'filter']],
      {},
      'company',
    )
    const tag = { type: 'group', operator: 'and', conditions: [{ type: 'tag', value: 'vip', condition: 'has' }] }
    const tagged = await world.draw(
      { start: ['/object-created'], filter: ['/condition', { conditions: tag }] },
      [['start', 'filter']],
      {},
      'company',
    )
    const problems = async (id: number) =>
      (await world.client.call('getFlowProblems', { params: { id }, query: {} })).problems.map(({ code }) => code)
    expect([await problems(drawn.flowId), await problems(tagged.flowId)]).toEqual([
      ['other-segment'],
      ['bad-conditions'],
    ])
  })
})

/** A person with a number of the test's choosing. */
const NUMBERED = `insert into people (account_id, id, email, created_at, updated_at) overriding system value
  values ($1, $2, 'same@example.com', $3, $3)`

test('what happens to a person never touches a company of the same number', async () => {
  const house = await testHouse()
  const world = await openFlowWorld(house)
  const { accountId } = world
  const { flowId } = await world.draw({ start: ['/object-created'], wait: WAIT }, [['start', 'wait']], {}, 'company')
  await world.switchOn(flowId)
  const id = await world.object({ name: 'Acme' })
  await world.system((tx) => tx.run(NUMBERED, [accountId, id, house.clock.now()]))
  const bob = await world.person()
  await world.takeChanges()
  const read = () => world.rows('select * from flow_runs where account_id = $1 order by id')
  const before = await read()
  expect(before).toHaveLength(1)
  expect((await world.client.call('listPersonFlows', { params: { id } })).runs).toEqual([])
  const part = personFlows(house)
  await world.system(async (tx) => {
    expect(await endRunsOfPeople(house, tx, accountId, [id])).toBe(0)
    await part.merge(tx, accountId, { kept: bob, gone: id } as never)
    await part.erase(tx, accountId, [id, bob])
  })
  expect(await read()).toEqual(before)
  const { runs } = await world.client.call('listObjectFlows', { params: { objectName: 'company', id } })
  expect(runs.map((run) => run.flowId)).toEqual([flowId])
  const wrong = await world.client.send('listObjectFlows', { params: { objectName: 'ticket', id } })
  expect(wrong.status).toBe(404)
})

test('a company’s way is told by its own number and name, and it is taken out by it', async () => {
  const world = await openFlowWorld(await testHouse())
  const { flowId, ids } = await world.draw(
    { start: ['/object-created'], wait: WAIT },
    [['start', 'wait']],
    {},
    'company',
  )
  await world.switchOn(flowId)
  const acme = await world.object({ name: 'Acme' })
  await world.takeChanges()
  const { people } = await world.client.call('listStepPeople', { params: { stepId: ids.wait! }, query: {} })
  expect(people.queued).toMatchObject([{ id: acme, name: 'Acme', email: null }])
  const { history } = await world.client.call('getFlowHistory', { params: { id: flowId }, query: {} })
  expect(history.find(({ type }) => type === 'entered')?.person).toEqual({ id: acme, name: 'Acme', email: null })
  const told = await world.client.call('explainFlow', { params: { id: flowId, personId: acme } })
  expect(told).toMatchObject({ isIn: true, verdict: 'It is in this flow, at “Wait 2 days”.' })
  const dry = await world.client.call('dryRunFlow', { params: { id: flowId }, body: { personId: acme } })
  expect(dry.stays.map(({ stepId }) => stepId)).toEqual([ids.start, ids.wait])
  expect(dry.verdict).toBe('It would come to the end of the flow.')
  await world.client.call('skipWait', { params: { stepId: ids.wait!, objectId: acme } })
  await world.advance(flowId)
  expect(await standing(world)).toEqual([])
  const other = await world.object({ name: 'Globex' })
  await world.takeChanges()
  await world.client.call('endFlowForPerson', { params: { flowId, objectId: other } })
  expect(await standing(world)).toEqual([])
})
