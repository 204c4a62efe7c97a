import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { openFlowWorld, openTrial, wrongWith } from '../../testing/index.ts'
import { conditionStep } from './condition.step.ts'

const field = (name: string, condition: string, value?: unknown) => ({ type: 'field', field: name, condition, value })
const group = (operator: 'and' | 'or', ...conditions: object[]) => ({ type: 'group', operator, conditions })

const PRO = field('plan', 'is', 'pro')
const BIG = field('seats', 'is more than', 10)

type Case = [what: string, conditions: object, fields: Record<string, unknown>, exit: 'yes' | 'no']

const CASES: Case[] = [
  ['a field that is so', group('and', PRO), { plan: 'pro' }, 'yes'],
  ['in other letters', group('and', PRO), { plan: 'PRO' }, 'yes'],
  ['a field that is not so', group('and', PRO), { plan: 'free' }, 'no'],
  ['a field that is missing', group('and', PRO), {}, 'no'],
  ['a field that is null', group('and', PRO), { plan: null }, 'no'],
  ['not so, and it is missing', group('and', field('plan', 'is not', 'pro')), {}, 'yes'],
  ['empty, and it is missing', group('and', field('plan', 'is empty')), {}, 'yes'],
  ['a number', group('and', BIG), { seats: 11 }, 'yes'],
  ['a number that is just so many', group('and', BIG), { seats: 10 }, 'no'],
  ['a number that is missing', group('and', BIG), {}, 'no'],
  ['both of two', group('and', PRO, BIG), { plan: 'pro', seats: 11 }, 'yes'],
  ['one of two where both must be', group('and', PRO, BIG), { plan: 'pro' }, 'no'],
  ['one of two where one is enough', group('or', PRO, BIG), { seats: 11 }, 'yes'],
  [
    'a group in a group',
    group('and', BIG, group('or', PRO, field('plan', 'is', 'team'))),
    { plan: 'team', seats: 99 },
    'yes',
  ],
]

describe('the condition', () => {
  test.each(CASES)('%s', async (_, conditions, fields, exit) => {
    const world = await openFlowWorld(await testHouse())
    const trial = await openTrial(world, ['/condition', { conditions }], ['yes', 'no'])
    // Somebody of each kind makes the fields known.
    const others = [await world.person({ fields: { plan: 'other', seats: 1 } }), await world.person({ fields })]
    await world.system((tx) =>
      world.engine.doors.changeFields(tx, world.accountId, [
        { personId: others[0]!, fields: { plan: 'nobody', seats: 0 } },
      ]),
    )
    await world.takeChanges()
    await trial.go(...others)
    expect(await trial.left()).toEqual({ [others[0]!]: expect.any(String), [others[1]!]: exit })
  })

  test('asks about what people did, and whether they did not', async () => {
    const world = await openFlowWorld(await testHouse())
    const did = (condition: string) =>
      group('and', {
        type: 'event',
        condition,
        systemConditions: group('and', field('name', 'is', 'Paid')),
      })
    const has = await openTrial(world, ['/condition', { conditions: did('has') }], ['yes', 'no'])
    const hasNot = await openTrial(world, ['/condition', { conditions: did('has not') }], ['yes', 'no'])
    const [ada, bob] = [await world.person(), await world.person()]
    await world.event(ada, 'Paid')
    await has.go(ada, bob)
    expect([await has.left(), await hasNot.left()]).toEqual([
      { [ada]: 'yes', [bob]: 'no' },
      { [ada]: 'no', [bob]: 'yes' },
    ])
  })
})

describe('its settings', () => {
  test.each([
    [{}, 'Add at least one condition.'],
    [{ conditions: null }, 'Add at least one condition.'],
    [{ conditions: group('and') }, 'Add at least one condition.'],
    [{ conditions: group('and', { type: 'moon' }) }, 'This cannot be used here. Choose it anew.'],
    [{ conditions: [PRO] }, undefined],
    [{ conditions: group('and', PRO) }, undefined],
  ])('%j says %s', (values, message) => {
    expect(wrongWith(conditionStep, values)).toBe(message)
  })

  test('in words', () => {
    expect(conditionStep.summary({}, {}).text).toBe('Add a condition')
    expect(conditionStep.summary({ conditions: group('and', PRO) as never }, {}).text).toBe('Plan is pro')
  })
})
