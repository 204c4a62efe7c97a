import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { type DrawnStep, type FlowWorld, openFlowWorld } from '../../testing/index.ts'

const EVENT: DrawnStep = ['/event', { eventName: 'Go' }]
const wait = (value: number): DrawnStep => ['/delay-v2', { kind: 'duration', value, unit: 'hours' }]
const TAG = { serviceId: 'millrace', operationKey: '/add-tag', values: { tag: 'vip' }, x: 0, y: 200 }

const flowOf = async (world: FlowWorld, id: number) =>
  (await world.client.call('getFlow', { params: { id }, query: {} })).integration

const versions = async (world: FlowWorld, id: number) =>
  (await world.client.call('listFlowVersions', { params: { id }, query: {} })).versions.length

const line = async (world: FlowWorld) =>
  world.draw({ start: EVENT, wait: wait(5), end: ['/end-flow'] }, [
    ['start', 'wait'],
    ['wait', 'end'],
  ])

describe('a gesture', () => {
  test('adds, links, changes and removes together: one revision, one edit, one version', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId, ids } = await line(world)
    await world.switchOn(flowId)
    const before = await flowOf(world, flowId)
    const history = await world.client.call('getFlowHistory', { params: { id: flowId }, query: {} })
    const link = before.links.find(({ target }) => target === ids.end)!
    const made = await world.client.call('changeFlow', {
      params: { id: flowId },
      body: {
        steps: { add: [{ key: 'a', ...TAG }], change: [{ id: ids.wait!, title: 'Rest', x: 8, y: 16 }] },
        links: {
          add: [
            { key: 'l1', source: ids.wait!, target: 'a' },
            { key: 'l2', source: 'a', target: ids.end! },
          ],
          remove: [link.id],
        },
        decorations: {
          add: [{ key: 'n', type: 'note', text: 'Hi', fontSize: 13, x: 1, y: 2, width: 220, height: 110 }],
        },
      },
    })
    const after = await flowOf(world, flowId)
    expect(made.revision).toBe(before.revision + 1)
    expect(after.revision).toBe(made.revision)
    expect(after.version).toBe(before.version + 1)
    expect(await versions(world, flowId)).toBe(after.version)
    expect(after.steps[made.ids.a!]).toMatchObject({
      operationKey: '/add-tag',
      inputFields: { values: { tag: 'vip' } },
    })
    expect(after.steps[ids.wait!]!.data).toMatchObject({ title: 'Rest', editor: { coordinates: { x: 8, y: 16 } } })
    expect(after.links.map(({ source, target }) => [source, target])).toEqual([
      [ids.start, ids.wait],
      [ids.wait, made.ids.a],
      [made.ids.a, ids.end],
    ])
    expect(after.decorations).toMatchObject([{ id: made.ids.n, text: 'Hi' }])
    const now = await world.client.call('getFlowHistory', { params: { id: flowId }, query: {} })
    expect(now.history.length).toBe(history.history.length + 1)
    const [edit] = await world.rows<{ diff: { steps: object; links: { added: object[] } } }>(
      'select diff from flow_edits where account_id = $1 and diff is not null order by at desc, id desc limit 1',
    )
    expect(edit!.diff.steps).toMatchObject({ [made.ids.a!]: { before: null, after: { operationKey: '/add-tag' } } })
    expect(edit!.diff.links.added).toHaveLength(2)
  })

  test('is refused as a whole', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId, ids } = await line(world)
    const before = await flowOf(world, flowId)
    const send = (body: object) => world.client.send('changeFlow', { params: { id: flowId }, body })
    const withStep = (links: object) => send({ steps: { add: [{ key: 'a', ...TAG }] }, links })
    expect((await withStep({ add: [{ key: 'l', source: 'a', target: ids.start! }] })).status).toBe(422)
    expect((await withStep({ add: [{ key: 'l', source: 'a', target: 'b' }] })).status).toBe(409)
    expect((await withStep({ add: [{ key: 'l', source: 'a', target: 999_999 }] })).status).toBe(409)
    expect((await withStep({ change: [{ id: 999_999, condition: 'yes' }] })).status).toBe(409)
    expect((await send({ steps: { add: [{ key: 'a', ...TAG, operationKey: '/nothing' }] } })).status).toBe(422)
    expect((await send({ steps: { change: [{ id: 999_999, x: 1 }] } })).status).toBe(409)
    expect((await send({ decorations: { change: [{ id: 999_999, x: 1 }] } })).status).toBe(409)
    expect((await send({ ifRevision: before.revision - 1, steps: { add: [{ key: 'a', ...TAG }] } })).status).toBe(409)
    expect((await send({ steps: { add: [{ key: 'a' }] } })).status).toBe(400)
    expect(await flowOf(world, flowId)).toEqual(before)
  })

  test("cannot reach another account's flow or steps", async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId, ids } = await line(world)
    const stranger = world.server.as(await world.house.newAccount())
    const own = (await stranger.call('createFlow', { query: {} })).integration
    expect((await stranger.send('changeFlow', { params: { id: flowId }, body: {} })).status).toBe(404)
    const remove = { steps: { remove: [{ id: ids.wait! }] } }
    await stranger.call('changeFlow', { params: { id: own.id }, body: remove })
    expect((await flowOf(world, flowId)).steps[ids.wait!]).toBeDefined()
    const body = { steps: { change: [{ id: ids.wait!, x: 5 }] } }
    expect((await stranger.send('changeFlow', { params: { id: own.id }, body })).status).toBe(409)
  })

  test('merges place, title and settings; settings against settings are refused', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId, ids } = await line(world)
    const values = (value: number) => ({ kind: 'duration', value, unit: 'hours' })
    const send = (step: object) =>
      world.client.send('changeFlow', {
        params: { id: flowId },
        body: { steps: { change: [{ id: ids.wait!, ...step }] } },
      })
    expect((await send({ values: values(6), before: values(5) })).status).toBe(200)
    expect((await send({ x: 40, y: 44 })).status).toBe(200)
    const reply = await send({ values: values(7), before: values(5) })
    expect([reply.status, reply.body]).toMatchObject([409, { error: { issues: [{ path: ['steps', ids.wait] }] } }])
    const step = (await flowOf(world, flowId)).steps[ids.wait!]!
    expect(step.inputFields.values).toEqual(values(6))
    expect(step.data.editor.coordinates).toEqual({ x: 40, y: 44 })
  })

  test('lets a link leave by another exit', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId, ids } = await world.draw({ start: EVENT, has: ['/has-tag', { tag: 'a' }], end: ['/end-flow'] }, [
      ['start', 'has'],
      ['has', 'end', 'yes'],
    ])
    const link = (await flowOf(world, flowId)).links.find(({ source }) => source === ids.has)!
    const send = (condition: string) =>
      world.client.send('changeFlow', {
        params: { id: flowId },
        body: { links: { change: [{ id: link.id, condition }] } },
      })
    expect((await send('maybe')).status).toBe(422)
    expect((await send('no')).status).toBe(200)
    expect((await flowOf(world, flowId)).links).toContainEqual({ ...link, data: { ...link.data, condition: 'no' } })
  })
})

