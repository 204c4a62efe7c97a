import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { type DrawnLink, type DrawnStep, type FlowWorld, openFlowWorld } from '../../testing/index.ts'
import { MOST_WAYS } from './ways.ts'

const HOUR = 3_600_000
const EVENT: DrawnStep = ['/event', { eventName: 'Go' }]
const WAIT: DrawnStep = ['/delay-v2', { kind: 'duration', value: 1, unit: 'hours' }]

const waysOf = async (world: FlowWorld, personId: number) =>
  (
    await world.rows<{ ways: number }>(
      'select count(*)::int as ways from flow_runs where account_id = $1 and person_id = $2 and state < 4',
      [personId],
    )
  )[0]?.ways ?? 0

const troubles = (world: FlowWorld) =>
  world.rows('select code, step_id, person_id from flow_troubles where account_id = $1 order by step_id')

describe('ways that part', () => {
  test('in a loop do not become more without end, and nobody is lost', { timeout: 60_000 }, async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId, ids } = await world.draw({ start: EVENT, wait: WAIT, left: WAIT, right: WAIT }, [
      ['start', 'wait'],
      ['wait', 'left'],
      ['wait', 'right'],
      ['left', 'wait'],
      ['right', 'wait'],
    ])
    await world.switchOn(flowId)
    const ada = await world.person()
    await world.event(ada, 'Go')
    await world.takeChanges()
    const grown: number[] = []
    for (let round = 0; round < 24; round++) {
      world.house.clock.advance(HOUR)
      await world.advance(flowId)
      grown.push(await waysOf(world, ada))
    }
    expect(grown.slice(0, 6)).toEqual([2, 2, 4, 4, 8, 8])
    expect(Math.max(...grown)).toBe(MOST_WAYS)
    expect(grown.at(-1)).toBe(MOST_WAYS)
    expect(await troubles(world)).toEqual([{ code: 'too-many-ways', step_id: ids.wait, person_id: ada }])
    // Somebody else is as free as before.
    const bob = await world.person()
    await world.event(bob, 'Go')
    await world.takeChanges()
    world.house.clock.advance(HOUR)
    await world.advance(flowId)
    expect(await waysOf(world, bob)).toBe(2)
  })

  test('and meet again and again in one go do not either', { timeout: 60_000 }, async () => {
    const world = await openFlowWorld(await testHouse())
    const steps: Record<string, DrawnStep> = { start: EVENT, last: WAIT }
    const links: DrawnLink[] = [['start', 's0']]
    for (let n = 0; n < 12; n++) {
      for (const name of [`s${n}`, `a${n}`, `b${n}`]) steps[name] = ['/add-tag', { tag: 'on the way' }]
      const next = n === 11 ? 'last' : `s${n + 1}`
      links.push([`s${n}`, `a${n}`], [`s${n}`, `b${n}`], [`a${n}`, next], [`b${n}`, next])
    }
    const { flowId } = await world.draw(steps, links)
    await world.switchOn(flowId)
    const ada = await world.person()
    await world.event(ada, 'Go')
    await world.takeChanges()
    expect(await waysOf(world, ada)).toBe(MOST_WAYS)
    expect(await troubles(world)).not.toEqual([])
  })
})
