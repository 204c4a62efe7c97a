import type { TestHouse } from '@millrace/kit/testing'
import type { Features } from '../../app/features.ts'
import { seedIfEmpty } from '../../app/seed/index.ts'
import { THINGS } from './things.ts'

/** Tells the story, and answers whose it is and the ids of its things, by table. */
export const openStory = async (house: TestHouse, features: Features) => {
  await seedIfEmpty(house, features)
  return house.db.system(async (tx) => {
    const story = await tx.one<{ accountId: number; memberId: number }>(
      `select account_id as "accountId", member_id as "memberId" from memberships order by account_id limit 1`,
    )
    const ids = new Map<string, string>()
    for (const { table, column = 'id', only = 'true', as = table } of THINGS) {
      const row = await tx.one<{ id: string }>(
        `select ${column}::text as id from ${table} where account_id = $1 and ${only} order by account_id, ${column} limit 1`,
        [story!.accountId],
      )
      if (row) ids.set(as, row.id)
    }
    return { ...story!, ids }
  })
}
