import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { openEntry, openFlowWorld, wrongWith } from '../../testing/index.ts'
import { eventStep } from './event.step.ts'

const MINUTE = 60_000
const where = (...conditions: [field: string, condition: string, value?: unknown][]) => ({
  type: 'group',
  operator: 'and',
  conditions: conditions.map(([field, condition, value]) => ({ type: 'field', field, condition, value })),
})

type Case = [what: string, values: Record<string, unknown>, props: Record<string, unknown>, enters: boolean]

describe('the event', () => {
  test.each<Case>([
    ['any one of the name', {}, {}, true],
    ['without conditions in the group', { conditions: where() }, {}, true],
    ['a property that is so', { conditions: where(['plan', 'is', 'pro']) }, { plan: 'Pro' }, true],
    ['a property that is not so', { conditions: where(['plan', 'is', 'pro']) }, { plan: 'free' }, false],
    ['a property that is missing', { conditions: where(['plan', 'is', 'pro']) }, {}, false],
    ['a property that is null', { conditions: where(['plan', 'is empty']) }, { plan: null }, true],
    ['a number', { conditions: where(['amount', 'is more than', 99]) }, { amount: 100 }, true],
    ['a number that is a text', { conditions: where(['amount', 'is more than', 99]) }, { amount: 'many' }, false],
    ['one of two conditions', { conditions: where(['a', 'is', 1], ['b', 'is', 2]) }, { a: 1, b: 3 }, false],
    ['by a machine, where that is not asked', {}, { isBot: true }, true],
  ])('%s', async (_, values, props, enters) => {
    const world = await openFlowWorld(await testHouse())
    const flow = await openEntry(world, ['/event', { eventName: 'Paid', ...values }])
    const ada = await world.person()
    await world.event(ada, 'Paid', props)
    await world.takeChanges()
    expect(await flow.entered()).toEqual(enters ? [ada] : [])
  })

  test('another one does not start it, nor one of other letters', async () => {
    const world = await openFlowWorld(await testHouse())
    const flow = await openEntry(world, ['/event', { eventName: 'Paid' }])
    const ada = await world.person()
    for (const name of ['Paid twice', 'paid', 'Refunded']) await world.event(ada, name)
    await world.takeChanges()
    expect(await flow.entered()).toEqual([])
  })

  test('of opens and clicks those by people start it, unless machines are asked for', async () => {
    const world = await openFlowWorld(await testHouse())
    const human = await openEntry(world, ['/event', { eventName: 'Email opened' }])
    const machine = await openEntry(world, [
      '/event',
      { eventName: 'Email opened', conditions: where(['isBot', 'is', true]) },
    ])
    const [ada, bot] = [await world.person(), await world.person()]
    await world.event(ada, 'Email opened', { isBot: false }, undefined, 'email')
    await world.event(bot, 'Email opened', { isBot: true }, undefined, 'email')
    await world.takeChanges()
    expect([await human.entered(), await machine.entered()]).toEqual([[ada], [bot]])
  })

  test('what happened ten minutes before the flow was on starts it; what happened earlier does not', async () => {
    const world = await openFlowWorld(await testHouse())
    const flow = await openEntry(world, ['/event', { eventName: 'Paid' }])
    const now = world.house.clock.now().getTime()
    const [late, early] = [await world.person(), await world.person()]
    await world.event(late, 'Paid', {}, new Date(now - 10 * MINUTE))
    await world.event(early, 'Paid', {}, new Date(now - 10 * MINUTE - 1))
    await world.takeChanges()
    expect(await flow.entered()).toEqual([late])
  })
})

describe('a key', () => {
  test('lets a person in once per value; without a value, every time', async () => {
    const world = await openFlowWorld(await testHouse())
    const flow = await openEntry(world, ['/event', { eventName: 'Paid', key: 'order' }])
    const [ada, bob] = [await world.person(), await world.person()]
    const entries = async (person: number, ...orders: unknown[]) => {
      const before = (await flow.entered()).length
      for (const order of orders) await world.event(person, 'Paid', order === undefined ? {} : { order })
      await world.takeChanges()
      return (await flow.entered()).length - before
    }
    expect(await entries(ada, 'a', 'a', 'b')).toBe(2)
    expect(await entries(ada, 'a')).toBe(0)
    expect(await entries(bob, 'a')).toBe(1)
    expect(await entries(ada, 7, '7')).toBe(1)
    expect(await entries(ada, { id: 1 }, { id: 1 }, { id: 2 })).toBe(2)
    expect(await entries(ada, null, '', undefined)).toBe(3)
    expect(await entries(ada, 0, false)).toBe(2)
  })

  test('may lie within an object', async () => {
    const world = await openFlowWorld(await testHouse())
    const flow = await openEntry(world, ['/event', { eventName: 'Paid', key: 'order.id' }])
    const ada = await world.person()
    for (const id of [1, 1, 2]) await world.event(ada, 'Paid', { order: { id } })
    await world.takeChanges()
    expect(await flow.entered()).toEqual([ada, ada])
  })
})

describe('its settings', () => {
  test.each([
    [{}, 'Choose an event.'],
    [{ eventName: '   ' }, 'Choose an event.'],
    [{ eventName: 'Paid', conditions: { type: 'group', operator: 'and', conditions: [] } }, undefined],
    [{ eventName: 'Paid' }, undefined],
  ])('%j says %s', (values, message) => {
    expect(wrongWith(eventStep, values)).toBe(message)
  })

  test.each([
    [{}, 'Choose an event'],
    [{ eventName: 'Paid' }, 'Event Paid'],
    [{ eventName: 'Paid', key: 'order' }, 'Event Paid, once per order'],
  ])('%j in words', (values, text) => {
    expect(eventStep.summary(values, {}).text).toBe(text)
  })
})
