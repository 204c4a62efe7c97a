import { testHouse } from '@millrace/kit/testing'
import { did } from '@millrace/segments/testing'
import { describe, expect, test } from 'vitest'
import { stepTypeOf } from '../../contract/index.ts'
import { type FlowWorld, fieldIs, openFlowWorld, openTrial } from '../../testing/index.ts'
import { waitForStep } from './waitFor.step.ts'

const HOUR = 3_600_000
const EXITS = ['happened', 'timed out']

const happened = (...more: Parameters<typeof did>) => ({ type: 'group', operator: 'and', conditions: [did(...more)] })

const hours = (value: number) => ({ value, unit: 'hours' })

const open = async (world: FlowWorld, conditions: unknown, timeout = hours(24)) =>
  openTrial(world, ['/wait-for', { conditions, timeout }], EXITS)

const later = (world: FlowWorld, ms: number) => {
  world.house.clock.set(new Date(world.house.clock.now().getTime() + ms))
}

const become = async (world: FlowWorld, personId: number, fields: Record<string, unknown>) => {
  await world.system((tx) => world.engine.doors.changeFields(tx, world.accountId, [{ personId, fields }]))
  await world.takeChanges()
}

describe('waiting for an event', () => {
  test('those who do it go on at once, the others when their time is over', async () => {
    const world = await openFlowWorld(await testHouse())
    const trial = await open(world, happened('Paid'))
    const [ada, bob] = [await world.person(), await world.person()]
    await trial.go(ada, bob)
    const due = new Date(world.house.clock.now().getTime() + 24 * HOUR)
    expect(await trial.standing()).toEqual(
      new Map([
        [ada, due],
        [bob, due],
      ]),
    )
    later(world, HOUR)
    await world.event(ada, 'Paid')
    await world.takeChanges()
    expect(await trial.left()).toEqual({ [ada]: 'happened' })
    later(world, 23 * HOUR - 1)
    await world.advance(trial.flowId)
    expect(await trial.left()).toEqual({ [ada]: 'happened' })
    later(world, 1)
    await world.advance(trial.flowId)
    expect(await trial.left()).toEqual({ [ada]: 'happened', [bob]: 'timed out' })
  })

  test('what they did before they came does not count, however often', async () => {
    const world = await openFlowWorld(await testHouse())
    const trial = await open(world, happened('Paid'))
    const ada = await world.person()
    await world.event(ada, 'Paid')
    await world.takeChanges()
    later(world, HOUR)
    await trial.go(ada)
    await world.event(ada, 'Other')
    await world.takeChanges()
    expect([...(await trial.standing()).keys()]).toEqual([ada])
    later(world, 24 * HOUR)
    await world.advance(trial.flowId)
    expect(await trial.left()).toEqual({ [ada]: 'timed out' })
  })

  test('what followed the event that let them in counts, however late both are seen', async () => {
    const world = await openFlowWorld(await testHouse())
    const trial = await open(world, happened('Paid'))
    const [ada, bob] = [await world.person(), await world.person()]
    const start = world.house.clock.now().getTime()
    await world.event(ada, 'Go', {}, new Date(start))
    await world.event(ada, 'Paid', {}, new Date(start + 1))
    await world.event(bob, 'Paid', {}, new Date(start))
    await world.event(bob, 'Go', {}, new Date(start + 1))
    later(world, 5_000)
    await world.takeChanges()
    expect(await trial.left()).toEqual({ [ada]: 'happened' })
    expect([...(await trial.standing()).keys()]).toEqual([bob])
  })

  test('an event that is told late counts by when it happened', async () => {
    const world = await openFlowWorld(await testHouse())
    const trial = await open(world, happened('Paid'), hours(2))
    const [ada, bob] = [await world.person(), await world.person()]
    await trial.go(ada, bob)
    const start = world.house.clock.now().getTime()
    later(world, HOUR)
    await world.event(ada, 'Paid', {}, new Date(start - 1))
    await world.event(bob, 'Paid', {}, new Date(start + 1))
    await world.takeChanges()
    expect(await trial.left()).toEqual({ [bob]: 'happened' })
  })

  test('whoever does it in the last moment has done it, a moment later is too late', async () => {
    const world = await openFlowWorld(await testHouse())
    const trial = await open(world, happened('Paid'), hours(2))
    const [ada, bob] = [await world.person(), await world.person()]
    await trial.go(ada, bob)
    const over = world.house.clock.now().getTime() + 2 * HOUR
    later(world, 2 * HOUR + 60_000)
    await world.event(ada, 'Paid', {}, new Date(over))
    await world.event(bob, 'Paid', {}, new Date(over + 1))
    await world.advance(trial.flowId)
    expect(await trial.left()).toEqual({ [ada]: 'happened', [bob]: 'timed out' })
  })

  test.each<[string, Parameters<typeof did>[1], number]>([
    ['three times', { frequencyCondition: { type: 'frequencyCondition', condition: 'at least', value: 3 } }, 3],
    ['twice', { frequencyCondition: { type: 'frequencyCondition', condition: 'is more than', value: 1 } }, 2],
  ])('%s is counted from their coming', async (_, often, times) => {
    const world = await openFlowWorld(await testHouse())
    const trial = await open(world, happened('Paid', often))
    const ada = await world.person()
    for (let n = 0; n < 5; n++) await world.event(ada, 'Paid')
    await world.takeChanges()
    later(world, HOUR)
    await trial.go(ada)
    for (let n = 1; n <= times; n++) {
      expect(await trial.left()).toEqual({})
      later(world, 1000)
      await world.event(ada, 'Paid')
      await world.takeChanges()
    }
    expect(await trial.left()).toEqual({ [ada]: 'happened' })
  })

  test('each pass of the same person counts from its own coming', async () => {
    const world = await openFlowWorld(await testHouse())
    const trial = await open(world, happened('Paid'))
    const ada = await world.person()
    await trial.go(ada)
    later(world, HOUR)
    await world.event(ada, 'Paid', {}, new Date(world.house.clock.now().getTime() - 1))
    await trial.go(ada)
    expect(await trial.left()).toEqual({ [ada]: 'happened' })
    expect([...(await trial.standing()).keys()]).toEqual([ada])
  })
})

