import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { openFlowWorld, wrongWith } from '../../testing/index.ts'
import { endFlowStep } from './endFlow.step.ts'

const VISITS = `select exit, error from step_visits where account_id = $1 and step_id = $2`
const RUNS = `select state, ended_at is not null as "isOver" from flow_runs where account_id = $1 order by id`

describe('the end of a flow', () => {
  test('ends the way that came to it, and leaves the other ways alone', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId, ids } = await world.draw(
      {
        start: ['/event', { eventName: 'Go' }],
        end: ['/end-flow'],
        wait: ['/delay-v2', { kind: 'duration', value: 1, unit: 'days' }],
      },
      [
        ['start', 'end'],
        ['start', 'wait'],
      ],
    )
    await world.switchOn(flowId)
    await world.event(await world.person(), 'Go')
    await world.takeChanges()
    expect(await world.rows(VISITS, [ids.end])).toEqual([{ exit: null, error: null }])
    expect(await world.rows(RUNS)).toEqual([
      { state: 4, isOver: true },
      { state: 1, isOver: false },
    ])
  })

  test('whoever ended may come again', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId, ids } = await world.draw({ start: ['/event', { eventName: 'Go' }], end: ['/end-flow'] }, [
      ['start', 'end'],
    ])
    await world.switchOn(flowId)
    const ada = await world.person()
    for (let n = 0; n < 2; n++) await world.event(ada, 'Go')
    await world.takeChanges()
    expect(await world.rows(VISITS, [ids.end])).toHaveLength(2)
  })

  test('has no settings, no way out, and no link may leave it', async () => {
    expect(wrongWith(endFlowStep, {})).toBeUndefined()
    expect(endFlowStep.hasWayOut).toBe(false)
    expect(endFlowStep.summary({}, {}).text).toBe('Leaves the flow')
    const world = await openFlowWorld(await testHouse())
    await expect(
      world.draw({ start: ['/event', { eventName: 'Go' }], end: ['/end-flow'], tag: ['/add-tag', { tag: 'a' }] }, [
        ['start', 'end'],
        ['end', 'tag'],
      ]),
    ).rejects.toThrow(/422/)
  })
})
