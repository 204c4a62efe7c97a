import { testHouse } from '@millrace/kit/testing'
import { expect, test } from 'vitest'
import { openFlowWorld } from '../../testing/index.ts'
import type { FlowDoors } from '../doors.ts'
import { openDoors } from '../openDoors.ts'

/** Tagging fails for people whose address says so. */
const brokenFor = (house: Parameters<typeof openDoors>[0], broken: Set<number>): Partial<FlowDoors> => {
  const real = openDoors(house)
  return {
    addTags: async (tx, accountId, pairs) => {
      if (pairs.some(({ personId }) => broken.has(personId))) await tx.run('select 1 / 0')
      return real.addTags(tx, accountId, pairs)
    },
  }
}

test('a history of failures tells of them alone, of all, of a step and of one person, page by page', async () => {
  const house = await testHouse()
  const broken = new Set<number>()
  const world = await openFlowWorld(house, {}, brokenFor(house, broken))
  const other = await openFlowWorld(house)
  const { flowId, ids } = await world.draw(
    { start: ['/event', { eventName: 'Go' }], tag: ['/add-tag', { tag: 'in' }], goal: ['/goal', { name: 'Done' }] },
    [
      ['start', 'tag'],
      ['tag', 'goal'],
    ],
  )
  await world.switchOn(flowId)
  const people: number[] = []
  for (const name of ['ada', 'bob', 'cem', 'dee']) people.push(await world.person({ fields: { name } }))
  const [ada, bob, cem, dee] = people as [number, number, number, number]
  for (const one of [bob, dee]) broken.add(one)
  for (const one of people) {
    await world.event(one, 'Go')
    await world.takeChanges()
    house.clock.advance(1_000)
  }
  const read = (query: object) =>
    world.client.call('getFlowHistory', { params: { id: flowId }, query: { about: 'failed', ...query } })
  const told = async (query: object) => (await read(query)).history.map(({ type, person }) => [type, person?.id])

  expect(await told({})).toEqual([
    ['failed', dee],
    ['failed', bob],
  ])
  const { history, paging } = await read({ limit: 1 })
  expect(history.map(({ person, error }) => [person?.name, error])).toEqual([
    ['dee', 'This step could not be run. It can be tried again.'],
  ])
  expect(await told({ limit: 1, cursor: paging.after })).toEqual([['failed', bob]])
  expect(await told({ stepId: ids.tag })).toHaveLength(2)
  expect(await told({ stepId: ids.goal })).toEqual([])
  expect(await told({ personId: bob })).toEqual([['failed', bob]])
  for (const one of [ada, cem]) expect(await told({ personId: one })).toEqual([])

  // Whoever is tried again failed once nevertheless.
  broken.clear()
  await world.client.call('retryStep', { params: { stepId: ids.tag!, objectId: bob } })
  await world.advance(flowId)
  expect(await told({ personId: bob })).toEqual([['failed', bob]])
  const elsewhere = { params: { id: flowId }, query: { about: 'failed' as const } }
  expect((await other.client.send('getFlowHistory', elsewhere)).status).toBe(404)
  expect(
    (await world.client.send('getFlowHistory', { params: { id: flowId }, query: { about: 'x' } as never })).status,
  ).toBe(400)
})
