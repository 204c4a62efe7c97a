import { testHouse } from '@millrace/kit/testing'
import { expect, test } from 'vitest'
import { openFeatures } from '../../features.ts'
import { seedAtScale } from './index.ts'

const INDEXES = `select indexdef as made from pg_indexes
  where schemaname = 'public' and tablename in ('people', 'events') order by 1`

test('a large account stands beside small ones, its events lie in their months, and every index is there again', async () => {
  const house = await testHouse()
  const before = await house.db.system((tx) => tx.rows(INDEXES))
  const features = openFeatures(house)
  // One that fails before anybody is in leaves the accounts; the next goes on with them.
  const fails = () => {
    throw new Error('out of disk')
  }
  await expect(seedAtScale(house, features, 300, fails, 1)).rejects.toThrow('out of disk')
  const ACCOUNTS = `/* across accounts: all that were made */ select count(*)::int as total from accounts`
  const accounts = async () => (await house.db.system((tx) => tx.rows<{ total: number }>(ACCOUNTS)))[0]!.total
  const left = await accounts()
  const { accountId } = await seedAtScale(house, features, 300, () => {}, 2)
  expect(await accounts()).toBe(left + 1)
  const [made] = await house.db.system((tx) =>
    tx.rows<Record<string, number>>(
      `/* across accounts: the small ones are counted together */
       select (select count(*)::int from people where account_id = $1) as people,
         (select count(*)::int from people where account_id > $1) as others,
         (select count(*)::int from events where account_id = $1) as events,
         (select count(*)::int from only events_other) as stray,
         (select sum(total)::int from event_hours where account_id = $1) as counted,
         (select sum(total)::int from event_names where account_id = $1) as named`,
      [accountId],
    ),
  )
  expect(made).toMatchObject({ people: 300, others: 1000, stray: 0 })
  // Each month's share is rounded.
  expect(Math.abs(made!.events! - 6000)).toBeLessThan(14)
  expect(made!.counted).toBe(made!.events)
  expect(made!.named).toBe(made!.events)
  expect(await house.db.system((tx) => tx.rows(INDEXES))).toEqual(before)
  await expect(seedAtScale(house, features, 300, () => {}, 2)).rejects.toThrow('There is a large account already')
})
