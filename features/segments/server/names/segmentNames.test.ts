import { testHouse } from '@millrace/kit/testing'
import { beforeAll, expect, test } from 'vitest'
import type { Conditions } from '../../contract/index.ts'
import { openTiedWorld } from '../../testing/index.ts'
import { objectFieldsInSegments, segmentNames } from './segmentNames.ts'

let world: Awaited<ReturnType<typeof openTiedWorld>>
beforeAll(async () => {
  await testHouse()
  world = await openTiedWorld()
})

const has = (value: string) => ({ type: 'tag', value, condition: 'has' }) as const
const group = (...conditions: Conditions['conditions']): Conditions => ({ type: 'group', operator: 'or', conditions })
const field = { type: 'field', field: 'plan', condition: 'is', value: 'pro' } as const

const make = async (name: string, conditions: Conditions, objectName = 'person') => {
  const { handlers } = world.segments
  const { segment } = await handlers.createSegment(
    { body: { name, objectName, conditions } } as never,
    world.account as never,
  )
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

const tied = ({ id }: { id: number }, ...conditions: Conditions['conditions']) =>
  ({ type: 'association', value: id, condition: { type: 'any' }, associationConditions: group(...conditions) }) as const
const own = (name: string) => ({ ...field, field: name })

test('what is named along an association is its kind’s', async () => {
  const { staff, work } = world
  const ofPeople = await make('P', group(own('a'), tied(staff, own('b'), tied(work, own('c')), tied(staff, has('t')))))
  const ofProjects = await make('O', group(own('d'), tied(work, tied(staff, own('e')))), 'project')
  const kinds = await world.house.db.system((tx) =>
    tx.rows<{ id: number; name: string }>('select id, name from object_schemas where account_id = $1', [
      world.accountId,
    ]),
  )
  const nameOf = new Map(kinds.map(({ id, name }) => [id, name]))
  const ofObjects = await keep((tx) => objectFieldsInSegments(world.house)(tx, world.accountId))
  const mine = [ofPeople, ofProjects]
  expect(
    ofObjects
      .filter(({ use }) => mine.includes(use.id))
      .map(({ schemaId, name, use }) => `${use.name} ${nameOf.get(schemaId)} ${name}`)
      .sort(),
  ).toEqual(['O project d', 'P company b', 'P project c'])
  const mentions = await keep((tx, names) => names.mentionsOf(tx, world.accountId))
  expect(
    mentions
      .filter(({ use }) => mine.includes(use.id))
      .map(({ what, name, use }) => `${use.name} ${what} ${name}`)
      .sort(),
  ).toEqual(['O field e', 'P field a', 'P tag t'])
})

test('a merged tag is asked for along associations, too', async () => {
  const [had, has2] = await world.add({ tags: ['first'] }, { tags: ['second'] })
  const [acme, bolt] = await world.put('company', [{ fields: { name: 'Acme' } }, { fields: { name: 'Bolt' } }])
  await world.tie(world.staff, had!, acme!)
  await world.tie(world.staff, has2!, bolt!)
  await world.settle()
  const id = await make('Tied', group(tied(world.staff, has('first'))), 'company')
  await world.settle()
  expect(await world.objectMembers(id)).toEqual([acme])
  const renaming = { from: 'first', to: 'second', isMerge: true, memberId: 1 }
  await world.tag(had!, 'second')
  await keep((tx, names) => names.renameTag!(tx, world.accountId, renaming))
  await world.settle()
  expect((await read(id))?.conditions).toEqual(group(tied(world.staff, has('second'))))
  expect(await world.objectMembers(id)).toEqual([acme, bolt])
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
