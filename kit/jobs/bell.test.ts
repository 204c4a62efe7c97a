import { expect, onTestFinished, test } from 'vitest'
import { testHouse } from '../testing/index.ts'
import { openBell } from './bell.ts'

/** A bell of another process, as it were. */
const anotherBell = async () => {
  const house = await testHouse()
  const bell = openBell(house.databaseUrl, (error) => house.log.warn(error.message))
  onTestFinished(() => bell.close())
  const heard: [string, number][] = []
  let told = () => {}
  const on = (topic: string) =>
    bell.on(topic, (accountId) => {
      heard.push([topic, accountId])
      told()
    })
  const until = async (isSo: () => boolean) => {
    while (!isSo()) {
      await new Promise<void>((resolve) => {
        told = resolve
      })
    }
  }
  return { house, heard, on, until }
}

test('a ring is heard when its transaction commits, by those who listen to its topic', async () => {
  const { house, heard, on, until } = await anotherBell()
  on('sends')
  on('other')
  await until(() => heard.length === 2)
  expect(heard).toEqual([
    ['sends', 0],
    ['other', 0],
  ])
  await house.db.system((tx) => house.bell.ring(tx, 'sends', 42))
  await until(() => heard.length === 3)
  expect(heard.at(-1)).toEqual(['sends', 42])
})

test('a ring of a transaction that is rolled back is not heard', async () => {
  const { house, heard, on, until } = await anotherBell()
  on('sends')
  await until(() => heard.length === 1)
  const undone = house.db.system(async (tx) => {
    await house.bell.ring(tx, 'sends', 1)
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  await house.db.system((tx) => house.bell.ring(tx, 'sends', 2))
  await until(() => heard.length === 2)
  expect(heard.at(-1)).toEqual(['sends', 2])
})

test('after its connection was cut it listens again and tells everybody to look', async () => {
  const { house, heard, on, until } = await anotherBell()
  on('sends')
  await until(() => heard.length === 1)
  await house.db.system((tx) =>
    tx.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity where query = 'LISTEN millrace' and datname = current_database()`,
    ),
  )
  await until(() => heard.length === 2)
  expect(heard.at(-1)).toEqual(['sends', 0])
  await house.db.system((tx) => house.bell.ring(tx, 'sends', 3))
  await until(() => heard.length === 3)
  expect(heard.at(-1)).toEqual(['sends', 3])
})

test('who stops listening hears no more', async () => {
  const { house, heard, on, until } = await anotherBell()
  const off = on('sends')
  on('other')
  await until(() => heard.length === 2)
  off()
  await house.db.system((tx) => house.bell.ring(tx, 'sends', 1))
  await house.db.system((tx) => house.bell.ring(tx, 'other', 2))
  await until(() => heard.length === 3)
  expect(heard.at(-1)).toEqual(['other', 2])
})
