import { testHouse } from '@millrace/kit/testing'
import { expect, test } from 'vitest'
import { openFlowWorld, waitingPeople } from '../../testing/index.ts'

test('the loop moves people when they are due and says when it is to look again', async () => {
  const world = await openFlowWorld(await testHouse())
  const { flowId } = await waitingPeople(world, ['ada', 'bob'])
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
