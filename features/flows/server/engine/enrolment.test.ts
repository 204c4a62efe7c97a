import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { type DrawnStep, type FlowWorld, openFlowWorld } from '../../testing/index.ts'

const WAIT: DrawnStep = ['/delay-v2', { kind: 'duration', value: 7, unit: 'days' }]

const drawOn = async (world: FlowWorld, trigger: DrawnStep, data: object = {}) => {
  const drawn = await world.draw({ start: trigger, wait: WAIT }, [['start', 'wait']], data)
  await world.switchOn(drawn.flowId)
  return drawn
}

/** How often each person is in a flow. */
const passes = async (world: FlowWorld, flowId: number): Promise<Record<number, number>> => {
  const rows = await world.rows<{ id: number; n: number }>(
    'select person_id as id, count(*)::int as n from flow_runs where account_id = $1 and flow_id = $2 group by 1',
    [flowId],
  )
  return Object.fromEntries(rows.map(({ id, n }) => [id, n]))
}

const where = (field: string, condition: string, value?: unknown) => ({
  type: 'group',
  operator: 'and',
  conditions: [{ type: 'field', field, condition, value }],
})

describe('entry rules', () => {
  test('every time, unless told', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId } = await drawOn(world, ['/event', { eventName: 'Paid' }])
    const ada = await world.person()
    await world.event(ada, 'Paid')
    await world.event(ada, 'Paid')
    await world.takeChanges()
    await world.event(ada, 'Paid')
    await world.takeChanges()
    expect(await passes(world, flowId)).toEqual({ [ada]: 3 })
  })

  test('once, over many batches and within one', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId } = await drawOn(world, ['/event', { eventName: 'Paid' }], { canEnterOnce: true })
    const [ada, bob] = [await world.person(), await world.person()]
    for (const id of [ada, ada, bob]) await world.event(id, 'Paid')
    await world.takeChanges()
    await world.event(ada, 'Paid')
    await world.takeChanges()
    expect(await passes(world, flowId)).toEqual({ [ada]: 1, [bob]: 1 })
  })

  test('once per period', async () => {
    const world = await openFlowWorld(await testHouse())
    const period = { canEnterOncePerPeriod: { value: 2, unit: 'hours' } }
    const { flowId } = await drawOn(world, ['/event', { eventName: 'Paid' }], period)
    const ada = await world.person()
    const pay = async () => {
      await world.event(ada, 'Paid')
      await world.event(ada, 'Paid')
      await world.takeChanges()
    }
    await pay()
    world.house.clock.advance(2 * 3_600_000 - 1)
    await pay()
    expect(await passes(world, flowId)).toEqual({ [ada]: 1 })
    world.house.clock.advance(1)
    await pay()
    expect(await passes(world, flowId)).toEqual({ [ada]: 2 })
  })

  test('one per key; without a value every time', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId } = await drawOn(world, ['/event', { eventName: 'Ordered', key: 'order.id' }])
    const ada = await world.person()
    for (const props of [{ order: { id: 1 } }, { order: { id: 1 } }, { order: { id: '2' } }, {}, {}])
      await world.event(ada, 'Ordered', props)
    await world.takeChanges()
    await world.event(ada, 'Ordered', { order: { id: 2 } })
    await world.takeChanges()
    expect(await passes(world, flowId)).toEqual({ [ada]: 4 })
  })

  test('two triggers of a flow that fit one event let the person in once, by the first', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId, ids } = await world.draw(
      { one: ['/event', { eventName: 'Paid' }], two: ['/event', { eventName: 'Paid' }], wait: WAIT },
      [
        ['one', 'wait'],
        ['two', 'wait'],
      ],
    )
    await world.switchOn(flowId)
    await world.event(await world.person(), 'Paid')
    await world.takeChanges()
    const visits = await world.rows('select step_id from step_visits where account_id = $1')
    expect(visits).toEqual([{ step_id: ids.one }])
  })
})

