import { testHouse } from '@millrace/kit/testing'
import { expect, test } from 'vitest'
import { type DrawnStep, openFlowWorld } from '../../testing/index.ts'
import { openDoors } from '../index.ts'

const EVENT: DrawnStep = ['/event', { eventName: 'Go' }]
const is = (field: string, condition: string, value: unknown) => ({ type: 'field', field, condition, value })
const filter = (...conditions: object[]): DrawnStep => [
  '/condition',
  { conditions: { type: 'group', operator: 'and', conditions } },
]

const asking = async (hasFailing = false) => {
  const house = await testHouse()
  const together: number[] = []
  const alone: number[] = []
  const doors = openDoors(house)
  const world = await openFlowWorld(
    house,
    {},
    {
      ...doors,
      matchesEach: async (tx, accountId, conditions, people) => {
        together.push(conditions.length)
        if (hasFailing) await tx.run('select 1 / 0')
        return doors.matchesEach(tx, accountId, conditions, people)
      },
      matches: (tx, accountId, conditions, people) => {
        alone.push(people.length)
        return doors.matches(tx, accountId, conditions, people)
      },
    },
  )
  return { world, together, alone }
}

const draw = async (world: Awaited<ReturnType<typeof asking>>['world']) => {
  const { flowId, ids } = await world.draw(
    {
      start: EVENT,
      pro: filter(is('plan', 'is', 'pro')),
      tag: ['/add-tag', { tag: 'seen' }],
      seen: filter({ type: 'tag', value: 'seen', condition: 'has' }),
      busy: filter(is('score', 'at least', 10), is('plan', 'is not empty', null)),
      yes: ['/goal', { name: 'Yes' }],
      no: ['/goal', { name: 'No' }],
    },
    [
      ['start', 'pro'],
      ['pro', 'tag', 'yes'],
      ['pro', 'seen', 'no'],
      ['tag', 'seen'],
      ['seen', 'yes', 'yes'],
      ['seen', 'busy', 'no'],
      ['busy', 'yes', 'yes'],
      ['busy', 'no', 'no'],
    ],
  )
  await world.switchOn(flowId)
  const people = [
    await world.person({ fields: { plan: 'pro', score: 12 } }),
    await world.person({ fields: { plan: 'free', score: 2 } }),
    await world.person({ fields: { plan: 'free', score: 30 } }),
  ]
  for (const person of people) await world.event(person, 'Go')
  await world.takeChanges()
  const visits = (person = 0) =>
    world.rows<{ step: number }>(
      'select step_id as step from step_visits where account_id = $1 and person_id = $2 order by run_id, visit',
      [person],
    )
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]))
  const ways: string[] = []
  for (const person of people) ways.push((await visits(person)).map(({ step }) => names.get(step)).join(' '))
  return ways
}

const WAYS = ['start pro tag seen yes', 'start pro seen busy no', 'start pro seen busy yes']

test('filters that follow each other are asked at once, and again after something was changed', async () => {
  const { world, together, alone } = await asking()
  expect(await draw(world)).toEqual(WAYS)
  // From the first filter, and from the one behind the tag.
  expect(together).toEqual([3, 2])
  expect(alone).toEqual([])
})

test('where they cannot be asked at once, each is asked by itself', async () => {
  const { world, alone } = await asking(true)
  expect(await draw(world)).toEqual(WAYS)
  expect(alone).toEqual([3, 3, 2])
})
