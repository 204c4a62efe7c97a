import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { fieldIs, openFlowWorld, openTrial, wrongWith } from '../../testing/index.ts'
import { goalStep } from './goal.step.ts'

const GOALS = 'select person_id as id from flow_goals where account_id = $1 and step_id = $2 order by person_id'
const PRO = fieldIs('plan', 'pro')
const HOUR = 3_600_000

describe('the goal', () => {
  test('without conditions is reached on arriving, once a pass', async () => {
    const world = await openFlowWorld(await testHouse())
    const trial = await openTrial(world, ['/goal', { name: 'Here' }])
    const ada = await world.person()
    await trial.go(ada)
    await trial.go(ada)
    expect(await trial.left()).toEqual({ [ada]: 'left' })
    expect(await world.rows(GOALS, [trial.stepId])).toEqual([{ id: ada }, { id: ada }])
  })

  test('an empty group of conditions is none', async () => {
    const world = await openFlowWorld(await testHouse())
    const conditions = { type: 'group', operator: 'and', conditions: [] }
    const trial = await openTrial(world, ['/goal', { name: 'Here', conditions }])
    const ada = await world.person()
    await trial.go(ada)
    expect(await trial.left()).toEqual({ [ada]: 'left' })
  })

  test('with conditions is reached by those who meet them; the others wait, also those who lack the field', async () => {
    const world = await openFlowWorld(await testHouse())
    const trial = await openTrial(world, ['/goal', { name: 'Paid', conditions: PRO }])
    const plans = [{ plan: 'pro' }, { plan: 'free' }, {}, { plan: null }]
    const people: number[] = []
    for (const fields of plans) people.push(await world.person({ fields }))
    await trial.go(...people)
    const [ada, bob, cid, eve] = people as [number, number, number, number]
    expect(await trial.left()).toEqual({ [ada]: 'left' })
    const next = new Date(world.house.clock.now().getTime() + HOUR)
    expect([...(await trial.standing())]).toEqual(
      [bob, cid, eve].map((person) => [person, expect.toSatisfy((due: Date | null) => due === null || due >= next)]),
    )
    expect(await world.rows(GOALS, [trial.stepId])).toEqual([{ id: ada }])
  })

  test('whoever is looked at again without having met them goes on waiting', async () => {
    const world = await openFlowWorld(await testHouse())
    const trial = await openTrial(world, ['/goal', { name: 'Paid', conditions: PRO }])
    const bob = await world.person()
    await trial.go(bob)
    world.house.clock.advance(HOUR)
    await world.advance(trial.flowId)
    expect(await trial.left()).toEqual({})
    expect([...(await trial.standing()).keys()]).toEqual([bob])
  })
})

describe('its settings', () => {
  test.each([
    [{}, 'Name the goal.'],
    [{ name: ' ' }, 'Name the goal.'],
    [{ name: 'Paid', conditions: PRO, moveHere: true }, undefined],
    [{ name: 'Paid' }, undefined],
  ])('%j says %s', (values, message) => {
    expect(wrongWith(goalStep, values)).toBe(message)
  })

  test('moving people without saying when is told', () => {
    const none = { type: 'group', operator: 'and', conditions: [] } as const
    const told = ['Say when people move here: add conditions to the goal.']
    const messages = (values: object) => goalStep.problems(values as never).map(({ message }) => message)
    expect(messages({ name: 'Paid', moveHere: true })).toEqual(told)
    expect(messages({ name: 'Paid', moveHere: true, conditions: none })).toEqual(told)
    expect(messages({ name: 'Paid', moveHere: true, conditions: PRO })).toEqual([])
  })

  test.each([
    [{}, 'Goal', 'Name the goal'],
    [{ name: 'Paid' }, 'Paid', 'Reached on arriving here'],
    [{ name: 'Paid', conditions: PRO }, 'Paid', 'Plan is pro'],
    [{ name: 'Paid', conditions: PRO, moveHere: true }, 'Paid', 'Plan is pro, people move here at once'],
  ] as const)('%j in words', (values, title, text) => {
    expect(goalStep.summary(values as never, {})).toEqual({ title, text })
  })
})
