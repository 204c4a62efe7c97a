import { signIn } from '@millrace/access/testing'
import { type TestHouse, testHouse } from '@millrace/kit/testing'
import { type Features, openFeatures } from '../../app/features.ts'
import { seedIfEmpty } from '../../app/seed/index.ts'
import { openServer } from '../../app/server/openServer.ts'
import { THINGS } from './things.ts'

/** Tells the story, and answers whose it is and the ids of its things, by table. */
const tellStory = async (house: TestHouse, features: Features) => {
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

/** A server over a house of the file's own. */
export const openTestServer = async () => {
  const house = await testHouse({ RATE_LIMIT: '0' })
  const features = openFeatures(house)
  const server = await openServer({ house, features, version: 'test', isClosing: () => false })
  await server.ready()
  return { house, features, server }
}

/** The same where the story has been told: the ids of its things, by table, and its owner's cookie. */
export const openTestStory = async () => {
  const { house, features, server } = await openTestServer()
  const { ids, ...story } = await tellStory(house, features)
  return { house, server, ids, owner: await signIn(house, story) }
}
