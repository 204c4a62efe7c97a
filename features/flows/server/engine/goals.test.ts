import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { type DrawnStep, type FlowWorld, openFlowWorld } from '../../testing/index.ts'
import { openDoors } from '../index.ts'

const EVENT: DrawnStep = ['/event', { eventName: 'Go' }]
const WAIT: DrawnStep = ['/delay-v2', { kind: 'duration', value: 5, unit: 'days' }]
const isPro = {
  type: 'group',
  operator: 'and',
  conditions: [{ type: 'field', field: 'plan', condition: 'is', value: 'pro' }],
}
const HOUR = 3_600_000

const become = async (world: FlowWorld, personId: number, plan: string) => {
  const { doors } = world.engine
  await world.system((tx) => doors.changeFields(tx, world.accountId, [{ personId, fields: { plan } }]))
  await world.takeChanges()
}

const standing = (world: FlowWorld) =>
  world.rows<{ person_id: number; step_id: number }>(
    'select person_id, step_id from flow_runs where account_id = $1 and state < 4 order by id',
  )

const reached = async (world: FlowWorld) =>
  (
    await world.rows<{ person_id: number }>(
      'select person_id from flow_goals where account_id = $1 order by reached_at',
    )
  ).map(({ person_id }) => person_id)

const drawPulling = async (world: FlowWorld) => {
  const drawn = await world.draw(
    {
      start: EVENT,
      wait: WAIT,
      goal: ['/goal', { name: 'Paid', conditions: isPro, moveHere: true }],
      after: WAIT,
    },
    [
      ['start', 'wait'],
      ['wait', 'goal'],
      ['goal', 'after'],
    ],
  )
  await world.switchOn(drawn.flowId)
  return drawn
}

describe('a goal that moves people', () => {
  test('pulls those who come to meet it from wherever they stand, once a pass', async () => {
    const world = await openFlowWorld(await testHouse())
    const { ids } = await drawPulling(world)
    const [ada, bob] = [await world.person(), await world.person()]
    for (const id of [ada, bob]) await world.event(id, 'Go')
    await world.takeChanges()
    await become(world, ada, 'pro')
    expect(await standing(world)).toEqual([
      { person_id: ada, step_id: ids.after },
      { person_id: bob, step_id: ids.wait },
    ])
    await become(world, ada, 'free')
    await become(world, ada, 'pro')
    expect(await reached(world)).toEqual([ada])
    const exits = await world.rows('select exit from step_visits where account_id = $1 and step_id = $2', [ids.wait])
    expect(exits).toEqual([{ exit: 'goal' }])
    const counts = await world.rows(
      'select entered, queued from flow_step_counts where account_id = $1 and step_id = $2',
      [ids.wait],
    )
    expect(counts).toEqual([{ entered: 2, queued: 1 }])
  })

  test('takes those who meet it already straight to it as they enter', async () => {
    const world = await openFlowWorld(await testHouse())
    const { ids } = await drawPulling(world)
    const ada = await world.person({ fields: { plan: 'pro' } })
    await world.event(ada, 'Go')
    await world.takeChanges()
    expect([await standing(world), await reached(world)]).toEqual([[{ person_id: ada, step_id: ids.after }], [ada]])
  })
})

test('at a goal with conditions people wait until they meet them', async () => {
  const world = await openFlowWorld(await testHouse())
  const { flowId, ids } = await world.draw(
    { start: EVENT, goal: ['/goal', { name: 'Paid', conditions: isPro }], tag: ['/add-tag', { tag: 'customer' }] },
    [
      ['start', 'goal'],
      ['goal', 'tag'],
    ],
  )
  await world.switchOn(flowId)
  const [ada, bob] = [await world.person(), await world.person()]
  for (const id of [ada, bob]) await world.event(id, 'Go')
  await world.takeChanges()
  await become(world, ada, 'pro')
  expect(await standing(world)).toEqual([{ person_id: bob, step_id: ids.goal }])
  // Nothing told of this change; the daily look finds it.
  await world.system((tx) =>
    tx.run(`update people set fields = '{"plan":"pro"}' where account_id = $1 and id = $2`, [world.accountId, bob]),
  )
  world.house.clock.advance(24 * HOUR)
  await world.advance(flowId)
  expect([await standing(world), await reached(world)]).toEqual([[], [ada, bob]])
  const { metrics } = await world.client.call('countFlowsPeople', { query: { days: 7 } })
  expect(metrics[flowId]).toMatchObject({ peopleEnteredFlow: 2, peopleReachedGoal: 2, queued: 0 })
  const conditions = {
    type: 'group' as const,
    operator: 'and' as const,
    conditions: [{ type: 'goal' as const, value: ids.goal!, condition: 'in' as const }],
  }
  const those = await world.system((tx) => world.engine.doors.matches(tx, world.accountId, conditions, [ada, bob, 0]))
  expect(those).toEqual(new Set([ada, bob]))
})

