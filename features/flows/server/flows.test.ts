import { callServer, testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { problemsOfIssues, schemaOf, stepTypeOf } from '../contract/index.ts'
import { openFlowWorld } from '../testing/index.ts'
import { openDoors, openFlows } from './index.ts'

const EVENT = { eventName: 'Signed up' }
const WAIT = { kind: 'duration', value: 1, unit: 'days' }

describe('a flow', () => {
  test('starts off, unnamed unless told, and can be renamed', async () => {
    const { client } = await openFlowWorld(await testHouse())
    const { integration } = await client.call('createFlow', { query: {} })
    expect(integration).toMatchObject({
      name: 'Unnamed Flow',
      status: 'deactivated-user',
      steps: {},
      links: [],
      decorations: [],
    })
    expect(integration.data).toEqual({ canEnterOnce: false, canEnterOncePerPeriod: null })
    const body = { name: ' Trial ', data: { canEnterOncePerPeriod: { value: 2, unit: 'days' as const } } }
    const changed = await client.call('updateFlow', { params: { id: integration.id }, body })
    expect(changed.integration).toMatchObject({
      name: 'Trial',
      data: { canEnterOnce: false, canEnterOncePerPeriod: { value: 2, unit: 'days' } },
    })
    const cleared = await client.call('updateFlow', {
      params: { id: integration.id },
      body: { data: { canEnterOncePerPeriod: null } },
    })
    expect(cleared.integration.data.canEnterOncePerPeriod).toBeNull()
    const long = await client.send('updateFlow', { params: { id: integration.id }, body: { name: 'x'.repeat(256) } })
    expect(long.status).toBe(400)
  })

  test('is listed with its triggers; archived ones apart', async () => {
    const world = await openFlowWorld(await testHouse())
    const { client } = world
    const { flowId, ids } = await world.draw({ start: ['/event', EVENT], wait: ['/delay-v2', WAIT] }, [
      ['start', 'wait'],
    ])
    const { integrations } = await client.call('listFlows', { query: {} })
    expect(integrations).toMatchObject([
      { id: flowId, stepCount: 2, queued: 0, activatedAt: null, triggers: [{ id: ids.start }] },
    ])
    await world.switchOn(flowId)
    const { integration } = await client.call('updateFlow', { params: { id: flowId }, body: { archived: true } })
    expect(integration).toMatchObject({ archived: true, status: 'deactivated-user' })
    expect((await client.call('listFlows', { query: {} })).integrations).toEqual([])
    expect((await client.call('listFlows', { query: { archived: 'true' } })).integrations).toHaveLength(1)
    expect((await client.call('listFlowNames', {})).integrations).toEqual([
      { id: flowId, name: 'Drawn', archived: true, objectType: 'person' },
    ])
    expect((await client.send('updateFlow', { params: { id: flowId }, body: { status: 'on' } })).status).toBe(422)
  })

  test('is found by name and state, page by page', async () => {
    const { client, accountId, system } = await openFlowWorld(await testHouse())
    const make = async (name: string) => (await client.call('createFlow', { query: {}, body: { name } })).integration.id
    const [draft, paused, active] = [await make('Trial 100%'), await make('trial again'), await make('Renewal')]
    await system((tx) =>
      tx.run('update flows set activated_at = now(), status = $3 where account_id = $1 and id = $2', [
        accountId,
        active,
        'on',
      ]),
    )
    await system((tx) =>
      tx.run('update flows set activated_at = now() where account_id = $1 and id = $2', [accountId, paused]),
    )
    const list = (query: object) => client.call('listFlows', { query })
    const idsOf = async (query: object) => (await list(query)).integrations.map(({ id }) => id)
    expect(await idsOf({ search: 'TRIAL', sort: 'name' })).toEqual([draft, paused])
    expect(await idsOf({ search: '%' })).toEqual([draft])
    expect(await idsOf({ state: 'active' })).toEqual([active])
    expect(await idsOf({ state: 'paused' })).toEqual([paused])
    expect(await idsOf({ state: 'draft' })).toEqual([draft])
    const first = await list({ limit: 2, sort: 'name' })
    expect(first).toMatchObject({ total: 3, counts: { current: 3, archived: 0 } })
    expect(first.integrations.map(({ id }) => id)).toEqual([active, draft])
    expect(await idsOf({ limit: 2, sort: 'name', cursor: first.next })).toEqual([paused])
    expect((await client.send('listFlows', { query: { cursor: 'x' } })).status).toBe(400)
  })

  test('is copied with its graph', async () => {
    const world = await openFlowWorld(await testHouse())
    const { client } = world
    const { flowId, ids } = await world.draw(
      { start: ['/event', EVENT], tag: ['/has-tag', { tag: 'vip' }], end: ['/end-flow'] },
      [
        ['start', 'tag'],
        ['tag', 'end', 'yes'],
      ],
      { canEnterOnce: true },
    )
    await client.call('createDecoration', { body: { integrationId: flowId, type: 'note', text: 'Hello' } })
    const { integration: copy } = await client.call('createFlow', { query: { source: flowId } })
    expect(copy).toMatchObject({ name: 'Drawn (copy)', status: 'deactivated-user', data: { canEnterOnce: true } })
    expect(Object.values(copy.steps).map((step) => step.operationKey)).toEqual(['/event', '/has-tag', '/end-flow'])
    expect(Object.keys(copy.steps)).not.toContain(String(ids.start))
    expect(copy.links.map(({ data }) => data.condition)).toEqual([null, 'yes'])
    expect(copy.links.every(({ source, target }) => copy.steps[source] && copy.steps[target])).toBe(true)
    expect(copy.decorations).toMatchObject([{ text: 'Hello', integrationId: copy.id }])
    expect((await client.send('createFlow', { query: { recipe: 'none' } })).status).toBe(404)
    expect((await client.send('createFlow', { query: { source: flowId, 'target-account': 999_999 } })).status).toBe(404)
  })
})

describe('switching on', () => {
  test('lists everything that is wrong, each with its step', async () => {
    const world = await openFlowWorld(await testHouse())
    await world.email(1, 'someone@unverified.example')
    const { flowId, ids } = await world.draw(
      {
        start: ['/event', {}],
        lonely: ['/tag', { tag: 'vip', change: 'added' }],
        mail: ['/send', { emailId: 1 }],
        lost: ['/send', { emailId: 99 }],
        segment: ['/segment', { segmentId: 999 }],
        field: ['/change-field', { field: 'plan', value: '{{ plan' }],
        goal: ['/goal', { name: 'Paid', moveHere: true }],
        aside: ['/send', {}],
      },
      [
        ['start', 'mail'],
        ['mail', 'lost'],
        ['lost', 'segment'],
        ['segment', 'field', 'yes'],
        ['field', 'goal'],
      ],
    )
    const reply = await world.client.send('updateFlow', { params: { id: flowId }, body: { status: 'on' } })
    expect(reply.status).toBe(422)
    const { error } = reply.body as unknown as {
      error: { message: string; issues: { path: (string | number)[]; message: string }[] }
    }
    const told = problemsOfIssues(error.issues).map(({ stepId, code, message }) => [stepId, code, message])
    expect(told).toEqual([
      [ids.start, 'not-configured', 'Choose an event.'],
      [ids.lonely, 'no-way-out', 'This trigger leads nowhere. Link it to the first step.'],
      [ids.goal, 'goal-without-conditions', 'Say when people move here: add conditions to the goal.'],
      [ids.mail, 'unverified-sender', 'Address someone@unverified.example has not been verified for sending email.'],
      [ids.lost, 'unknown-email', 'This email is not there any more. Choose another one.'],
      [ids.lonely, 'unknown-tag', 'There is no tag “vip”.'],
      [ids.segment, 'unknown-segment', 'This segment is not there any more. Choose another one.'],
      [ids.field, 'bad-liquid', expect.stringContaining('The Liquid cannot be run')],
    ])
    expect(error.message).toBe('8 things keep this flow from being switched on.')
    const { problems } = await world.client.call('getFlowProblems', { params: { id: flowId } })
    expect(problems.map(({ stepId, code, message }) => [stepId, code, message])).toEqual(told)
    const aside = await world.client.call('getFlowProblems', { params: { id: flowId }, query: { aside: 'true' } })
    expect(aside.problems.filter(({ stepId }) => !told.some(([id]) => id === stepId))).toEqual([
      expect.objectContaining({ stepId: ids.aside, code: 'not-configured' }),
    ])
    const { integration } = await world.client.call('getFlow', { params: { id: flowId }, query: {} })
    expect(integration.status).toBe('deactivated-user')
  })

  test('says a single problem in its own words', async () => {
    const world = await openFlowWorld(await testHouse())
    await world.email(1, 'someone@unverified.example')
    const { flowId } = await world.draw({ start: ['/event', EVENT], mail: ['/send', { emailId: 1 }] }, [
      ['start', 'mail'],
    ])
    const on = { params: { id: flowId }, body: { status: 'on' as const } }
    const reply = await world.client.send('updateFlow', on)
    expect(reply.body).toMatchObject({
      error: { message: 'Address someone@unverified.example has not been verified for sending email.' },
    })
    await world.system((tx) => tx.run('update accounts set is_test = true where id = $1', [world.accountId]))
    expect((await world.client.send('updateFlow', on)).status).toBe(200)
  })

  test('refuses a flow without trigger, a loop without wait, and states that are not a member’s', async () => {
    const world = await openFlowWorld(await testHouse())
    const empty = await world.client.call('createFlow', { query: {} })
    const send = (id: number, status: 'on' | 'deactivated') =>
      world.client.send('updateFlow', { params: { id }, body: { status } })
    expect((await send(empty.integration.id, 'on')).body).toMatchObject({
      error: {
        message: 'The flow has no trigger. Add one, so that people can enter.',
        issues: [{ path: ['flow', 'no-trigger'] }],
      },
    })
    const loop = await world.draw(
      { start: ['/event', EVENT], a: ['/add-tag', { tag: 'a' }], b: ['/remove-tag', { tag: 'a' }] },
      [
        ['start', 'a'],
        ['a', 'b'],
        ['b', 'a'],
      ],
    )
    expect((await send(loop.flowId, 'on')).body).toMatchObject({
      error: { message: '2 things keep this flow from being switched on.' },
    })
    expect((await send(loop.flowId, 'deactivated')).status).toBe(422)
  })
})

describe('steps, links and decorations', () => {
  test('a step carries its type, its schema and its place', async () => {
    const world = await openFlowWorld(await testHouse())
    const { client } = world
    const { integration } = await client.call('createFlow', { query: {} })
    const { step } = await client.call('createStep', {
      body: {
        integrationId: integration.id,
        operationKey: '/delay-v2',
        data: { editor: { coordinates: { x: 20, y: -4.5 } } },
      },
    })
    expect(step).toMatchObject({
      type: 'action',
      serviceId: 'millrace',
      displayLabel: 'Wait',
      preview: 'Wait 1 day: 1 day after arriving here',
      inputFields: {
        values: { kind: 'duration', value: 1, unit: 'days' },
        schema: schemaOf(stepTypeOf({ serviceId: 'millrace', operationKey: '/delay-v2' })!),
      },
      data: {
        editor: { coordinates: { x: 20, y: -4.5 }, mustConfig: { configStep: false } },
        peopleCounts: { entered: 0, queued: 0 },
      },
    })
    const change = { inputFields: { values: { kind: 'until' } }, data: { title: 'Hold on' } }
    const changed = await client.call('updateStep', { params: { id: step.id }, body: change })
    expect(changed.step.data).toMatchObject({
      title: 'Hold on',
      editor: { coordinates: { x: 20, y: -4.5 }, mustConfig: { configStep: true } },
    })
    expect(await client.call('getStep', { params: { id: step.id }, query: {} })).toEqual(changed)
    const unknown = await client.send('createStep', { body: { integrationId: integration.id, operationKey: '/dance' } })
    expect([unknown.status, unknown.body]).toMatchObject([422, { error: { message: 'Unknown step' } }])
    expect(
      (
        await client.send('updateStep', {
          params: { id: step.id },
          body: { inputFields: { values: { x: 'y'.repeat(200_001) } } },
        })
      ).status,
    ).toBe(400)
    expect((await client.send('deleteStep', { params: { id: step.id } })).status).toBe(204)
    expect((await client.send('getStep', { params: { id: step.id }, query: {} })).status).toBe(404)
  })

  test('links are checked, and the same link twice is one', async () => {
    const world = await openFlowWorld(await testHouse())
    const { client } = world
    const { flowId, ids } = await world.draw(
      { start: ['/event', EVENT], filter: ['/has-tag', { tag: 'a' }], wait: ['/delay-v2', WAIT], end: ['/end-flow'] },
      [],
    )
    const other = await world.draw({ wait: ['/delay-v2', WAIT] }, [])
    const link = (source: number, target: number, condition?: string) =>
      client.send('createLink', { body: { source, target, data: { condition } } })
    const one = await link(ids.start!, ids.filter!)
    expect((await link(ids.start!, ids.filter!)).body).toEqual(one.body)
    const refusals: [number, number, string | undefined, string][] = [
      [ids.filter!, ids.wait!, undefined, 'Say by which exit people go: yes or no.'],
      [ids.filter!, ids.wait!, 'maybe', 'This step has no exit “maybe”.'],
      [ids.wait!, ids.end!, 'yes', 'This step has no exit “yes”.'],
      [ids.wait!, ids.wait!, undefined, 'A step cannot lead to itself.'],
      [ids.wait!, ids.start!, undefined, 'Nothing leads to a trigger: people enter there.'],
      [ids.end!, ids.wait!, undefined, 'Nothing comes after this step: people leave the flow there.'],
      [ids.wait!, other.ids.wait!, undefined, 'The two steps belong to different flows.'],
    ]
    for (const [source, target, condition, message] of refusals) {
      const reply = await link(source, target, condition)
      expect([reply.status, reply.body]).toMatchObject([422, { error: { message } }])
    }
    await link(ids.filter!, ids.wait!, 'yes')
    await link(ids.filter!, ids.wait!, 'no')
    const links = async () => (await client.call('getFlow', { params: { id: flowId }, query: {} })).integration.links
    expect(await links()).toHaveLength(3)
    await client.call('deleteLinkBetween', { params: { source: ids.filter!, target: ids.wait! } })
    expect(await links()).toEqual([(one.body as { link: unknown }).link])
    await client.call('deleteLink', { params: { id: (await links())[0]!.id } })
    expect(await links()).toEqual([])
    expect(
      (await client.send('deleteLinkBetween', { params: { source: ids.filter!, target: ids.wait! } })).status,
    ).toBe(404)
  })

  test('notes and annotations', async () => {
    const world = await openFlowWorld(await testHouse())
    const { client } = world
    const { integration } = await client.call('createFlow', { query: {} })
    const { decoration } = await client.call('createDecoration', {
      body: { integrationId: integration.id, type: 'annotation' },
    })
    expect(decoration).toMatchObject({
      text: '',
      fontSize: 16,
      coordinates: { x: 0, y: 0 },
      dimensions: { width: 220, height: 110 },
    })
    const params = { decorationId: decoration.id }
    const changed = await client.call('updateDecoration', { params, body: { text: 'Start here', fontSize: 24 } })
    expect(changed.decoration).toEqual({ ...decoration, text: 'Start here', fontSize: 24 })
    expect((await client.send('updateDecoration', { params, body: { fontSize: 1 } })).status).toBe(400)
    await client.call('deleteDecoration', { params })
    expect((await client.send('deleteDecoration', { params })).status).toBe(404)
  })
})

test("another account's flows, steps, links, decorations and people are not there", async () => {
  const house = await testHouse()
  const world = await openFlowWorld(house)
  const { flowId, ids } = await world.draw({ start: ['/event', EVENT], wait: ['/delay-v2', WAIT] }, [['start', 'wait']])
  await world.switchOn(flowId)
  const person = await world.person()
  await world.event(person, 'Signed up')
  await world.takeChanges()
  const { decoration } = await world.client.call('createDecoration', { body: { integrationId: flowId, type: 'note' } })
  const { integration: before } = await world.client.call('getFlow', { params: { id: flowId }, query: {} })
  const stranger = (await callServer(openFlows(house, openDoors(house)))).as(await house.newAccount())
  const [id, source, target] = [flowId, ids.start!, ids.wait!]
  const at = { stepId: target, objectId: person }
  const tries = [
    stranger.send('getFlow', { params: { id }, query: {} }),
    stranger.send('updateFlow', { params: { id }, body: { name: 'Mine' } }),
    stranger.send('createFlow', { query: { source: id } }),
    stranger.send('getFlowPeopleCounts', { params: { id } }),
    stranger.send('getFlowHistory', { params: { id }, query: {} }),
    stranger.send('getFlowProblems', { params: { id } }),
    stranger.send('listFlowVersions', { params: { id }, query: {} }),
    stranger.send('getFlowEmails', { params: { id }, query: {} }),
    stranger.send('getFlowSegments', { params: { id }, query: {} }),
    stranger.send('getFlowAttached', { params: { id }, query: {} }),
    stranger.send('endFlowForPerson', { params: { flowId: id, objectId: person } }),
    stranger.send('createStep', { body: { integrationId: id, operationKey: '/end-flow' } }),
    stranger.send('getStep', { params: { id: target }, query: {} }),
    stranger.send('updateStep', { params: { id: target }, body: { data: { title: 'Mine' } } }),
    stranger.send('deleteStep', { params: { id: target } }),
    stranger.send('listStepPeople', { params: { stepId: target }, query: {} }),
    stranger.send('removePersonFromStep', { params: at }),
    stranger.send('skipWait', { params: at }),
    stranger.send('retryStep', { params: at }),
    stranger.send('createLink', { body: { source, target } }),
    stranger.send('deleteLink', { params: { id: before.links[0]!.id } }),
    stranger.send('deleteLinkBetween', { params: { source, target } }),
    stranger.send('createDecoration', { body: { integrationId: id, type: 'note' } }),
    stranger.send('updateDecoration', { params: { decorationId: decoration.id }, body: { text: 'Mine' } }),
    stranger.send('deleteDecoration', { params: { decorationId: decoration.id } }),
  ]
  expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(tries.map(() => 404))
  expect((await stranger.call('listFlows', { query: {} })).integrations).toEqual([])
  expect((await stranger.call('sumFlowsPeople', { query: {} })).metrics).toMatchObject({ queued: 0 })
  expect((await stranger.call('countFlowsPeople', { query: { flowIds: [id] } })).metrics).toEqual({})
  const { integration: after } = await world.client.call('getFlow', { params: { id: flowId }, query: {} })
  expect(after).toEqual(before)
})

test('a share token reads its own flow and no other', async () => {
  const world = await openFlowWorld(await testHouse())
  const one = await world.draw({ start: ['/event', EVENT] }, [])
  const two = await world.draw({ start: ['/event', EVENT] }, [])
  const guest = world.server.as({
    accountId: world.accountId,
    via: 'share',
    share: `flow:${one.flowId}:0`,
    scopes: ['flows:read', 'emails:read'],
  })
  const read = (id: number) => guest.send('getFlow', { params: { id }, query: {} })
  expect([(await read(one.flowId)).status, (await read(two.flowId)).status]).toEqual([200, 404])
})
