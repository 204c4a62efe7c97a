import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { openFlowWorld, openTrial } from '../../testing/index.ts'
import { changeNumericFieldStep } from './changeNumericField.step.ts'

const NUMBERS = 'select id, fields from people where account_id = $1'

const openNumbers = async () => {
  const world = await openFlowWorld(await testHouse())
  const first = await world.person()
  const fields = { seats: 1, mrr: 1.5, name: 'a text', on: true }
  await world.system((tx) => world.engine.doors.changeFields(tx, world.accountId, [{ personId: first, fields }]))
  await world.takeChanges()
  const storedOf = async (personId: number, field: string) => {
    const rows = await world.rows<{ id: number; fields: Record<string, unknown> }>(NUMBERS)
    return rows.find(({ id }) => id === personId)?.fields[field]
  }
  return { world, storedOf }
}

describe('what becomes of the number', () => {
  test.each([
    ['add', '5', 10, 15],
    ['add', '-5', 10, 5],
    ['add', '0.2', 0.1, 0.3],
    ['add', '5', null, 5],
    ['subtract', '3', 10, 7],
    ['subtract', '3', null, -3],
    ['multiply', '1.1', 3, 3.3],
    ['multiply', '5', null, 0],
    ['multiply', '0', 7, 0],
    ['set', '12', 7, 12],
    ['set', '12', null, 12],
    ['add', '{{ person.seats | times: 2 }}', 10, 12],
    ['add', 5, 1, 6],
  ])('%s %s to %s', async (by, value, before, after) => {
    const { world, storedOf } = await openNumbers()
    const trial = await openTrial(world, ['/change-numeric-field', { field: 'mrr', by, value }])
    const ada = await world.person({ fields: { ...(before !== null && { mrr: before }), seats: 1 } })
    await trial.go(ada)
    expect(await trial.left()).toEqual({ [ada]: 'left' })
    expect(await storedOf(ada, 'mrr')).toBe(after)
  })

  test.each([
    ['a text in the field', { field: 'mrr', by: 'add', value: '1' }, { mrr: 'lots' }, 'mrr: "lots" is not a number.'],
    ['another kind of field', { field: 'name', by: 'set', value: '1' }, {}, 'name: this field does not hold a number.'],
    ['a field that is no more', { field: 'gone', by: 'add', value: '1' }, {}, 'gone: there is no such person field.'],
    [
      'too large',
      { field: 'mrr', by: 'multiply', value: '9999999' },
      { mrr: 1e305 },
      'mrr: the number would be too large.',
    ],
    ['Liquid that gives no number', { field: 'mrr', by: 'add', value: '{{ person.name }}' }, {}, '“” is not a number.'],
  ])('%s stops only them, with the reason', async (_, values, fields, reason) => {
    const { world } = await openNumbers()
    const trial = await openTrial(world, ['/change-numeric-field', values])
    const ada = await world.person({ fields })
    await trial.go(ada)
    expect(await trial.left()).toEqual({ [ada]: reason })
  })

  test('one who cannot be reckoned with holds up nobody else', async () => {
    const { world, storedOf } = await openNumbers()
    const trial = await openTrial(world, ['/change-numeric-field', { field: 'mrr', by: 'add', value: '1' }])
    const [ada, bob] = [await world.person({ fields: { mrr: 'lots' } }), await world.person({ fields: { mrr: 1 } })]
    await trial.go(ada, bob)
    expect(await trial.left()).toEqual({ [ada]: 'mrr: "lots" is not a number.', [bob]: 'left' })
    expect(await storedOf(bob, 'mrr')).toBe(2)
  })
})

test('many at once lose nothing', async () => {
  const { world, storedOf } = await openNumbers()
  const [ada, bob] = [await world.person(), await world.person()]
  const add = (personId: number) => ({ personId, field: 'mrr', by: 'add' as const, value: 1 })
  await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      world.system((tx) =>
        world.engine.doors.changeNumbers(
          tx,
          world.accountId,
          n % 2 ? [add(ada), add(bob)] : [add(bob), add(ada), add(ada)],
        ),
      ),
    ),
  )
  expect([await storedOf(ada, 'mrr'), await storedOf(bob, 'mrr')]).toEqual([18, 12])
})

test('someone who comes twice at once is changed twice', async () => {
  const { world, storedOf } = await openNumbers()
  const trial = await openTrial(world, ['/change-numeric-field', { field: 'mrr', by: 'add', value: '1' }])
  const ada = await world.person()
  await trial.go(ada, ada)
  expect(await storedOf(ada, 'mrr')).toBe(2)
})

describe('its settings', () => {
  test.each([
    [{ field: 'mrr', by: 'add', value: 5 }, undefined],
    [{ field: 'mrr', by: 'add', value: '-1.5' }, undefined],
    [{ field: 'mrr', by: 'add', value: '{{ person.seats }}' }, undefined],
    [{ by: 'add', value: '5' }, 'Choose a field.'],
    [{ field: 'mrr', value: '5' }, 'Choose what to do.'],
    [{ field: 'mrr', by: 'add' }, 'Use a number.'],
    [{ field: 'mrr', by: 'add', value: ' ' }, 'Use a number.'],
    [{ field: 'mrr', by: 'add', value: '1,5' }, 'Use a number such as 5 or 1.5.'],
    [{ field: 'mrr', by: 'add', value: 'many' }, 'Use a number such as 5 or 1.5.'],
  ])('%j says %s', (values, message) => {
    expect(changeNumericFieldStep.values.safeParse(values).error?.issues[0]?.message).toBe(message)
  })

  test.each([
    [{}, 'Choose a field'],
    [{ field: 'mrr', by: 'add', value: '5' }, 'Add 5 to MRR'],
    [{ field: 'mrr', by: 'subtract', value: '5' }, 'Take 5 off MRR'],
    [{ field: 'mrr', by: 'multiply', value: '2' }, 'Multiply MRR by 2'],
    [{ field: 'seats', by: 'set', value: '0' }, 'Set seats to 0'],
  ] as const)('%j in words', (values, text) => {
    expect(changeNumericFieldStep.summary(values, { fields: { mrr: 'MRR' } }).text).toBe(text)
  })
})