describe('what lets people in', () => {
  test('property conditions decide', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId } = await drawOn(world, [
      '/event',
      { eventName: 'Paid', conditions: where('amount', 'is more than', 100) },
    ])
    const [ada, bob, cy] = [await world.person(), await world.person(), await world.person()]
    await world.event(ada, 'Paid', { amount: 101 })
    await world.event(bob, 'Paid', { amount: '100' })
    await world.event(cy, 'Paid')
    await world.takeChanges()
    expect(await passes(world, flowId)).toEqual({ [ada]: 1 })
  })

  test('another event, a person who is archived, and what happened before the flow was on, do not', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId } = await drawOn(world, ['/event', { eventName: 'Paid' }])
    const [ada, bob] = [await world.person(), await world.person()]
    const now = world.house.clock.now()
    await world.system((tx) =>
      tx.run('update people set archived_at = $3 where account_id = $1 and id = $2', [world.accountId, bob, now]),
    )
    await world.event(ada, 'Tried')
    await world.event(bob, 'Paid')
    await world.event(ada, 'Paid', {}, new Date(now.getTime() - 11 * 60_000))
    await world.takeChanges()
    expect(await passes(world, flowId)).toEqual({})
  })

  test('opens by machines do not, unless the conditions ask about them', async () => {
    const world = await openFlowWorld(await testHouse())
    const human = await drawOn(world, ['/event', { eventName: 'Email opened' }])
    const any = await drawOn(world, [
      '/event',
      { eventName: 'Email opened', conditions: where('isBot', 'is not empty') },
    ])
    const ada = await world.person()
    await world.event(ada, 'Email opened', { isBot: true })
    await world.takeChanges()
    expect([await passes(world, human.flowId), await passes(world, any.flowId)]).toEqual([{}, { [ada]: 1 }])
  })

  test('a tag, by its name in any case, added or removed', async () => {
    const world = await openFlowWorld(await testHouse())
    const { doors } = world.engine
    const ada = await world.person()
    const pairs = [{ personId: ada, tag: 'VIP' }]
    await world.system((tx) => doors.addTags(tx, world.accountId, [{ personId: ada, tag: 'other' }]))
    await world.system((tx) => doors.addTags(tx, world.accountId, pairs))
    await world.system((tx) => doors.removeTags(tx, world.accountId, pairs))
    await world.takeChanges()
    const added = await drawOn(world, ['/tag', { tag: 'vip', change: 'added' }])
    const removed = await drawOn(world, ['/tag', { tag: 'Vip', change: 'removed' }])
    await world.system((tx) => doors.addTags(tx, world.accountId, pairs))
    await world.takeChanges()
    expect([await passes(world, added.flowId), await passes(world, removed.flowId)]).toEqual([{ [ada]: 1 }, {}])
    await world.system((tx) => doors.removeTags(tx, world.accountId, pairs))
    await world.takeChanges()
    expect([await passes(world, added.flowId), await passes(world, removed.flowId)]).toEqual([
      { [ada]: 1 },
      { [ada]: 1 },
    ])
  })

  test('entering or leaving a segment', async () => {
    const world = await openFlowWorld(await testHouse())
    const segment = (id: number) =>
      world.system((tx) =>
        tx.run(
          `insert into segments (account_id, id, name, conditions, created_at, updated_at) values ($1, $2, 'S', '{}', $3, $3)`,
          [world.accountId, id, world.house.clock.now()],
        ),
      )
    await segment(500)
    await segment(501)
    const left = await drawOn(world, ['/segment-trigger', { segmentId: 500, change: 'left' }])
    const entered = await drawOn(world, ['/segment-trigger', { segmentId: 501, change: 'entered' }])
    const ada = await world.person()
    await world.change([
      { kind: 'segment.entered', personId: ada, ref: 500 },
      { kind: 'segment.entered', personId: ada, ref: 501 },
      { kind: 'segment.left', personId: ada, ref: 501 },
    ])
    await world.takeChanges()
    expect([await passes(world, left.flowId), await passes(world, entered.flowId)]).toEqual([{}, { [ada]: 1 }])
  })

  test('a stopped flow lets nobody in and keeps those who wait until it is on again', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId } = await drawOn(world, ['/event', { eventName: 'Paid' }])
    const [ada, bob] = [await world.person(), await world.person()]
    await world.event(ada, 'Paid')
    await world.takeChanges()
    await world.switchOff(flowId)
    await world.event(bob, 'Paid')
    await world.takeChanges()
    world.house.clock.advance(8 * 86_400_000)
    expect([await passes(world, flowId), await world.advance(flowId)]).toEqual([{ [ada]: 1 }, 0])
    await world.switchOn(flowId)
    expect(await world.advance(flowId)).toBe(1)
  })
})

test('people who are archived leave every flow, a stopped one too', async () => {
  const world = await openFlowWorld(await testHouse())
  const one = await drawOn(world, ['/event', { eventName: 'Paid' }])
  const two = await drawOn(world, ['/event', { eventName: 'Paid' }])
  const [ada, bob] = [await world.person(), await world.person()]
  await world.event(ada, 'Paid')
  await world.event(bob, 'Paid')
  await world.takeChanges()
  await world.switchOff(two.flowId)
  await world.change([{ kind: 'person.archived', personId: ada }])
  await world.takeChanges()
  const live = await world.rows(
    'select person_id, flow_id from flow_runs where account_id = $1 and state < 4 order by 2',
  )
  expect(live).toEqual([
    { person_id: bob, flow_id: one.flowId },
    { person_id: bob, flow_id: two.flowId },
  ])
  const counts = await world.rows(
    'select entered, queued from flow_step_counts where account_id = $1 and step_id = $2',
    [one.ids.wait],
  )
  expect(counts).toEqual([{ entered: 2, queued: 1 }])
})
