import { callServer, type TestHouse, type TestServer, testHouse } from '@millrace/kit/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PersonInput, peopleContract } from '../contract/index.ts'
import { openPeople } from './index.ts'

let house: TestHouse
let server: TestServer<typeof peopleContract>
let people: ReturnType<typeof openPeople>

beforeAll(async () => {
  house = await testHouse()
  people = openPeople(house, {
    peopleOfSegment: async (tx, accountId, segmentId, after, limit) =>
      (
        await tx.rows<{ id: number }>(
          `select p.id from people p where p.account_id = $1 and p.id > $2 and p.fields ->> 'plan' = $4 order by p.account_id, p.id limit $3`,
          [accountId, after, limit, segmentId === 7 ? 'pro' : 'none'],
        )
      ).map(({ id }) => id),
  })
  server = await callServer(people)
})

const setting = async (persons: PersonInput[] = []) => {
  const account = await house.newAccount()
  await house.db.account(account.accountId, (tx) => people.seedFields(tx, account.accountId))
  const client = server.as(account)
  const users = persons.length ? (await client.call('savePeople', { body: persons })).users : []
  return { ...account, client, users, ids: users.map(({ id }) => id) }
}
const named = (...names: string[]): PersonInput[] =>
  names.map((name) => ({ email: `${name}@acme.io`, firstName: name }))

describe('one person', () => {
  test('is saved and read with fields flattened, tags as text', async () => {
    const { client } = await setting()
    const body = { email: 'Ann@Acme.io', userId: 12, firstName: 'Ann', lastName: 'Ash', seats: 4, tags: 'b, a' }
    const { user } = await client.call('savePeople', { query: { source: 'manual' }, body })
    expect(user).toEqual({
      id: expect.any(Number),
      email: 'ann@acme.io',
      userId: '12',
      segmentAnonymousId: null,
      name: 'Ann Ash',
      firstName: 'Ann',
      lastName: 'Ash',
      seats: 4,
      tags: 'b,a',
      timezone: null,
      createdAt: '2026-03-10T09:00:00.000Z',
      updatedAt: '2026-03-10T09:00:00.000Z',
      lastSeenAt: null,
      unsubscribed: false,
      unsubscribedAt: null,
      unsubscribeReason: null,
      archived: false,
      archivedAt: null,
    })
    const { users } = await client.call('getPerson', { params: { id: user.id } })
    expect(users).toEqual([user])
    // As it was read, it can be sent back: nothing moves.
    expect((await client.call('savePeople', { body: user })).user).toEqual(user)
  })

  test('a list is saved whole or not at all, and says who is wrong', async () => {
    const { client } = await setting(named('old'))
    const reply = await client.send('savePeople', {
      body: [{ email: 'new@acme.io' }, { email: 'two@acme.io', leadScore: 'high' }],
    })
    expect([reply.status, reply.body]).toMatchObject([
      422,
      { error: { message: 'Person 2: leadScore: "high" is not a number.', issues: [{ path: [1] }] } },
    ])
    expect((await client.call('listPeople', { query: {} })).total).toBe(1)
  })

  test('bad input is refused', async () => {
    const { client } = await setting()
    expect((await client.send('savePeople', { body: [] })).status).toBe(400)
    expect((await client.send('savePeople', { body: { firstName: 'Nobody' } })).status).toBe(422)
    expect((await client.send('getPerson', { params: { id: 'x' as never } })).status).toBe(400)
    expect((await client.send('getPerson', { params: { id: 999_999 } })).status).toBe(404)
  })

  test('unsubscribing', async () => {
    const { client, ids } = await setting(named('u'))
    const query = { email: 'U@acme.io', reason: 'too much' }
    expect((await client.send('unsubscribePerson', { query })).status).toBe(204)
    const { users } = await client.call('getPerson', { params: { id: ids[0]! } })
    expect(users[0]).toMatchObject({ unsubscribed: true, unsubscribeReason: 'too much' })
    expect((await client.send('unsubscribePerson', { query: { email: 'no@acme.io' } })).status).toBe(404)
  })
})