describe('waiting for something else', () => {
  test('what is true already has happened', async () => {
    const world = await openFlowWorld(await testHouse())
    const trial = await open(world, fieldIs('plan', 'pro'))
    const [ada, bob] = [await world.person({ fields: { plan: 'pro' } }), await world.person()]
    await trial.go(ada, bob)
    expect(await trial.left()).toEqual({ [ada]: 'happened' })
    await become(world, bob, { plan: 'pro' })
    expect(await trial.left()).toEqual({ [ada]: 'happened', [bob]: 'happened' })
  })

  test('what comes by time alone is looked for every hour', async () => {
    const world = await openFlowWorld(await testHouse())
    const now = world.house.clock.now().getTime()
    const ends = { type: 'field', field: 'trialEnd', condition: 'before period', value: { value: 0, unit: 'minutes' } }
    const trial = await open(world, { type: 'group', operator: 'and', conditions: [ends] })
    const ada = await world.person({ fields: { trialEnd: new Date(now + 90 * 60_000).toISOString() } })
    await world.system((tx) =>
      world.engine.doors.changeFields(tx, world.accountId, [{ personId: ada, fields: { other: 1 } }]),
    )
    await trial.go(ada)
    expect(await trial.standing()).toEqual(new Map([[ada, new Date(now + HOUR)]]))
    later(world, HOUR)
    await world.advance(trial.flowId)
    expect(await trial.left()).toEqual({})
    later(world, HOUR)
    await world.advance(trial.flowId)
    expect(await trial.left()).toEqual({ [ada]: 'happened' })
  })

  test('an event or a field, whichever comes first', async () => {
    const world = await openFlowWorld(await testHouse())
    const conditions = [...happened('Paid').conditions, ...fieldIs('plan', 'pro').conditions]
    const trial = await open(world, { type: 'group', operator: 'or', conditions })
    const [ada, bob] = [await world.person(), await world.person()]
    await trial.go(ada, bob)
    later(world, HOUR)
    await world.event(ada, 'Paid')
    await become(world, bob, { plan: 'pro' })
    expect(await trial.left()).toEqual({ [ada]: 'happened', [bob]: 'happened' })
  })
})

