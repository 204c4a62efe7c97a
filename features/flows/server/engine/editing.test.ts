import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { type DrawnLink, type DrawnStep, type FlowWorld, openFlowWorld } from '../../testing/index.ts'

const HOUR = 3_600_000
const EVENT: DrawnStep = ['/event', { eventName: 'Go' }]
const wait = (value: number, unit = 'hours'): DrawnStep => ['/delay-v2', { kind: 'duration', value, unit }]

/** A flow that is on, with some people in it. */
const inFlow = async (world: FlowWorld, steps: Record<string, DrawnStep>, links: DrawnLink[], count = 1) => {
  const drawn = await world.draw({ start: EVENT, ...steps }, links)
  await world.switchOn(drawn.flowId)
  const people: number[] = []
  for (let n = 0; n < count; n++) {
    people.push(await world.person())
    await world.event(people[n]!, 'Go')
  }
  await world.takeChanges()
  return { ...drawn, people }
}

const standing = async (world: FlowWorld) =>
  (
    await world.rows<{ step_id: number; state: number; due_at: Date | null }>(
      'select step_id, state, due_at from flow_runs where account_id = $1 and state < 4 order by id',
    )
  ).map(({ step_id, state, due_at }) => [
    step_id,
    state,
    due_at && due_at.getTime() - world.house.clock.now().getTime(),
  ])

const countsOf = async (world: FlowWorld, stepId: number) => {
  const { step } = await world.client.call('getStep', { params: { id: stepId }, query: {} })
  return { ...step.data.peopleCounts, failed: step.data.failed }
}

describe('a wait that is changed while people stand in it', () => {
  const change = (world: FlowWorld, id: number, value: number, recomputeDelay?: boolean) =>
    world.client.call('updateStep', {
      params: { id },
      body: { inputFields: { values: { kind: 'duration', value, unit: 'hours' } }, recomputeDelay },
    })

  test('leaves them their time unless asked', async () => {
    const world = await openFlowWorld(await testHouse())
    const { ids } = await inFlow(world, { wait: wait(5) }, [['start', 'wait']])
    world.house.clock.advance(2 * HOUR)
    await change(world, ids.wait!, 1)
    expect(await standing(world)).toEqual([[ids.wait, 1, 3 * HOUR]])
  })

  test('made longer credits the time waited; made shorter lets those go who are over it', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId, ids } = await inFlow(world, { wait: wait(5), end: ['/end-flow'] }, [
      ['start', 'wait'],
      ['wait', 'end'],
    ])
    world.house.clock.advance(2 * HOUR)
    await change(world, ids.wait!, 10, true)
    expect(await standing(world)).toEqual([[ids.wait, 1, 8 * HOUR]])
    await change(world, ids.wait!, 1, true)
    expect(await standing(world)).toEqual([[ids.wait, 1, -HOUR]])
    expect(await world.advance(flowId)).toBe(1)
    expect(await standing(world)).toEqual([])
  })

  test('until a field: each by their own date', async () => {
    const world = await openFlowWorld(await testHouse())
    const now = world.house.clock.now().getTime()
    const iso = (hours: number) => new Date(now + hours * HOUR).toISOString()
    const { flowId, ids } = await world.draw({ start: EVENT, wait: wait(1), end: ['/end-flow'] }, [
      ['start', 'wait'],
      ['wait', 'end'],
    ])
    await world.switchOn(flowId)
    for (const fields of [{ trialEnd: iso(9) }, { trialEnd: iso(-9) }, { trialEnd: 'soon' }])
      await world.event(await world.person({ fields }), 'Go')
    await world.takeChanges()
    const values = { kind: 'field', field: 'trialEnd', offset: { value: 2, unit: 'hours', direction: 'before' } }
    await world.client.call('updateStep', {
      params: { id: ids.wait! },
      body: { inputFields: { values }, recomputeDelay: true },
    })
    expect(await standing(world)).toEqual([
      [ids.wait, 1, 7 * HOUR],
      [ids.wait, 1, -11 * HOUR],
      [ids.wait, 1, 0],
    ])
    expect(await world.advance(flowId)).toBe(2)
  })
})

