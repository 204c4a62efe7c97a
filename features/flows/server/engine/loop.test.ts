import { testHouse } from '@millrace/kit/testing'
import { expect, test } from 'vitest'
import { type DrawnStep, type FlowWorld, openFlowWorld } from '../../testing/index.ts'

const EVENT: DrawnStep = ['/event', { eventName: 'Go' }]

const waiting = async (world: FlowWorld, names: string[]) => {
  const drawn = await world.draw(
    {
      start: EVENT,
      wait: ['/delay-v2', { kind: 'duration', value: 2, unit: 'hours' }],
      goal: ['/goal', { name: 'Done' }],
    },
    [
      ['start', 'wait'],
      ['wait', 'goal'],
    ],
  )
  await world.switchOn(drawn.flowId)
  const people: number[] = []
  for (const name of names) {
    const id = await world.person({ email: `${name}@example.com`, fields: { firstName: name } })
    people.push(id)
    await world.event(id, 'Go')
    await world.takeChanges()
    world.house.clock.advance(1000)
  }
  return { ...drawn, people }
}

test('the loop moves people when they are due and says when it is to look again', async () => {
  const world = await openFlowWorld(await testHouse())
  const { flowId } = await waiting(world, ['ada', 'bob'])
  const loop = world.loop()
  const due = new Date('2026-03-10T11:00:00Z')
  expect(await loop.work(new Set())).toEqual(due)
  world.house.clock.set(due)
  expect(await loop.work(new Set())).toEqual(new Date(due.getTime() + 1000))
  world.house.clock.advance(1000)
  expect(await loop.work(new Set([world.accountId]))).toBeUndefined()
  expect(await world.rows('select state from flow_runs where account_id = $1 and flow_id = $2', [flowId])).toEqual([
    { state: 4 },
    { state: 4 },
  ])
})
