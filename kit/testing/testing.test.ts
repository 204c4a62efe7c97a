import { expect, test } from 'vitest'
import { z } from 'zod'
import { call, Id } from '../contract/index.ts'
import { job } from '../jobs/jobs.ts'
import { notFound } from '../server/refusal.ts'
import { callServer, TEST_TIME, testHouse } from './index.ts'

const contract = {
  getThing: call({
    method: 'GET',
    path: '/v1/things/{id}',
    scopes: ['flows:read'],
    params: z.object({ id: Id }),
    query: z.object({ words: z.array(z.string()).optional() }),
    returns: z.object({ id: z.number(), words: z.array(z.string()) }),
    summary: 'Read a thing',
    fail: "We couldn't read your thing.",
  }),
}

const feature = {
  contract,
  handlers: {
    getThing: ({ params, query }: { params: { id: number }; query: { words?: string[] } }) => {
      if (params.id === 404) throw notFound()
      return { id: params.id, words: query.words ?? [] }
    },
  },
}

test('each file has a migrated database, and accounts are walled off from each other', async () => {
  const house = await testHouse()
  const one = await house.newAccount()
  const other = await house.newAccount()
  const lanes = (accountId: number) =>
    house.db.account(accountId, (tx) =>
      tx.rows<{ account_id: number }>('select account_id from lanes /* across accounts: what the wall lets through */'),
    )
  expect(await lanes(one.accountId)).toEqual([{ account_id: one.accountId }])
  expect(await lanes(other.accountId)).toEqual([{ account_id: other.accountId }])
  expect(house.clock.now()).toEqual(TEST_TIME)
})

test.each(['one test', 'the next'])('%s moves the clock, from where the file has it', async () => {
  const { clock } = await testHouse()
  expect(clock.now()).toEqual(TEST_TIME)
  clock.advance(60_000)
  expect(clock.now().getTime()).toBe(TEST_TIME.getTime() + 60_000)
})

test('a job that is queued behind the wall runs', async () => {
  const house = await testHouse()
  const { accountId } = await house.newAccount()
  const done: unknown[] = []
  const noteIt = job({
    name: 'note-it',
    schema: z.object({ text: z.string() }),
    run: async (payload) => void done.push(payload),
  })
  await house.db.account(accountId, (tx) => house.jobs.add(tx, 'note-it', { text: 'hello' }))
  await house.runJobs([noteIt])
  expect(done).toEqual([{ text: 'hello' }])
})

test('jobs of one queue run each time that it is asked for, however soon after another', async () => {
  const house = await testHouse()
  const done: number[] = []
  const count = job({ name: 'count', schema: z.number(), run: async (place) => void done.push(place) })
  const places = Array.from({ length: 100 }, (_, place) => place)
  for (const place of places) {
    await house.db.system((tx) => house.jobs.add(tx, 'count', place, { key: `count:${place}`, queue: 'one' }))
    await house.runJobs([count])
    expect(done).toHaveLength(place + 1)
  }
  expect(done).toEqual(places)
})

test('calls are made as whom the test says', async () => {
  const { as, nobody } = await callServer(feature)
  const input = { params: { id: 7 }, query: { words: ['a', 'b'] } }
  expect(await as({ accountId: 1, isOwner: true }).call('getThing', input)).toEqual({ id: 7, words: ['a', 'b'] })
  const scoped = as({ accountId: 1, scopes: ['flows:read', 'emails:read'] })
  expect((await scoped.send('getThing', input)).status).toBe(200)
  expect((await as({ accountId: 1 }).send('getThing', input)).status).toBe(403)
  expect((await nobody.send('getThing', input)).status).toBe(401)
  expect((await scoped.send('getThing', { params: { id: 404 }, query: {} })).body).toEqual({
    error: { name: 'NotFound', message: "We couldn't read your thing." },
  })
})
