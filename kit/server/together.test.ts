import { testHouse } from '@millrace/kit/testing'
import { expect, test } from 'vitest'
import type { Tx } from './database.ts'
import { together } from './together.ts'
import { unanswered } from './unanswered.ts'

test('waits for what is still under way where one fails, and throws what failed first', async () => {
  const house = await testHouse()
  const seen: string[] = []
  const slow = async (tx: Tx) => {
    await tx.rows('select 1').catch(() => {})
    await tx.rows('select 2').catch(() => seen.push('refused'))
  }
  const work = house.db.system((tx) => together([tx.run('select 1 / 0'), slow(tx)]))
  await expect(work).rejects.toThrow('division by zero')
  expect(seen).toEqual(['refused'])
  expect(await together([1, Promise.resolve('two')])).toEqual([1, 'two'])
})

test('a transaction that is over takes no further statement', async () => {
  const house = await testHouse()
  let kept: Tx | undefined
  await house.db.system(async (tx) => {
    kept = tx
  })
  await expect(kept?.run('select 1')).rejects.toThrow('The transaction is over.')
})

test('a failed statement that nobody minded does not look like success', async () => {
  const house = await testHouse()
  const work = house.db.system((tx) => tx.run('select 1 / 0').catch(() => 'fine'))
  await expect(work).rejects.toThrow('The transaction was rolled back')
})

test('what nobody waited for fails the transaction, and its reason is told', async () => {
  const house = await testHouse()
  const last = house.db.system(async (tx) => unanswered(tx, tx.run('select 1 / 0')))
  await expect(last).rejects.toThrow('division by zero')
  const first = house.db.system(async (tx) => {
    unanswered(tx, tx.run('select 1 / 0'))
    await tx.run('select 1')
  })
  await expect(first).rejects.toThrow('division by zero')
})

test('of two that failed, the one is told that the other failed because of', async () => {
  const house = await testHouse()
  const work = house.db.system(async (tx) => {
    const slow = tx.run('select pg_sleep(0)').then(() => tx.run('select 1'))
    await together([slow, tx.run('select 1 / 0')])
  })
  await expect(work).rejects.toThrow('division by zero')
})

test('what nobody waited for and was taken back to a savepoint does not fail what was kept', async () => {
  const house = await testHouse()
  const { accountId } = await house.newAccount()
  const kept = await house.db.account(accountId, async (tx) => {
    await tx.run('savepoint before')
    unanswered(tx, tx.run('select 1 / 0'))
    await tx.run('rollback to savepoint before')
    return (await tx.one<{ one: number }>('select 1 as one'))?.one
  })
  expect(kept).toBe(1)
})