describe('a step that is deleted while people stand in it', () => {
  test('moves them on to its only target', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId, ids } = await inFlow(
      world,
      { wait: wait(5), next: wait(1) },
      [
        ['start', 'wait'],
        ['wait', 'next'],
      ],
      3,
    )
    await world.client.call('deleteStep', { params: { id: ids.wait! } })
    expect(await countsOf(world, ids.next!)).toEqual({ entered: 3, queued: 3, failed: 0 })
    expect(await world.advance(flowId)).toBe(3)
    expect(await standing(world)).toEqual([1, 2, 3].map(() => [ids.next, 1, HOUR]))
    const visits = await world.rows('select distinct exit from step_visits where account_id = $1 and step_id = $2', [
      ids.wait,
    ])
    expect(visits).toEqual([{ exit: 'removed' }])
  })

  test('takes them out of the flow where it leads to several or nowhere', async () => {
    const world = await openFlowWorld(await testHouse())
    const several = await inFlow(world, { wait: wait(5), a: wait(1), b: wait(1) }, [
      ['start', 'wait'],
      ['wait', 'a'],
      ['wait', 'b'],
    ])
    await world.client.call('deleteStep', { params: { id: several.ids.wait! } })
    expect(await standing(world)).toEqual([])
    const left = await world.rows(
      'select entered::int, queued::int from flow_step_counts where account_id = $1 and step_id = $2',
      [several.ids.wait],
    )
    expect(left).toEqual([{ entered: 1, queued: 0 }])
  })
})

test('a step without settings holds people until it has them', async () => {
  const world = await openFlowWorld(await testHouse())
  const { flowId, ids } = await inFlow(world, { wait: wait(1) }, [['start', 'wait']])
  await world.email(3)
  const { step } = await world.client.call('createStep', { body: { integrationId: flowId, operationKey: '/send' } })
  await world.client.call('createLink', { body: { source: ids.wait!, target: step.id } })
  world.house.clock.advance(HOUR)
  await world.advance(flowId)
  expect(await standing(world)).toEqual([[step.id, 2, null]])
  await world.client.call('updateStep', { params: { id: step.id }, body: { inputFields: { values: { emailId: 3 } } } })
  await world.advance(flowId)
  expect(await standing(world)).toEqual([])
  expect(await world.rows('select email_id from sends where account_id = $1')).toEqual([{ email_id: 3 }])
})

describe('editing an active flow', () => {
  test('keeps a version each time, and people go the new way at once', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId, ids, people } = await inFlow(world, { wait: wait(1), tag: ['/add-tag', { tag: 'late' }] }, [
      ['start', 'wait'],
    ])
    await world.client.call('createLink', { body: { source: ids.wait!, target: ids.tag! } })
    await world.client.call('updateStep', { params: { id: ids.tag! }, body: { data: { title: 'Only a name' } } })
    const { versions } = await world.client.call('listFlowVersions', { params: { id: flowId }, query: {} })
    expect(versions.map(({ version, stepCount }) => [version, stepCount])).toEqual([
      [2, 3],
      [1, 3],
    ])
    world.house.clock.advance(HOUR)
    await world.advance(flowId)
    const tagged = await world.rows('select id from people where account_id = $1 and tags <> $2', ['{}'])
    expect(tagged).toEqual([{ id: people[0] }])
  })

  test('refuses a link that would make people go round without end', async () => {
    const world = await openFlowWorld(await testHouse())
    const { ids } = await inFlow(world, { a: ['/add-tag', { tag: 'a' }], b: ['/remove-tag', { tag: 'a' }] }, [
      ['start', 'a'],
      ['a', 'b'],
    ])
    const reply = await world.client.send('createLink', { body: { source: ids.b!, target: ids.a! } })
    expect([reply.status, reply.body]).toMatchObject([
      409,
      { error: { message: 'People would go round here without end. Put a wait into the loop.' } },
    ])
  })

  test('refuses an email whose sender is not verified', async () => {
    const world = await openFlowWorld(await testHouse())
    await world.email(1)
    await world.email(2, 'someone@unverified.example')
    const { ids } = await inFlow(world, { mail: ['/send', { emailId: 1 }] }, [['start', 'mail']])
    const reply = await world.client.send('updateStep', {
      params: { id: ids.mail! },
      body: { inputFields: { values: { emailId: 2 } } },
    })
    expect(reply.status).toBe(422)
    const { step } = await world.client.call('getStep', { params: { id: ids.mail! }, query: {} })
    expect(step.inputFields.values).toEqual({ emailId: 1 })
  })
})

describe('a link that takes along those who are past its source', () => {
  test('does so when the flow is switched on, once', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId, ids, people } = await inFlow(world, { first: wait(1), next: wait(2) }, [['start', 'first']], 2)
    world.house.clock.advance(HOUR)
    expect([people.length, await world.advance(flowId), await standing(world)]).toEqual([2, 2, []])
    await world.switchOff(flowId)
    await world.client.call('createLink', {
      body: { source: ids.first!, target: ids.next!, data: { retriggerObjectsUponActivation: true } },
    })
    expect(await standing(world)).toEqual([])
    await world.switchOn(flowId)
    await world.advance(flowId)
    expect(await standing(world)).toEqual([1, 2].map(() => [ids.next, 1, 2 * HOUR]))
    await world.switchOff(flowId)
    await world.switchOn(flowId)
    expect(await countsOf(world, ids.next!)).toEqual({ entered: 2, queued: 2, failed: 0 })
  })
})
