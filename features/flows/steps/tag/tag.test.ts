import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { type FlowWorld, openEntry, openFlowWorld, wrongWith } from '../../testing/index.ts'
import { tagStep } from './tag.step.ts'

const tagger = (world: FlowWorld) => {
  const { doors } = world.engine
  const pairs = (personId: number, tag: string) => [{ personId, tag }]
  return {
    add: (person: number, tag: string) => world.system((tx) => doors.addTags(tx, world.accountId, pairs(person, tag))),
    remove: (person: number, tag: string) =>
      world.system((tx) => doors.removeTags(tx, world.accountId, pairs(person, tag))),
  }
}

describe('the tag', () => {
  test('starts it when it is added, in whatever letters, and again after it was taken away', async () => {
    const world = await openFlowWorld(await testHouse())
    await world.tags('VIP', 'other')
    const { add, remove } = tagger(world)
    const flow = await openEntry(world, ['/tag', { tag: 'vip', change: 'added' }])
    const [ada, bob] = [await world.person(), await world.person()]
    await add(ada, 'VIP')
    await add(bob, 'other')
    await world.takeChanges()
    expect(await flow.entered()).toEqual([ada])
    // Who has it already does not get it.
    await add(ada, 'vip')
    await world.takeChanges()
    expect(await flow.entered()).toEqual([ada])
    await remove(ada, 'vip')
    await add(ada, 'vip')
    await world.takeChanges()
    expect(await flow.entered()).toEqual([ada, ada])
  })

  test('starts it when it is taken away, from those who had it', async () => {
    const world = await openFlowWorld(await testHouse())
    await world.tags('vip')
    const { add, remove } = tagger(world)
    const flow = await openEntry(world, ['/tag', { tag: 'vip', change: 'removed' }])
    const [ada, bob] = [await world.person(), await world.person()]
    await add(ada, 'vip')
    await world.takeChanges()
    for (const person of [ada, bob]) await remove(person, 'vip')
    await world.takeChanges()
    expect(await flow.entered()).toEqual([ada])
  })

  test('that somebody had before the flow was on does not', async () => {
    const world = await openFlowWorld(await testHouse())
    await world.tags('vip')
    const ada = await world.person()
    await tagger(world).add(ada, 'vip')
    await world.takeChanges()
    const flow = await openEntry(world, ['/tag', { tag: 'vip', change: 'added' }])
    await world.event(ada, 'Go')
    await world.takeChanges()
    expect(await flow.entered()).toEqual([])
  })

  test('must be there when the flow is switched on', async () => {
    const world = await openFlowWorld(await testHouse())
    await expect(openEntry(world, ['/tag', { tag: 'nobody', change: 'added' }])).rejects.toThrow(
      'There is no tag “nobody”.',
    )
  })
})

describe('its settings', () => {
  test.each([
    [{ change: 'added' }, 'Choose a tag.'],
    [{ tag: ' ', change: 'added' }, 'Choose a tag.'],
    [{ tag: 'vip', change: 'removed' }, undefined],
  ])('%j says %s', (values, message) => {
    expect(wrongWith(tagStep, values)).toBe(message)
  })

  test.each([
    [{}, 'Tag added', 'Choose a tag'],
    [{ tag: 'vip', change: 'added' }, 'Tag added', 'Tag added: vip'],
    [{ tag: 'vip', change: 'removed' }, 'Tag removed', 'Tag removed: vip'],
  ] as const)('%j in words', (values, title, text) => {
    expect(tagStep.summary(values, {})).toEqual({ title, text })
  })
})