describe('finding and listing', () => {
  test('people are found by keys in a query', async () => {
    const { client, users } = await setting([
      { email: 'a@acme.io' },
      { userId: 'u-2' },
      { email: 'c@acme.io', plan: 'x' },
    ])
    const query = { 'people[0][userId]': 'u-2', 'people[1][email]': 'C@acme.io', 'people[2][email]': 'nobody@acme.io' }
    const found = await client.call('findPeople', { query: { ...query, attributes: ['firstName'] } })
    expect(found.users.map(({ id, plan }) => [id, plan])).toEqual([
      [users[1]!.id, undefined],
      [users[2]!.id, undefined],
    ])
    expect((await client.send('findPeople', { query: {} })).status).toBe(400)
    expect((await client.send('findPeople', { query: { 'people[0][id]': 'x' } })).status).toBe(400)
  })

  test('the list pages by cursor and by offset, from either end, without gaps', async () => {
    const { client } = await setting()
    for (let index = 0; index < 25; index++) {
      house.clock.advance(1000)
      await client.call('savePeople', {
        body: index % 5 ? { email: `l${index}@acme.io` } : { segmentAnonymousId: `a${index}` },
      })
    }
    const all = (await client.call('listPeople', { query: {} })).people.map(({ id }) => id)
    expect(all).toEqual(all.toSorted((a, b) => b - a))
    const byCursor: number[] = []
    for (let after: string | undefined; ; ) {
      const page = await client.call('listPeople', { query: { limit: 4, after } })
      byCursor.push(...page.people.map(({ id }) => id))
      if (page.paging.after === null) break
      after = page.paging.after
    }
    expect(byCursor).toEqual(all)
    for (const order of ['asc', 'desc'] as const) {
      const wanted = order === 'asc' ? all.toReversed() : all
      for (const offset of [0, 7, 12, 13, 20, 23, 25, 40]) {
        const { people } = await client.call('listPeople', { query: { limit: 5, offset, order } })
        expect(people.map(({ id }) => id)).toEqual(wanted.slice(offset, offset + 5))
      }
    }
    const known = await client.call('listPeople', { query: { ignoreAnonymous: true } })
    expect(known.total).toBe(20)
  })

  test('the list sorts by columns and fields', async () => {
    const { client } = await setting([
      { email: 'b@acme.io', leadScore: 9, city: 'oslo' },
      { email: 'a@acme.io', leadScore: 10, city: 'Lyon' },
      { email: 'c@acme.io' },
    ])
    const sorted = async (sort: string, order: 'asc' | 'desc') =>
      (await client.call('listPeople', { query: { sort, order } })).people.map(({ email }) => email?.[0]).join('')
    expect(await sorted('email', 'asc')).toBe('abc')
    expect(await sorted('leadScore', 'asc')).toBe('bac')
    expect(await sorted('leadScore', 'desc')).toBe('abc')
    expect(await sorted('city', 'asc')).toBe('abc')
    const page = await client.call('listPeople', { query: { sort: 'email', order: 'asc', limit: 2 } })
    const next = await client.call('listPeople', {
      query: { sort: 'email', order: 'asc', limit: 2, after: page.paging.after! },
    })
    expect(next.people.map(({ email }) => email)).toEqual(['c@acme.io'])
    expect((await client.send('listPeople', { query: { sort: "x'; drop table people" } })).status).toBe(400)
    expect((await client.send('listPeople', { query: { after: 'x' } })).status).toBe(400)
  })

  test('search looks into the fields that were declared worth an index, by how they begin', async () => {
    const { client } = await setting([
      { email: 'a@x.io', order: 'INV-2026_7', note: 'INV' },
      { email: 'b@x.io', order: 'inv-2026x7' },
      { email: 'c@x.io', note: 'inv-2026_7' },
    ])
    const search = async (query: string) =>
      (await client.call('searchPeople', { query: { query } })).users.map(({ email }) => email?.[0]).join('')
    expect(await search('inv-')).toBe('')
    await client.call('updateField', { params: { fieldName: 'order' }, body: { hot: true } })
    expect(await search('inv-')).toBe('ba')
    expect(await search('Inv-2026_')).toBe('a')
    expect(await search('2026')).toBe('')
    const tagged = await client.call('tagPeople', { body: { tag: 'ordered', all: true, query: 'inv-' } })
    expect(tagged).toEqual({ count: 2, isQueued: false })
  })

  test('search looks into email, names and userId, from two letters on', async () => {
    const { client } = await setting([
      { email: 'luca.nakamura@harbor.io', name: 'Luca Nakamura' },
      { email: 'ines@acme.io', firstName: 'Inés', lastName: 'Clarke_100%' },
      { userId: 'ext-4711' },
    ])
    const search = async (query: string) =>
      (await client.call('searchPeople', { query: { query, attributes: ['all'] } })).users.map(
        (user) => user.email ?? user.userId,
      )
    expect(await search('NAKA')).toEqual(['luca.nakamura@harbor.io'])
    expect(await search('harbor.io')).toEqual(['luca.nakamura@harbor.io'])
    expect(await search('inés')).toEqual(['ines@acme.io'])
    expect(await search('4711')).toEqual(['ext-4711'])
    expect(await search('_100%')).toEqual(['ines@acme.io'])
    expect(await search('%%%')).toEqual([])
    expect(await search('lu')).toEqual(['luca.nakamura@harbor.io'])
    expect(await search('(.')).toEqual([])
    const short = await client.send('searchPeople', { query: { query: ' a ' } })
    expect([short.status, short.body]).toMatchObject([400, { error: { message: 'Type at least 2 characters.' } }])
  })
})

