import { testHouse } from '@millrace/kit/testing'
import { expect, test } from 'vitest'
import { type DrawnStep, openFlowWorld, openTrial } from '../../testing/index.ts'

const ARCHIVED = 'select id from people where account_id = $1 and archived_at is not null order by id'

test('people are archived, and leave this flow and every other', async () => {
  const world = await openFlowWorld(await testHouse())
  const wait: DrawnStep = ['/delay-v2', { kind: 'duration', value: 9, unit: 'days' }]
  const other = await openTrial(world, wait)
  const trial = await openTrial(world, ['/archive-person'], [])
  const [ada, bob] = [await world.person(), await world.person()]
  const { flowId } = await world.draw({ start: ['/event', { eventName: 'Stay' }], wait }, [['start', 'wait']])
  await world.switchOn(flowId)
  await world.event(bob, 'Stay')
  await trial.go(ada)
  expect(await world.rows(ARCHIVED)).toEqual([{ id: ada }])
  expect(await trial.left()).toEqual({ [ada]: 'left' })
  expect(await other.standing()).toEqual(new Map())
  const there = await world.rows('select person_id as id from flow_runs where account_id = $1 and state < 4')
  expect(there).toEqual([{ id: bob }])
})

test('whoever comes twice at once, or was archived meanwhile, is no problem', async () => {
  const world = await openFlowWorld(await testHouse())
  const trial = await openTrial(world, ['/archive-person'], [])
  const ada = await world.person()
  await trial.go(ada, ada)
  await trial.go(ada)
  expect(await world.rows(ARCHIVED)).toEqual([{ id: ada }])
})
