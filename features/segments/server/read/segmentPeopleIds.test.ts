import { type TestHouse, testHouse } from '@millrace/kit/testing'
import { peopleDoor } from '@millrace/people/server'
import { beforeAll, expect, test } from 'vitest'
import { ALL_SEGMENT_ID } from '../../contract/index.ts'
import { openSegments } from '../openSegments.ts'

let house: TestHouse
beforeAll(async () => {
  house = await testHouse()
})

test('the people of a segment are walked by id, page by page; another account has none of them', async () => {
  const segments = openSegments(house)
  const one = await house.newAccount()
  const two = await house.newAccount()
  const saved = await house.db.account(one.accountId, (tx) =>
    peopleDoor(house).upsertPeople(
      tx,
      one.accountId,
      Array.from({ length: 5 }, (_, index) => ({ email: `s${index}@acme.io`, fields: {} })),
      { source: 'api', createFields: true },
    ),
  )
  const ids = saved.map(({ personId }) => personId)
  const walk = (accountId: number, after: number, limit: number) =>
    house.db.system((tx) => segments.peopleOfSegment(tx, accountId, ALL_SEGMENT_ID, after, limit))
  expect(await walk(one.accountId, 0, 3)).toEqual(ids.slice(0, 3))
  expect(await walk(one.accountId, ids[2]!, 3)).toEqual(ids.slice(3))
  expect(await walk(two.accountId, 0, 3)).toEqual([])
})