describe('archive, restore, delete', () => {
  test('archived people leave lists and come back', async () => {
    const { client, ids } = await setting(named('a', 'b', 'c'))
    const [a = 0, b = 0] = ids
    expect((await client.send('archivePeople', { body: { people: [{ id: a }, { id: b }] } })).status).toBe(204)
    expect((await client.call('listPeople', { query: {} })).total).toBe(1)
    expect((await client.call('listPeople', { query: { archived: true } })).people.map(({ id }) => id).sort()).toEqual(
      [a, b].sort(),
    )
    expect((await client.call('searchPeople', { query: { query: 'acme' } })).users).toHaveLength(1)
    expect(await client.call('restorePeople', { body: { people: [{ id: a }] } })).toEqual({ count: 1, isQueued: false })
    expect(await client.call('restoreAllPeople', {})).toEqual({ count: 1, isQueued: false })
    expect((await client.call('listPeople', { query: {} })).total).toBe(3)
    expect((await client.send('archivePeople', { body: {} })).status).toBe(422)
  })

  test('without force a person is archived, with it gone', async () => {
    const { client, ids } = await setting(named('a', 'b'))
    await client.call('deletePeople', { query: { id: ids[0] } })
    expect((await client.call('getPerson', { params: { id: ids[0]! } })).users[0]).toMatchObject({ archived: true })
    await client.call('deletePeople', { query: { 'people[0][email]': 'b@acme.io', force: true } as never })
    expect((await client.send('getPerson', { params: { id: ids[1]! } })).status).toBe(404)
    expect((await client.send('deletePeople', { query: {} })).status).toBe(400)
  })
})

