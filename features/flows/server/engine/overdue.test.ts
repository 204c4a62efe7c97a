import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { type DrawnStep, type FlowWorld, fieldIs, openFlowWorld } from '../../testing/index.ts'

const HOUR = 3_600_000
const wait = (value: number): DrawnStep => ['/delay-v2', { kind: 'duration', value, unit: 'hours' }]

/** Somebody whose wait ends while the flow is off, somebody whose wait does not, and somebody at a goal. */
const openPaused = async () => {
  const world = await openFlowWorld(await testHouse())
  const { flowId, ids } = await world.draw(
    {
      short: ['/event', { eventName: 'Short' }],
      long: ['/event', { eventName: 'Long' }],
      goal: ['/event', { eventName: 'Goal' }],
      soon: wait(1),
      late: wait(900),
      paid: ['/goal', { name: 'Paid', conditions: fieldIs('plan', 'pro') }],
      after: wait(5),
    },
    [
      ['short', 'soon'],
      ['long', 'late'],
      ['goal', 'paid'],
      ['soon', 'after'],
    ],
  )
  await world.switchOn(flowId)
  for (const name of ['Short', 'Long', 'Goal']) await world.event(await world.person(), name)
  await world.takeChanges()
  await world.switchOff(flowId)
  world.house.clock.advance(72 * HOUR)
  const overdue = async () => (await world.client.call('getFlowState', { params: { id: flowId } })).state.overdue
  const switchOn = async (choice?: 'go-on' | 'leave') => {
    const body = { status: 'on' as const, ...(choice && { overdue: choice }) }
    await world.client.call('updateFlow', { params: { id: flowId }, body })
    await world.advance(flowId)
  }
  return { world, flowId, ids, overdue, switchOn }
}

const standing = async (world: FlowWorld) =>
  (
    await world.rows<{ id: number }>(
      'select step_id as id from flow_runs where account_id = $1 and state < 4 order by step_id',
    )
  ).map(({ id }) => id)

describe('those whose time came while the flow was off', () => {
  test('are counted; whoever waits for something is not among them', async () => {
    const { world, flowId, ids, overdue } = await openPaused()
    expect(await overdue()).toBe(1)
    await world.advance(flowId)
    expect(await standing(world)).toEqual([ids.soon, ids.late, ids.paid])
  })

  test.each([[undefined], ['go-on' as const]])('go on when it is on again (%s)', async (choice) => {
    const { world, ids, switchOn } = await openPaused()
    await switchOn(choice)
    expect(await standing(world)).toEqual([ids.late, ids.paid, ids.after])
  })

  test('leave where that is chosen, and nobody else', async () => {
    const { world, ids, overdue, switchOn } = await openPaused()
    await switchOn('leave')
    expect(await standing(world)).toEqual([ids.late, ids.paid])
    const visits = 'select step_id as id, exit from step_visits where account_id = $1 and step_id = $2'
    expect(await world.rows(visits, [ids.soon])).toEqual([{ id: ids.soon, exit: 'removed' }])
    const { step } = await world.client.call('getStep', { params: { id: ids.soon! }, query: {} })
    expect(step.data.peopleCounts).toEqual({ entered: 1, queued: 0 })
    expect(await overdue()).toBe(0)
  })
})
