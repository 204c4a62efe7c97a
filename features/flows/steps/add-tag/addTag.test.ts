import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { type FlowWorld, openFlowWorld, openTrial, wrongWith } from '../../testing/index.ts'
import { removeTagStep } from '../remove-tag/removeTag.step.ts'
import { addTagStep } from './addTag.step.ts'

const TAGS = `select t.name from people p join tags t on t.account_id = $1 and t.id = any(p.tags)
  where p.account_id = $1 and p.id = $2 order by t.name`
const CHANGES = `select kind from changes where account_id = $1 and kind like 'tag.%' order by id`

const tagsOf = async (world: FlowWorld, person: number) =>
  (await world.rows<{ name: string }>(TAGS, [person])).map(({ name }) => name)

type Case = [
  what: string,
  step: '/add-tag' | '/remove-tag',
  tag: string,
  before: string[],
  after: string[],
  changes: string[],
]

// "VIP" and "old" are there; others are made.
describe('tags in a flow', () => {
  test.each<Case>([
    ['a tag is added', '/add-tag', 'VIP', [], ['VIP'], ['tag.added']],
    ['in other letters it is the same', '/add-tag', 'vip', [], ['VIP'], ['tag.added']],
    ['one that is there stays, and nobody hears of it', '/add-tag', 'VIP', ['VIP'], ['VIP'], []],
    ['one that nobody knew is made', '/add-tag', 'fresh', ['old'], ['fresh', 'old'], ['tag.added']],
    ['a tag is removed', '/remove-tag', 'VIP', ['VIP', 'old'], ['old'], ['tag.removed']],
    ['in other letters too', '/remove-tag', 'vIp', ['VIP'], [], ['tag.removed']],
    ['one that is not there stays away', '/remove-tag', 'VIP', ['old'], ['old'], []],
  ])('%s', async (_, step, tag, before, after, changes) => {
    const world = await openFlowWorld(await testHouse())
    await world.tags('VIP', 'old')
    const { doors } = world.engine
    const ada = await world.person()
    const pairs = before.map((name) => ({ personId: ada, tag: name }))
    if (pairs.length) await world.system((tx) => doors.addTags(tx, world.accountId, pairs))
    await world.takeChanges()
    const trial = await openTrial(world, [step, { tag }])
    await world.event(ada, 'Go')
    await world.takeBatch()
    expect(await trial.left()).toEqual({ [ada]: 'left' })
    expect(await tagsOf(world, ada)).toEqual(after)
    expect((await world.rows<{ kind: string }>(CHANGES)).map(({ kind }) => kind)).toEqual(changes)
  })

  test('people in the same batch get it once each, however many ways they come by', async () => {
    const world = await openFlowWorld(await testHouse())
    const { flowId } = await world.draw(
      {
        start: ['/event', { eventName: 'Go' }],
        tag: ['/add-tag', { tag: 'new' }],
        again: ['/add-tag', { tag: 'NEW' }],
      },
      [
        ['start', 'tag'],
        ['start', 'again'],
      ],
    )
    await world.switchOn(flowId)
    const people = [await world.person(), await world.person()]
    for (const person of people) await world.event(person, 'Go')
    await world.takeBatch()
    for (const person of people) expect(await tagsOf(world, person)).toEqual(['new'])
    expect(await world.rows(CHANGES)).toHaveLength(2)
  })

  test('one that is to be removed must be there when the flow is switched on', async () => {
    const world = await openFlowWorld(await testHouse())
    await expect(openTrial(world, ['/has-tag', { tag: 'nobody' }], ['yes', 'no'])).rejects.toThrow(
      'There is no tag “nobody”.',
    )
    await openTrial(world, ['/remove-tag', { tag: 'nobody' }])
  })
})

describe('their settings', () => {
  test.each([
    [{}, 'Choose a tag.'],
    [{ tag: '  ' }, 'Choose a tag.'],
    [{ tag: 'vip' }, undefined],
  ])('%j says %s', (values, message) => {
    expect([wrongWith(addTagStep, values), wrongWith(removeTagStep, values)]).toEqual([message, message])
  })

  test('in words', () => {
    expect([addTagStep, removeTagStep].map((step) => step.summary({ tag: 'vip' }, {}).text)).toEqual([
      'Add tag vip',
      'Remove tag vip',
    ])
    expect([addTagStep, removeTagStep].map((step) => step.summary({}, {}).text)).toEqual([
      'Choose a tag',
      'Choose a tag',
    ])
  })
})