describe('tags of people', () => {
  test('are put on and taken off by any key, several by comma', async () => {
    const { client, ids } = await setting([{ email: 't@acme.io', userId: 't1' }])
    const added = await client.send('addTag', { body: { tag: 'big  fish, vip', userId: 't1' } })
    expect([added.status, added.body.user.tags]).toEqual([201, 'big fish,vip'])
    expect((await client.send('removeTag', { body: { tag: 'VIP', id: ids[0]! } })).status).toBe(204)
    const { users } = await client.call('getPerson', { params: { id: ids[0]! } })
    expect(users[0]?.tags).toBe('big fish')
    const none = await client.send('removeTag', { body: { tag: ' , ', id: ids[0]! } })
    expect([none.status, none.body]).toMatchObject([422, { error: { message: 'Choose a tag.' } }])
    expect((await client.send('addTag', { body: { tag: ' , ', id: ids[0]! } })).status).toBe(422)
    expect((await client.send('removeTag', { body: { tag: 'vip' } })).status).toBe(404)
    expect((await client.send('addTag', { body: { tag: 'x', email: 'nobody@acme.io' } })).status).toBe(404)
    expect((await client.send('addTag', { body: { tag: 'counts', id: ids[0]! } })).status).toBe(422)
  })

  test('by any device that they were seen on', async () => {
    const { client } = await setting()
    for (const segmentAnonymousId of ['laptop', 'phone'])
      await client.call('savePeople', { body: { email: 't@acme.io', segmentAnonymousId } })
    for (const segmentAnonymousId of ['laptop', 'phone'])
      expect((await client.send('addTag', { body: { tag: segmentAnonymousId, segmentAnonymousId } })).status).toBe(201)
    const { users } = await client.call('findPeople', { query: { 'people[0][segmentAnonymousId]': 'phone' } })
    expect(users.map(({ email, tags }) => [email, tags])).toEqual([['t@acme.io', 'laptop,phone']])
    expect((await client.send('addTag', { body: { tag: 'x', segmentAnonymousId: 'none' } })).status).toBe(404)
  })

  test('in bulk: a list, all except some, a segment, what a search finds', async () => {
    const { client, ids } = await setting([
      { email: 'a@acme.io', plan: 'pro' },
      { email: 'b@acme.io', plan: 'pro' },
      { email: 'c@other.io' },
    ])
    const tags = async () =>
      (await client.call('listPeople', { query: { order: 'asc' } })).people.map((person) => person.tags)
    const list = { tag: 'list', people: [{ id: ids[0]! }] }
    expect(await client.call('tagPeople', { body: list })).toEqual({ count: 1, isQueued: false })
    await client.call('tagPeople', { body: { tag: 'all', all: true, except: [ids[1]!] } })
    await client.call('tagPeople', { body: { tag: 'segment', segmentId: 7 } })
    await client.call('tagPeople', { body: { tag: 'found', all: true, query: 'other' } })
    expect(await tags()).toEqual(['list,all,segment', 'segment', 'all,found'])
    expect((await client.send('untagPeople', { body: { tag: 'all,segment', all: true } })).status).toBe(204)
    expect(await tags()).toEqual(['list', '', 'found'])
  })

  test('many are dealt with by a job', async () => {
    const { client, accountId } = await setting()
    const items = Array.from({ length: 2500 }, (_, index) => ({ email: `m${index}@acme.io`, fields: {} }))
    await house.db.account(accountId, (tx) =>
      people.upsertPeople(tx, accountId, items, { source: 'api', createFields: true }),
    )
    expect(await client.call('tagPeople', { body: { tag: 'crowd', all: true } })).toEqual({
      count: 2500,
      isQueued: true,
      jobId: expect.any(Number),
    })
    await house.runJobs(people.jobs ?? [])
    expect((await client.call('countTags', {})).tagCounts).toEqual({ crowd: 2500 })
    await client.call('deleteTag', { params: { tag: 'crowd' } })
    await house.runJobs(people.jobs ?? [])
    const left = await house.db.system((tx) =>
      tx.one('select count(*) as n from people where account_id = $1 and cardinality(tags) > 0', [accountId]),
    )
    expect(left).toEqual({ n: 0 })
  })
})

test('what may be done depends on scopes, and accounts are walled off', async () => {
  const one = await setting(named('a'))
  const two = await setting(named('b'))
  const id = one.ids[0]!
  const reader = server.as({ accountId: one.accountId, scopes: ['people:read'] })
  expect((await reader.send('getPerson', { params: { id } })).status).toBe(200)
  const writes = await Promise.all([
    reader.send('savePeople', { body: { email: 'x@acme.io' } }),
    reader.send('archivePeople', { body: { people: [{ id }] } }),
    reader.send('addTag', { body: { id, tag: 'x' } }),
    reader.send('deletePeople', { query: { id } }),
    reader.send('createFields', { body: { name: 'x' } }),
  ])
  expect(writes.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  expect((await server.nobody.send('getPerson', { params: { id } })).status).toBe(401)
  const foreign = await Promise.all([
    two.client.send('getPerson', { params: { id } }),
    two.client.send('addTag', { body: { id, tag: 'x' } }),
    two.client.send('unsubscribePerson', { query: { id } }),
    two.client.send('savePeople', { body: { id, firstName: 'Stolen' } }),
  ])
  expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404, 422])
  await two.client.call('deletePeople', { query: { id, force: true } })
  await two.client.call('tagPeople', { body: { tag: 'stolen', people: [{ id }] } })
  expect((await one.client.call('getPerson', { params: { id } })).users[0]).toMatchObject({ firstName: 'a', tags: '' })
  expect((await two.client.call('findPeople', { query: { 'people[0][email]': 'a@acme.io' } })).users).toEqual([])
  expect((await two.client.call('searchPeople', { query: { query: 'a@acme' } })).users).toEqual([])
})