describe('who waits at a goal', () => {
  const drawWaiting = async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId, ids } = await world.draw({ start: EVENT, goal: ['/goal', { name: 'Paid', conditions: isPro }] }, [
      ['start', 'goal'],
    ])
    await world.switchOn(flowId)
    const ada = await world.person({ fields: { plan: 'team' } })
    await world.event(ada, 'Go')
    await world.takeChanges()
    return { world, flowId, ids, ada }
  }

  test('is asked about after changes that its conditions mention, and after no others', async () => {
    const { world, flowId, ada } = await drawWaiting()
    const { doors } = world.engine
    const asked: number[][] = []
    const matches = doors.matches
    world.engine.doors = {
      ...doors,
      matches: (tx, accountId, conditions, people) => {
        asked.push([...people])
        return matches(tx, accountId, conditions, people)
      },
    }
    await world.system((tx) => doors.changeFields(tx, world.accountId, [{ personId: ada, fields: { city: 'Lisbon' } }]))
    await world.system((tx) => doors.addTags(tx, world.accountId, [{ personId: ada, tag: 'vip' }]))
    await world.event(ada, 'Something else')
    await world.takeChanges()
    world.house.clock.advance(2 * HOUR)
    await world.advance(flowId)
    expect(asked).toEqual([])
    await become(world, ada, 'pro')
    expect([asked.flat().includes(ada), await reached(world)]).toEqual([true, [ada]])
  })

  test('is looked at again as soon as its conditions are others', async () => {
    const { world, flowId, ids, ada } = await drawWaiting()
    const conditions = { ...isPro, conditions: [{ type: 'field', field: 'plan', condition: 'is', value: 'team' }] }
    await world.client.call('updateStep', {
      params: { id: ids.goal! },
      body: { inputFields: { values: { name: 'Paid', conditions } } } as never,
    })
    await world.advance(flowId)
    expect(await reached(world)).toEqual([ada])
  })

  test('is looked at when the flow is on again, for nobody looked while it was off', async () => {
    const { world, flowId, ada } = await drawWaiting()
    await world.client.call('updateFlow', { params: { id: flowId }, body: { status: 'deactivated-user' } })
    await become(world, ada, 'pro')
    expect(await reached(world)).toEqual([])
    await world.switchOn(flowId)
    await world.advance(flowId)
    expect(await reached(world)).toEqual([ada])
  })
})

describe('sending', () => {
  const sends = (world: FlowWorld) =>
    world.rows('select person_id, to_address, is_transactional from sends where account_id = $1 order by person_id')

  test('once for each person and step, unless told; transactional and to another address where told', async () => {
    const world = await openFlowWorld(await testHouse())
    await world.email(1)
    const once = await world.draw({ start: EVENT, mail: ['/send', { emailId: 1 }] }, [['start', 'mail']])
    const often = await world.draw(
      {
        start: EVENT,
        mail: [
          '/send',
          { emailId: 1, onlyOnce: false, transactional: true, sendTo: 'boss+{{ person.team }}@acme.example' },
        ],
      },
      [['start', 'mail']],
    )
    await world.switchOn(once.flowId)
    await world.switchOn(often.flowId)
    const ada = await world.person({ fields: { team: 'red' } })
    await world.event(ada, 'Go')
    await world.event(ada, 'Go')
    await world.takeChanges()
    await world.event(ada, 'Go')
    await world.takeChanges()
    const boss = { person_id: ada, to_address: 'boss+red@acme.example', is_transactional: true }
    expect((await sends(world)).filter(({ to_address }: { to_address?: unknown }) => to_address === null)).toHaveLength(
      1,
    )
    expect((await sends(world)).filter(({ to_address }: { to_address?: unknown }) => to_address !== null)).toEqual([
      boss,
      boss,
      boss,
    ])
  })

  test('inside its window only; the others wait at the step, each by their own clock', async () => {
    const world = await openFlowWorld(await testHouse())
    await world.email(1)
    const window = { weekdays: [1, 2, 3, 4, 5], from: '08:00', to: '11:00', timezone: 'person' }
    const { flowId, ids } = await world.draw({ start: EVENT, mail: ['/send', { emailId: 1, window }] }, [
      ['start', 'mail'],
    ])
    await world.switchOn(flowId)
    const here = await world.person()
    const tokyo = await world.person({ timezone: 'Asia/Tokyo' })
    for (const id of [here, tokyo]) await world.event(id, 'Go')
    await world.takeChanges()
    expect((await sends(world)).map(({ person_id }: { person_id?: unknown }) => person_id)).toEqual([here])
    const { people } = await world.client.call('listStepPeople', {
      params: { stepId: ids.mail! },
      query: { state: 'queued' },
    })
    expect(people.queued).toMatchObject([{ id: tokyo, dueAt: '2026-03-10T23:00:00.000Z' }])
    world.house.clock.set(new Date('2026-03-10T23:00:00Z'))
    await world.advance(flowId)
    expect((await sends(world)).map(({ person_id }: { person_id?: unknown }) => person_id)).toEqual([here, tokyo])
  })
})

test('an edit between a change and the look at it hides the change from nobody', async () => {
  const house = await testHouse()
  const { concerned } = openDoors(house)
  let edit: (() => Promise<unknown>) | undefined
  const world = await openFlowWorld(
    house,
    {},
    {
      concerned: async (...asked) => {
        const those = await concerned(...asked)
        const edits = edit
        edit = undefined
        await edits?.()
        return those
      },
    },
  )
  const { flowId, ids } = await world.draw(
    {
      start: EVENT,
      wait: ['/wait-for', { conditions: isPro, timeout: { value: 9, unit: 'days' } }],
      happened: WAIT,
      over: ['/end-flow'],
    },
    [
      ['start', 'wait'],
      ['wait', 'happened', 'happened'],
      ['wait', 'over', 'timed out'],
    ],
  )
  await world.switchOn(flowId)
  const ada = await world.person()
  await world.event(ada, 'Go')
  await world.takeChanges()
  const add = [{ key: 'a', operationKey: '/add-tag', values: { tag: 'vip' }, x: 0, y: 0 }]
  edit = () => world.client.call('changeFlow', { params: { id: flowId }, body: { steps: { add } } as never })
  await become(world, ada, 'pro')
  expect(edit).toBeUndefined()
  expect(await standing(world)).toEqual([{ person_id: ada, step_id: ids.happened }])
})