describe('a deleted step', () => {
  const inWait = async (count: number) => {
    const world = await openFlowWorld(await testHouse())
    const drawn = await line(world)
    await world.switchOn(drawn.flowId)
    for (let n = 0; n < count; n++) await world.event(await world.person(), 'Go')
    await world.takeChanges()
    return { world, ...drawn }
  }
  const remove = (world: FlowWorld, id: number, steps: { id: number; people?: 'next' | 'leave' }[]) =>
    world.client.call('changeFlow', { params: { id }, body: { steps: { remove: steps } } })

  test('is brought back with its id, its settings and its counters', async () => {
    const { world, flowId, ids } = await inWait(2)
    await remove(world, flowId, [{ id: ids.wait! }])
    const without = await flowOf(world, flowId)
    expect(without.steps[ids.wait!]).toBeUndefined()
    expect(without.links.map(({ source }) => source)).toEqual([])
    expect((await world.client.send('getStep', { params: { id: ids.wait! }, query: {} })).status).toBe(404)
    expect((await world.client.send('updateStep', { params: { id: ids.wait! }, body: {} })).status).toBe(404)
    const back = {
      key: 'w',
      id: ids.wait!,
      ...TAG,
      operationKey: '/delay-v2',
      values: { kind: 'duration', value: 5, unit: 'hours' },
    }
    const { ids: made } = await world.client.call('changeFlow', {
      params: { id: flowId },
      body: { steps: { add: [back] }, links: { add: [{ key: 'l', source: ids.start!, target: 'w' }] } },
    })
    expect(made.w).toBe(ids.wait)
    const { data } = (await flowOf(world, flowId)).steps[ids.wait!]!
    expect([data.peopleCounts, data.failed]).toEqual([{ entered: 2, queued: 0 }, 0])
    const again = await world.client.send('changeFlow', { params: { id: flowId }, body: { steps: { add: [back] } } })
    expect(again.status).toBe(409)
  })

  test('lets its people go on to its only target, or leave where that is wished', async () => {
    for (const [people, queued] of [
      ['next', 1],
      ['leave', 0],
    ] as const) {
      const { world, flowId, ids } = await inWait(1)
      await remove(world, flowId, [{ id: ids.wait!, people }])
      const { steps } = await flowOf(world, flowId)
      expect(steps[ids.end!]!.data.peopleCounts.queued).toBe(queued)
    }
  })

  test('is passed over together with those that are deleted behind it', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId, ids } = await world.draw({ start: EVENT, a: wait(1), b: wait(2), c: wait(3) }, [
      ['start', 'a'],
      ['a', 'b'],
      ['b', 'c'],
    ])
    await world.switchOn(flowId)
    await world.event(await world.person(), 'Go')
    await world.takeChanges()
    await remove(world, flowId, [{ id: ids.a! }, { id: ids.b! }])
    expect((await flowOf(world, flowId)).steps[ids.c!]!.data.peopleCounts).toEqual({ entered: 1, queued: 1 })
  })
})

describe('a flow that is open', () => {
  test('tells its revision, people at its steps, and who else has it open until they are gone', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId, ids } = await line(world)
    const look = async (client: string, stepId?: number) => {
      const query = { client, ...(stepId && { stepId }) }
      return (await world.client.call('getFlowPeopleCounts', { params: { id: flowId }, query })).integration
    }
    expect(await look('one', ids.wait)).toMatchObject({ revision: 5, present: [] })
    const seen = await look('two')
    expect(seen.present).toMatchObject([{ client: 'one', stepId: ids.wait, member: { id: world.account.memberId } }])
    expect(seen.steps[ids.wait!]).toEqual({
      id: ids.wait,
      data: { peopleCounts: { entered: 0, queued: 0 }, failed: 0 },
    })
    world.house.clock.advance(9_000)
    expect((await look('two')).present).toEqual([])
    await world.client.call('updateStep', { params: { id: ids.wait! }, body: { data: { title: 'Rest' } } })
    expect((await look('two')).revision).toBe(6)
    const stranger = world.server.as(await world.house.newAccount())
    expect(
      (await stranger.send('getFlowPeopleCounts', { params: { id: flowId }, query: { client: 'x' } })).status,
    ).toBe(404)
  })
})
