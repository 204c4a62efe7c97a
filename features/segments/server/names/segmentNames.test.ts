import { testHouse } from '@millrace/kit/testing'
import { beforeAll, expect, test } from 'vitest'
import type { Conditions } from '../../contract/index.ts'
import { openWorld } from '../../testing/index.ts'
import { segmentNames } from './segmentNames.ts'

let world: Awaited<ReturnType<typeof openWorld>>
beforeAll(async () => {
  await testHouse()
  world = await openWorld()
})

const has = (value: string) => ({ type: 'tag', value, condition: 'has' }) as const
const group = (...conditions: Conditions['conditions']): Conditions => ({ type: 'group', operator: 'or', conditions })
const field = { type: 'field', field: 'plan', condition: 'is', value: 'pro' } as const

const make = async (name: string, conditions: Conditions) => {
  const { handlers } = world.segments
  const { segment } = await handlers.createSegment({ body: { name, conditions } } as never, world.account as never)
  return segment.id
}
const read = (id: number) =>
  world.house.db.system((tx) =>
    tx.one<{ conditions: Conditions; definition: number }>(
      'select conditions, definition from segments where account_id = $1 and id = $2',
      [world.accountId, id],
    ),
  )
const keep = <T>(work: (tx: never, names: ReturnType<typeof segmentNames>) => Promise<T>) =>
  world.house.db.account(world.accountId, (tx) => work(tx as never, segmentNames(world.house)))

test('segments say which tags and fields they name, however deep', async () => {
  const id = await make('Deep', group(has('Deep Tag'), group(field, has('other'))))
  const mentions = await keep((tx, names) => names.mentionsOf(tx, world.accountId))
  const mine = mentions.filter(({ use }) => use.id === id)
  expect(mine.map(({ what, name }) => `${what} ${name}`).sort()).toEqual(['field plan', 'tag deep tag', 'tag other'])
  expect(mine[0]?.use).toEqual({ kind: 'segment', id, name: 'Deep', isActive: true })
})

test('a renamed tag is reworded, and nobody is asked again', async () => {
  const id = await make('Reworded', group(has('Trial'), group(field, has('trial'))))
  const renaming = { from: 'trial', to: 'On trial', isMerge: false, memberId: 1 }
  await keep((tx, names) => names.renameTag!(tx, world.accountId, renaming))
  expect(await read(id)).toEqual({
    conditions: group(has('On trial'), group(field, has('On trial'))),
    definition: 1,
  })
})

test('a merged tag stands once in a group, and members are worked out anew', async () => {
  const id = await make('Merged', group(has('a'), has('b'), group(has('a'))))
  const [both, one] = await world.add({ tags: ['a'] }, { tags: ['b'] })
  await world.settle()
  await keep((tx, names) => names.renameTag!(tx, world.accountId, { from: 'a', to: 'b', isMerge: true, memberId: 1 }))
  expect(await read(id)).toEqual({ conditions: group(has('b'), group(has('b'))), definition: 2 })
  expect([both, one].every(Number)).toBe(true)
})

test('a field that means something else has its segments worked out anew', async () => {
  const id = await make('Fielded', group(field))
  const before = await read(id)
  await keep((tx, names) => names.fieldChanged!(tx, world.accountId, 'plan'))
  await keep((tx, names) => names.fieldChanged!(tx, world.accountId, 'seats'))
  expect((await read(id))?.definition).toBe((before?.definition ?? 0) + 1)
})
