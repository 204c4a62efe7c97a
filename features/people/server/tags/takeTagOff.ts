import { type JobHandler, job } from '@millrace/kit/jobs'
import type { House, Tx } from '@millrace/kit/server'
import { z } from 'zod'
import { carriersOf, lastOf } from './carriers.ts'
import { removeTagIds } from './movePersonTags.ts'

/** Takes a tag off some people above `after`; answers behind whom it goes on, 0 where it is off everybody. */
export const takeOffSome = async (
  tx: Tx,
  house: House,
  accountId: number,
  tagId: number,
  after: number,
): Promise<number> => {
  const ids = await carriersOf(tx, accountId, tagId, after)
  await removeTagIds(
    tx,
    house,
    accountId,
    ids.map((personId) => ({ personId, tagId })),
  )
  return lastOf(ids)
}

/** Takes a deleted tag off everybody, a thousand people in a transaction. */
export const takeTagOff = (house: House): JobHandler =>
  job({
    name: 'people.takeTagOff',
    schema: z.object({ accountId: z.number(), tagId: z.number() }),
    run: async ({ accountId, tagId }, signal) => {
      for (let after = 0; ; ) {
        after = await house.db.system((tx) => takeOffSome(tx, house, accountId, tagId, after))
        if (!after) return
        if (signal.aborted) throw new Error('stopped; goes on later')
      }
    },
  })
