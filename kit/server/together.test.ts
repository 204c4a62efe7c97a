import { testHouse } from '@millrace/kit/testing'
import { expect, test } from 'vitest'
import type { Tx } from './database.ts'
import { together } from './together.ts'

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
