import { type TestHouse, testHouse } from '@millrace/kit/testing'
import { beforeAll, expect, test } from 'vitest'
import { peopleDoor } from '../door.ts'

let house: TestHouse
beforeAll(async () => {
  house = await testHouse()
})

const setting = async () => {
  const { accountId } = await house.newAccount()
  const door = peopleDoor(house)
  const people = await house.db.account(accountId, (tx) =>
    door.upsertPeople(
      tx,
      accountId,
      ['a@acme.io', 'b@acme.io'].map((email) => ({ email, fields: {} })),
      { source: 'api', createFields: true },
    ),
  )
  return { accountId, door, ids: people.map((person) => person.personId) }
}

const changeCount = async (accountId: number, kind: string) =>
  (await house.db.system((tx) =>
    tx.one<{ n: number }>('select count(*) as n from changes where account_id = $1 and kind = $2', [accountId, kind]),
  ))!.n

test('tags are made, put on once, and taken off; only real moves are news', async () => {
  const { accountId, door, ids } = await setting()
  const [a = 0, b = 0] = ids
  const within = <T>(work: Parameters<typeof house.db.account<T>>[1]) => house.db.account(accountId, work)
  const pairs = [
    { personId: a, tag: ' Big   Fish ' },
    { personId: a, tag: 'big fish' },
    { personId: b, tag: 'VIP' },
  ]
  expect(await within((tx) => door.addTags(tx, accountId, pairs))).toBe(2)
  expect(await within((tx) => door.addTags(tx, accountId, pairs))).toBe(0)
  expect(await changeCount(accountId, 'tag.added')).toBe(2)
  expect(
    await within((tx) =>
      door.removeTags(tx, accountId, [
        { personId: a, tag: 'BIG FISH' },
        { personId: b, tag: 'no such' },
      ]),
    ),
  ).toBe(1)
  expect(await within((tx) => door.removeTags(tx, accountId, [{ personId: a, tag: 'big fish' }]))).toBe(0)
  expect(await changeCount(accountId, 'tag.removed')).toBe(1)
})

test('a reserved name is refused', async () => {
  const { accountId, door, ids } = await setting()
  const tried = house.db.account(accountId, (tx) => door.addTags(tx, accountId, [{ personId: ids[0]!, tag: 'Counts' }]))
  await expect(tried).rejects.toMatchObject({
    status: 422,
    message: '"Counts" cannot be a tag: the name is taken by Millrace.',
  })
})

test("another account's person is not tagged", async () => {
  const one = await setting()
  const two = await setting()
  const added = await house.db.system((tx) =>
    two.door.addTags(tx, two.accountId, [{ personId: one.ids[0]!, tag: 'x' }]),
  )
  expect(added).toBe(0)
})

test('changing fields and being seen', async () => {
  const { accountId, door, ids } = await setting()
  const [a = 0, b = 0] = ids
  const results = await house.db.account(accountId, (tx) =>
    door.changeFields(tx, accountId, [
      { personId: a, fields: { leadScore: 5, email: 'a2@acme.io' } },
      { personId: b, fields: { email: 'a2@acme.io' } },
      { personId: 987_654_321, fields: { leadScore: 1 } },
    ]),
  )
  expect(results.map((result) => result.refusal)).toEqual([
    undefined,
    'Another person has this email.',
    'There is no person with the id 987654321.',
  ])
  const at = house.clock.now()
  await house.db.account(accountId, (tx) => door.seePeople(tx, accountId, new Map([[b, at]])))
  const seen = await house.db.account(accountId, (tx) =>
    tx.one<{ last_seen_at: Date }>('select last_seen_at from people where account_id = $1 and id = $2', [accountId, b]),
  )
  expect(seen?.last_seen_at).toEqual(at)
})