describe('people who wait', () => {
  test('are told not to wait any longer: timed out', async () => {
    const world = await openFlowWorld(await testHouse())
    const trial = await open(world, happened('Paid'))
    const [ada, bob] = [await world.person(), await world.person()]
    await trial.go(ada, bob)
    await world.client.call('skipWait', { params: { stepId: trial.stepId, objectId: ada } })
    await world.advance(trial.flowId)
    expect(await trial.left()).toEqual({ [ada]: 'timed out' })
    expect([...(await trial.standing()).keys()]).toEqual([bob])
  })

  test.each([
    ['longer', 48, 48],
    ['shorter', 2, 2],
    ['as short that it is over', 1, undefined],
  ])('wait %s when the time is changed for them', async (_, timeout, due) => {
    const world = await openFlowWorld(await testHouse())
    const trial = await open(world, happened('Paid'))
    const ada = await world.person()
    await trial.go(ada)
    const start = world.house.clock.now().getTime()
    later(world, HOUR)
    const inputFields = { values: { conditions: happened('Paid'), timeout: hours(timeout) } }
    await world.client.call('updateStep', {
      params: { id: trial.stepId },
      body: { inputFields, recomputeDelay: true },
    })
    await world.advance(trial.flowId)
    if (due) expect(await trial.standing()).toEqual(new Map([[ada, new Date(start + due * HOUR)]]))
    else expect(await trial.left()).toEqual({ [ada]: 'timed out' })
  })

  test('go on waiting as long as before when it is made shorter for later ones only', async () => {
    const world = await openFlowWorld(await testHouse())
    const trial = await open(world, happened('Paid'))
    const ada = await world.person()
    await trial.go(ada)
    const inputFields = { values: { conditions: happened('Paid'), timeout: hours(1) } }
    await world.client.call('updateStep', { params: { id: trial.stepId }, body: { inputFields } })
    later(world, 3 * HOUR)
    await world.event(ada, 'Paid')
    await world.takeChanges()
    expect(await trial.left()).toEqual({ [ada]: 'happened' })
  })
})

test('a wait of a day keeps the time of day when clocks change', async () => {
  const world = await openFlowWorld(await testHouse(), { timezone: 'Europe/Berlin' })
  world.house.clock.set(new Date('2027-03-27T11:00:00Z'))
  const trial = await open(world, happened('Paid'), { value: 1, unit: 'days' })
  const ada = await world.person()
  await trial.go(ada)
  expect(await trial.standing()).toEqual(new Map([[ada, new Date('2027-03-28T10:00:00Z')]]))
})

describe('its settings', () => {
  test.each([
    [{}, 'Say what to wait for'],
    [{ conditions: happened('Paid'), timeout: { value: 1, unit: 'days' } }, 'Event Paid, at most 1 day'],
    [{ conditions: fieldIs('plan', 'pro'), timeout: hours(2) }, 'Plan is pro, at most 2 hours'],
  ])('%j in words', (values, text) => {
    expect(waitForStep.summary(values as never, { fields: { plan: 'Plan' } }).text).toBe(text)
  })

  test.each([
    [{ timeout: hours(1) }, 'conditions'],
    [{ conditions: { type: 'group', operator: 'and', conditions: [] }, timeout: hours(1) }, 'conditions'],
    [{ conditions: happened('Paid') }, 'timeout'],
    [{ conditions: happened('Paid'), timeout: hours(0) }, 'timeout'],
  ])('%j is not complete', (values, field) => {
    expect(waitForStep.values.safeParse(values).error?.issues[0]?.path[0]).toBe(field)
  })

  test('it has two ways out and can stand in a loop', () => {
    const type = stepTypeOf({ serviceId: 'millrace', operationKey: '/wait-for' })
    expect(type?.exits({})).toEqual(EXITS)
    expect(type?.waits).toBe(true)
  })
})
