import { type TestHouse, testHouse } from '@millrace/kit/testing'
import { beforeAll, expect, test } from 'vitest'
import { importNames } from './importNames.ts'

let house: TestHouse
beforeAll(async () => {
  house = await testHouse()
})

const insert = (accountId: number, name: string, status: string, tags: string[]) =>
  house.db.system((tx) =>
    tx.run(
      `insert into imports (account_id, name, file_key, headers, mapping, tags, status, beat_at, created_at)
       values ($1, $2, 'key', '{Plan}', $3, $4, $5, now(), now())`,
      [accountId, name, JSON.stringify({ Plan: { field: 'plan' } }), tags, status],
    ),
  )
const tagsOf = async (accountId: number) => {
  const rows = await house.db.system((tx) =>
    tx.rows<{ name: string; tags: string[] }>('select name, tags from imports where account_id = $1 order by name', [
      accountId,
    ]),
  )
  return Object.fromEntries(rows.map(({ name, tags }) => [name, tags]))
}

test('imports that are not over name tags and fields; all say a new name, once', async () => {
  const { accountId } = await house.newAccount()
  const other = await house.newAccount()
  await insert(accountId, 'going', 'running', ['Lead', 'VIP', 'prospect'])
  await insert(accountId, 'over', 'done', ['lead'])
  await insert(accountId, 'none', 'paused', [])
  await insert(other.accountId, 'theirs', 'running', ['lead'])
  const within = <T>(work: (tx: never) => Promise<T>) => house.db.account(accountId, (tx) => work(tx as never))
  const mentions = await within((tx) => importNames.mentionsOf(tx, accountId))
  expect(mentions.map(({ what, name, use }) => `${use.name}: ${what} ${name}`)).toEqual([
    'going: tag lead',
    'going: tag vip',
    'going: tag prospect',
    'going: field plan',
    'none: field plan',
  ])
  const renaming = { from: 'lead', to: 'Prospect', isMerge: true, memberId: 0 }
  await within((tx) => importNames.renameTag!(tx, accountId, renaming))
  expect(await tagsOf(accountId)).toEqual({ going: ['Prospect', 'VIP'], none: [], over: ['Prospect'] })
  expect(await tagsOf(other.accountId)).toEqual({ theirs: ['lead'] })
})
