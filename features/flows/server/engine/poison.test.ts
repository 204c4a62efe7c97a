import type { Tx } from '@millrace/kit/server'
import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { type DrawnStep, type FlowWorld, openFlowWorld } from '../../testing/index.ts'
import { DEEPEST } from './react.ts'

const troubles = (world: FlowWorld) =>
  world.rows<{ code: string; step_id: number; people: number; person_id: number }>(
    'select code, step_id, people, person_id from flow_troubles where account_id = $1 order by code',
  )

const visits = (world: FlowWorld, flowId: number) =>
  world.rows<{ person_id: number }>(
    `select distinct person_id from step_visits where account_id = $1 and flow_id = $2 order by person_id`,
    [flowId],
  )

const VIP: DrawnStep = ['/tag', { tag: 'vip', change: 'added' }]
const DONE = { type: 'group', operator: 'and', conditions: [{ type: 'tag', value: 'done', condition: 'has' }] }

const tagAll = (world: FlowWorld, people: number[], tag: string) =>
  world.system((tx) =>
    world.engine.doors.addTags(
      tx,
      world.accountId,
      people.map((personId) => ({ personId, tag })),
    ),
  )

describe('what cannot be moved', () => {
  test('a flow that fails for everybody holds up neither other flows nor the lane', async () => {
    const house = await testHouse()
    let isBroken = false
    const refuse = async (tx: Tx) => {
      if (isBroken) await tx.rows('select 1 / 0')
      return new Set<number>()
    }
    const world = await openFlowWorld(house, {}, { matches: refuse })
    await world.tags('vip', 'done')
    const broken = await world.draw({ in: VIP, goal: ['/goal', { name: 'Done', conditions: DONE, moveHere: true }] }, [
      ['in', 'goal'],
    ])
    const sound = await world.draw({ in: VIP, end: ['/end-flow'] }, [['in', 'end']])
    await world.switchOn(broken.flowId)
    await world.switchOn(sound.flowId)
    isBroken = true
    const people: number[] = []
    for (let n = 0; n < 40; n++) people.push(await world.person())
    await tagAll(world, people, 'vip')
    await world.takeChanges()
    expect(await visits(world, broken.flowId)).toEqual([])
    expect(await visits(world, sound.flowId)).toHaveLength(40)
    expect(await troubles(world)).toMatchObject([{ code: 'not-entered', people: 40 }])
  })

  test('one person whom the database refuses is named; everybody else goes on', async () => {
    const house = await testHouse()
    let poisonous = -1
    const world = await openFlowWorld(
      house,
      {},
      {
        matches: async (tx, _account, _conditions, people) => {
          if (people.includes(poisonous)) await tx.rows('select 1 / 0')
          return new Set()
        },
      },
    )
    await world.tags('vip', 'done')
    const { flowId } = await world.draw(
      {
        in: VIP,
        wait: ['/delay-v2', { kind: 'duration', value: 1, unit: 'days' }],
        goal: ['/goal', { name: 'Done', conditions: DONE, moveHere: true }],
      },
      [
        ['in', 'wait'],
        ['wait', 'goal'],
      ],
    )
    await world.switchOn(flowId)
    const people: number[] = []
    for (let n = 0; n < 5; n++) people.push(await world.person())
    poisonous = people[3]!
    await tagAll(world, people, 'vip')
    await world.takeChanges()
    expect(await visits(world, flowId)).toEqual(
      people.filter((id) => id !== poisonous).map((person_id) => ({ person_id })),
    )
    expect(await troubles(world)).toEqual([{ code: 'not-entered', step_id: 0, people: 1, person_id: poisonous }])
  })

  test('a flow that starts itself again stops after a while and says so', async () => {
    const house = await testHouse()
    const world = await openFlowWorld(house)
    const { flowId, ids } = await world.draw(
      {
        in: ['/tag', { tag: 'round', change: 'added' }],
        off: ['/remove-tag', { tag: 'round' }],
        on: ['/add-tag', { tag: 'round' }],
      },
      [
        ['in', 'off'],
        ['off', 'on'],
      ],
    )
    await world.switchOn(flowId)
    const person = await world.person()
    await world.system((tx) => world.engine.doors.addTags(tx, world.accountId, [{ personId: person, tag: 'round' }]))
    await world.takeChanges()
    const [{ passes = 0 } = {}] = await world.rows<{ passes: number }>(
      'select count(*)::int as passes from flow_runs where account_id = $1',
    )
    expect(passes).toBe(DEEPEST)
    expect(await troubles(world)).toEqual([{ code: 'endless', step_id: ids.in, people: 1, person_id: person }])
    await world.system((tx) => world.engine.doors.removeTags(tx, world.accountId, [{ personId: person, tag: 'round' }]))
    await world.system((tx) => world.engine.doors.addTags(tx, world.accountId, [{ personId: person, tag: 'round' }]))
    await world.takeBatch()
    expect((await world.rows('select id from flow_runs where account_id = $1')).length).toBeGreaterThan(DEEPEST)
  })

  test('a tag that a flow adds counts for a segment that it asks about at once', async () => {
    const house = await testHouse()
    const world = await openFlowWorld(house)
    await world.tags('vip', 'start')
    const vips = await world.segment('Vips', { type: 'tag', value: 'vip', condition: 'has' })
    const { flowId, ids } = await world.draw(
      {
        in: ['/tag', { tag: 'start', change: 'added' }],
        add: ['/add-tag', { tag: 'vip' }],
        ask: ['/segment', { segmentId: vips }],
      },
      [
        ['in', 'add'],
        ['add', 'ask'],
      ],
    )
    await world.switchOn(flowId)
    const person = await world.person()
    await world.system((tx) => world.engine.doors.addTags(tx, world.accountId, [{ personId: person, tag: 'start' }]))
    await world.takeChangesWithSegments()
    const sql = 'select exit from step_visits where account_id = $1 and step_id = $2'
    expect(await world.rows(sql, [ids.ask])).toEqual([{ exit: 'yes' }])
  })
})
