import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { openFlowWorld, openTrial, wrongWith } from '../../testing/index.ts'
import { hasTagStep } from './hasTag.step.ts'

describe('the tag filter', () => {
  test('parts those who carry the tag from the others', async () => {
    const world = await openFlowWorld(await testHouse())
    await world.tags('VIP', 'other')
    const { doors } = world.engine
    const trial = await openTrial(world, ['/has-tag', { tag: 'vip' }], ['yes', 'no'])
    const add = (personId: number, tag: string) =>
      world.system((tx) => doors.addTags(tx, world.accountId, [{ personId, tag }]))
    const remove = (personId: number, tag: string) =>
      world.system((tx) => doors.removeTags(tx, world.accountId, [{ personId, tag }]))
    const [ada, bob, cid, eve] = [
      await world.person(),
      await world.person(),
      await world.person(),
      await world.person(),
    ]
    await add(ada, 'vip')
    await add(bob, 'other')
    await add(cid, 'vip')
    await remove(cid, 'vip')
    await trial.go(ada, bob, cid, eve)
    expect(await trial.left()).toEqual({ [ada]: 'yes', [bob]: 'no', [cid]: 'no', [eve]: 'no' })
  })

  test('sees the tag that a step before it added in the same moment', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId, ids } = await world.draw(
      {
        start: ['/event', { eventName: 'Go' }],
        add: ['/add-tag', { tag: 'vip' }],
        has: ['/has-tag', { tag: 'VIP' }],
        yes: ['/end-flow'],
        no: ['/end-flow'],
      },
      [
        ['start', 'add'],
        ['add', 'has'],
        ['has', 'yes', 'yes'],
        ['has', 'no', 'no'],
      ],
    )
    await world.switchOn(flowId)
    await world.event(await world.person(), 'Go')
    await world.takeChanges()
    const visits = await world.rows('select exit from step_visits where account_id = $1 and step_id = $2', [ids.has])
    expect(visits).toEqual([{ exit: 'yes' }])
  })
})

describe('its settings', () => {
  test.each([
    [{}, 'Choose a tag.'],
    [{ tag: '' }, 'Choose a tag.'],
    [{ tag: 'vip' }, undefined],
  ])('%j says %s', (values, message) => {
    expect(wrongWith(hasTagStep, values)).toBe(message)
  })

  test('in words', () => {
    expect(hasTagStep.summary({ tag: 'vip' }, {}).text).toBe('Has tag vip')
    expect(hasTagStep.summary({}, {}).text).toBe('Choose a tag')
  })
})
