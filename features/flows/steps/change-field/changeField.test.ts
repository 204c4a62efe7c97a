import { testHouse } from '@millrace/kit/testing'
import { peopleDoor } from '@millrace/people/server'
import { describe, expect, test } from 'vitest'
import { type FlowWorld, openFlowWorld, openTrial, wrongWith } from '../../testing/index.ts'
import { changeFieldStep } from './changeField.step.ts'

const FIELDS = `select fields from people where account_id = $1 and id = $2`

const openFields = async () => {
  const world = await openFlowWorld(await testHouse())
  const person = await world.person()
  // Values of some types make the fields known.
  await world.system((tx) =>
    peopleDoor(world.house).changeFields(tx, world.accountId, [
      { personId: person, fields: { title: 'x', seats: 3, since: '2026-01-01', active: true } },
    ]),
  )
  await world.takeChanges()
  return world
}

const fieldsOf = async (world: FlowWorld, person: number) =>
  (await world.rows<{ fields: Record<string, unknown> }>(FIELDS, [person]))[0]?.fields ?? {}

type Case = [what: string, field: string, value: string, before: Record<string, unknown>, after: unknown]

describe('the field', () => {
  test.each<Case>([
    ['is set', 'title', 'Boss', {}, 'Boss'],
    ['is set anew', 'title', 'Boss', { title: 'Temp' }, 'Boss'],
    ['is cleared by nothing', 'title', '', { title: 'Temp' }, undefined],
    [
      'is set from others',
      'title',
      '{{ person.plan | upcase }} in {{ city }}',
      { plan: 'pro', city: 'Bonn' },
      'PRO in Bonn',
    ],
    ['is set from one that is missing, with something else', 'title', '{{ plan | default: "none" }}', {}, 'none'],
    ['is cleared by one that is missing', 'title', '{{ plan }}', { title: 'Temp' }, undefined],
    ['is set from itself', 'title', '{{ title }}!', { title: 'Hey' }, 'Hey!'],
    ['takes a number', 'seats', '12', {}, 12],
    ['takes a number from another one', 'seats', '{{ seats | plus: 1 }}', { seats: 3 }, 4],
    ['takes yes or no', 'active', 'false', { active: true }, false],
    ['takes a day', 'since', '2026-05-01', {}, '2026-05-01'],
  ])('%s', async (_, field, value, before, after) => {
    const world = await openFields()
    const trial = await openTrial(world, ['/change-field', { field, value }])
    const ada = await world.person({ fields: before })
    await trial.go(ada)
    expect(await trial.left()).toEqual({ [ada]: 'left' })
    expect((await fieldsOf(world, ada))[field] ?? undefined).toEqual(after)
  })

  test('where the value does not fit, or the Liquid fails, people stop there and the others go on', async () => {
    const world = await openFields()
    const number = await openTrial(world, ['/change-field', { field: 'seats', value: '{{ plan }}' }])
    const [ada, bob] = [await world.person({ fields: { plan: 'many' } }), await world.person({ fields: { plan: '7' } })]
    await number.go(ada, bob)
    const left = await number.left()
    expect(left[bob]).toBe('left')
    expect(left[ada]).toMatch(/\w+ .*\./)
    expect((await fieldsOf(world, bob)).seats).toBe(7)
    expect((await fieldsOf(world, ada)).seats).toBeUndefined()
  })

  test('that is made by no text but by a change says so to other flows', async () => {
    const world = await openFields()
    const trial = await openTrial(world, ['/change-field', { field: 'title', value: 'Boss' }])
    const { flowId, ids } = await world.draw(
      { start: ['/field-changed', { field: 'title', to: 'Boss' }], end: ['/end-flow'] },
      [['start', 'end']],
    )
    await world.switchOn(flowId)
    const ada = await world.person({ fields: { title: 'Temp' } })
    await trial.go(ada)
    await world.takeChanges()
    const rows = await world.rows('select person_id as id from step_visits where account_id = $1 and step_id = $2', [
      ids.end,
    ])
    expect(rows).toEqual([{ id: ada }])
  })
})

describe('its settings', () => {
  test.each([
    [{ value: 'x' }, 'Choose a field.'],
    [{ field: '', value: 'x' }, 'Choose a field.'],
    [{ field: 'title', value: '' }, undefined],
    [{ field: 'title', value: '{{ plan }}' }, undefined],
  ])('%j says %s', (values, message) => {
    expect(wrongWith(changeFieldStep, values)).toBe(message)
  })

  test('Liquid that cannot be read keeps the flow from being switched on', async () => {
    const world = await openFields()
    await expect(openTrial(world, ['/change-field', { field: 'title', value: '{{ plan | shout }' }])).rejects.toThrow(
      'The Liquid cannot be run',
    )
  })

  test.each([
    [{}, 'Choose a field'],
    [{ field: 'plan', value: 'pro' }, 'Set Plan to pro'],
    [{ field: 'plan', value: '' }, 'Clear Plan'],
    [{ field: 'city', value: 'Bonn' }, 'Set city to Bonn'],
  ])('%j in words', (values, text) => {
    expect(changeFieldStep.summary(values, { fields: { plan: 'Plan' } }).text).toBe(text)
  })
})
