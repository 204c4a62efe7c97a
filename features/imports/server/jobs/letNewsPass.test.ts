import { recordChanges } from '@millrace/kit/jobs'
import { testHouse } from '@millrace/kit/testing'
import { expect, test } from 'vitest'
import { newsPasser } from './letNewsPass.ts'

/** Longer than anything here takes by itself. */
const LONG_MS = 15_000

const waiting = async (count: number, longestMs: number) => {
  const house = await testHouse()
  const { accountId } = await house.newAccount()
  const changes = Array.from({ length: count }, (_, personId) => ({ kind: 'person.changed', personId }))
  await house.db.account(accountId, (tx) => recordChanges(tx, house, accountId, changes))
  const from = performance.now()
  await newsPasser(house, accountId, 1_000, longestMs)()
  return { house, accountId, ms: performance.now() - from }
}

test('an import goes on at once while few changes wait', async () => {
  expect((await waiting(4_000, LONG_MS)).ms).toBeLessThan(LONG_MS)
})

test('it waits while many do, but not for ever; once they are taken it goes on', async () => {
  const { house, accountId, ms } = await waiting(4_001, 1_000)
  expect(ms).toBeGreaterThanOrEqual(1_000)
  while (await house.takeChanges([], accountId));
  const from = performance.now()
  await newsPasser(house, accountId, 1_000, LONG_MS)()
  expect(performance.now() - from).toBeLessThan(LONG_MS)
})
