import { notSignedIn } from '@millrace/kit/server'
import { callServer, type TestHouse, type TestServer, testHouse } from '@millrace/kit/testing'
import { openPeople, peopleDoor } from '@millrace/people/server'
import { beforeAll, describe, expect, test } from 'vitest'
import type { eventsContract } from '../contract/index.ts'
import { openEvents, personEvents } from './index.ts'

let house: TestHouse
let server: TestServer<typeof eventsContract>
let events: ReturnType<typeof openEvents>

beforeAll(async () => {
  house = await testHouse()
  events = openEvents(house, {
    people: peopleDoor(house),
    identify: async (_definition, request) => {
      const key = request.headers['x-millrace-token']
      const row = await house.db.system((tx) =>
        tx.one<{ id: number }>('select id from accounts where write_key = $1', [key]),
      )
      if (!row) throw notSignedIn('This key is not known.')
      return { accountId: row.id, memberId: 0, isOwner: false, isAdmin: false, scopes: new Set(), via: 'write-key' }
    },
  })
  server = await callServer(events)
})

const setting = async () => {
  const account = await house.newAccount()
  const client = server.as(account)
  return {
    ...account,
    client,
    send: (body: unknown) => client.send('ingestEvents', { body }),
    all: async () => (await client.call('listAllEvents', { query: { includeEndUsers: true } })).events,
    system: <R extends object>(sql: string, values: unknown[] = []) =>
      house.db.system((tx) => tx.rows<R>(sql, [account.accountId, ...values])),
  }
}

describe('ingest', () => {
  test('people, events and tags in one item; counted, listed and told', async () => {
    const { send, all, client, system } = await setting()
    const reply = await send({
      events: [
        {
          name: 'Signed up',
          user: { email: 'a@acme.io', firstName: 'Ann', tags: 'new, trial' },
          properties: { plan: 'pro', seats: 3, at: '2026-03-01' },
        },
        { name: 'identify', user: { email: 'a@acme.io', city: 'Oslo' } },
        { name: 'Signed up', user: { email: 'b@acme.io' }, timestamp: '2026-02-01T10:00:00Z' },
      ],
    })
    expect([reply.status, reply.body]).toEqual([202, { accepted: 3, refused: 0, errors: [] }])
    const listed = await all()
    expect(listed.map((event) => [event.name, event.createdAt, event.endUser?.email])).toEqual([
      ['Signed up', '2026-03-10T09:00:00.000Z', 'a@acme.io'],
      ['Signed up', '2026-02-01T10:00:00.000Z', 'b@acme.io'],
    ])
    expect(listed[0]!.endUser).toMatchObject({ name: 'Ann', firstName: 'Ann', lastName: null })
    const { names } = await client.call('listEventNames', {})
    expect(names).toMatchObject([
      {
        name: 'Signed up',
        kind: 'custom',
        total: 2,
        lastSeenAt: '2026-03-10T09:00:00.000Z',
        properties: [
          { name: 'at', type: 'date', samples: ['2026-03-01'] },
          { name: 'plan', type: 'string', samples: ['pro'] },
          { name: 'seats', type: 'number', samples: [3] },
        ],
      },
    ])
    const kinds = await system<{ kind: string }>(
      'select kind from changes where account_id = $1 order by account_id, id',
    )
    expect(kinds.map(({ kind }) => kind).sort()).toEqual(
      ['event', 'event', 'person.created', 'person.created', 'tag.added', 'tag.added'].sort(),
    )
    const hours = await system<{ total: number }>(
      'select total, human from event_hours where account_id = $1 order by account_id, hour',
    )
    expect(hours).toEqual([
      { total: 1, human: 1 },
      { total: 1, human: 1 },
    ])
  })

  test('refused items are named one by one, the rest is kept', async () => {
    const { send, all } = await setting()
    const { status, body } = await send([
      { name: 'A', user: { email: 'ok@acme.io' } },
      { name: 'B' },
      'nonsense',
      { name: 'C', user: { email: 'broken' } },
      { type: 'group', groupId: 'g' },
      { name: 'D', user: { userId: 'ok' } },
    ])
    expect(status).toBe(202)
    expect(body).toEqual({
      accepted: 2,
      refused: 4,
      errors: [
        { index: 1, message: 'A person needs an email, a userId or an id.' },
        { index: 2, message: 'An item must be an object.' },
        { index: 3, message: '"broken" is not an email address.' },
        { index: 4, message: 'Groups cannot be taken in yet: only people and events can.' },
      ],
    })
    expect((await all()).map((event) => event.name).sort()).toEqual(['A', 'D'])
  })

  test('a messageId counts once, also within a batch; a refused one can be sent again', async () => {
    const { send, all } = await setting()
    const item = { name: 'Paid', user: { userId: 'u', plan: 'pro' }, messageId: 'm-1' }
    expect((await send([item, item])).body).toMatchObject({ accepted: 2 })
    expect((await send(item)).body).toMatchObject({ accepted: 1 })
    expect(await all()).toHaveLength(1)
    expect((await send({ name: 'Bad', user: { email: 'x' }, messageId: 'm-2' })).body).toMatchObject({ refused: 1 })
    expect((await send({ name: 'Good', user: { email: 'x@acme.io' }, messageId: 'm-2' })).body).toMatchObject({
      accepted: 1,
    })
    expect((await all()).map((event) => event.name)).toContain('Good')
  })

  test('an alias renames or merges, and events go along', async () => {
    const { send, client, system, accountId } = await setting()
    await send({ name: 'Seen', user: { segmentAnonymousId: 'anon' } })
    await send({ name: 'Bought', user: { userId: 'new', email: 'n@acme.io' } })
    await send({ type: 'alias', userId: 'new', previousUserId: 'anon' })
    const people = await system<{ id: number; anonymous_id: string }>(
      'select id, anonymous_id from people where account_id = $1',
    )
    expect(people).toHaveLength(1)
    const { reactors } = openPeople(house, { personParts: () => [personEvents(house)] })
    await house.takeChanges(reactors ?? [], accountId)
    const listed = await client.call('listPersonEvents', { params: { id: people[0]!.id } })
    expect(listed.events.map((event) => event.name).sort()).toEqual(['Bought', 'Seen'])
    await send({ type: 'alias', userId: 'newest', previousUserId: 'new' })
    expect(await system('select user_id from people where account_id = $1')).toEqual([{ user_id: 'newest' }])
  })

  test('many requests at once lose nothing and make nobody twice', async () => {
    const { send, system } = await setting()
    const requests = Array.from({ length: 40 }, (_, index) =>
      send(
        Array.from({ length: 10 }, (__, item) => ({
          name: `E${item}`,
          user: { email: `p${(index + item) % 15}@acme.io` },
        })),
      ),
    )
    const replies = await Promise.all(requests)
    expect(replies.every(({ status, body }) => status === 202 && body.accepted === 10)).toBe(true)
    expect(await system('select count(*) as n from events where account_id = $1')).toEqual([{ n: 400 }])
    expect(await system('select count(*) as n from people where account_id = $1')).toEqual([{ n: 15 }])
    expect(await system('select sum(total) as n from event_names where account_id = $1')).toEqual([{ n: 400 }])
  })

  test.each([
    [undefined, 'Send one item, a list of items, or { "events": [ … ] }.'],
    [[], 'There is nothing to take in. Send one item, a list of items, or { "events": [ … ] }.'],
    [Array.from({ length: 1001 }, () => ({})), 'One call takes 1000 items at the most.'],
  ])('a body that is none is refused', async (body, message) => {
    const { send } = await setting()
    const reply = await send(body)
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ error: { message } })
  })

  test('nobody without a key', async () => {
    expect((await server.nobody.send('ingestEvents', { body: { name: 'X' } })).status).toBe(401)
  })
})

describe('the compatible address', () => {
  const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
    server.fastify.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } })
  const item = JSON.stringify({ name: 'Hello', user: { email: 'c@acme.io' } })

  test('takes a key in the header or the path, with or without a slash, and plain text', async () => {
    const { writeKey, all } = await setting()
    const replies = [
      await post('/v1', item, { 'x-millrace-token': writeKey }),
      await post('/v1/', item, { 'x-millrace-token': writeKey }),
      await post(`/v1/${writeKey}`, item),
      await post(`/v1/${writeKey}`, item, { 'content-type': 'text/plain' }),
    ]
    expect(replies.map((reply) => reply.statusCode)).toEqual([202, 202, 202, 202])
    expect(replies[2]!.headers['access-control-allow-origin']).toBe('*')
    expect(await all()).toHaveLength(4)
  })

  test('answers errors as { error: text }', async () => {
    const { writeKey } = await setting()
    const unknown = await post('/v1/no-such-write-key', item)
    expect([unknown.statusCode, unknown.json()]).toEqual([401, { error: 'This write key is not known.' }])
    const mistyped = await post('/v1/peple', item)
    expect([mistyped.statusCode, mistyped.json()]).toMatchObject([404, { error: { name: 'NotFound' } }])
    const broken = await post(`/v1/${writeKey}`, '{')
    expect([broken.statusCode, broken.json()]).toEqual([400, { error: 'The body is not valid JSON.' }])
    const header = await post('/v1', item, { 'x-millrace-token': 'nope' })
    expect([header.statusCode, header.json()]).toEqual([401, { error: 'This key is not known.' }])
  })

  test('a browser may ask first', async () => {
    const reply = await server.fastify.inject({ method: 'OPTIONS', url: '/v1/some-longer-write-key' })
    expect([reply.statusCode, reply.headers['access-control-allow-methods']]).toEqual([204, 'POST'])
  })
})

describe('listing', () => {
  const filled = async () => {
    const all = await setting()
    await all.send(
      Array.from({ length: 7 }, (_, index) => ({
        name: index % 2 ? 'Odd' : 'Even',
        user: index === 6 ? { segmentAnonymousId: 'anon' } : { email: `l${index}@acme.io` },
        timestamp: `2026-03-0${index + 1}T00:00:00Z`,
      })),
    )
    return all
  }

  test('page by page, without gaps', async () => {
    const { client } = await filled()
    const seen: string[] = []
    let cursor: string | undefined
    for (;;) {
      const page = await client.call('listAllEvents', { query: { limit: 3, cursor } })
      seen.push(...page.events.map((event) => event.createdAt.slice(8, 10)))
      if (page.paging.after === null) break
      cursor = page.paging.after
    }
    expect(seen).toEqual(['07', '06', '05', '04', '03', '02', '01'])
  })

  test('by name or kind, without the anonymous', async () => {
    const { client } = await filled()
    const odd = await client.call('listAllEvents', { query: { source: 'Odd' } })
    expect(odd.events).toHaveLength(3)
    expect((await client.call('listAllEvents', { query: { source: 'email' } })).events).toEqual([])
    expect((await client.call('listAllEvents', { query: { source: 'No such' } })).events).toEqual([])
    const known = await client.call('listAllEvents', { query: { ignoreAnonymous: true } })
    expect(known.events).toHaveLength(6)
  })

  test('refuses a false cursor, and hides other accounts', async () => {
    const one = await filled()
    const other = await setting()
    expect((await one.client.send('listAllEvents', { query: { cursor: 'eA' } })).status).toBe(400)
    expect((await other.client.call('listAllEvents', {})).events).toEqual([])
    const [person] = await one.system<{ id: number }>('select id from people where account_id = $1 limit 1')
    expect((await other.client.send('listPersonEvents', { params: { id: person!.id } })).status).toBe(404)
    expect((await server.as({ accountId: one.accountId }).send('listAllEvents', {})).status).toBe(403)
    expect((await server.as({ accountId: one.accountId }).send('listEventNames', {})).status).toBe(403)
  })
})

test('mail activity: robots are counted apart, keys count once, names stay apart from custom ones', async () => {
  const { accountId, client, send, system } = await setting()
  await send({ name: 'Email opened', user: { email: 'm@acme.io' } })
  const [person] = await system<{ id: number }>('select id from people where account_id = $1')
  const item = { personId: person!.id, name: 'Email opened', kind: 'email' as const, at: house.clock.now() }
  const recorded = await house.db.system((tx) =>
    events.recordEvents(tx, accountId, [
      { ...item, props: { emailId: 4, sendId: 9, isBot: true }, key: 'open:9' },
      { ...item, props: { emailId: 4, sendId: 9, isBot: true }, key: 'open:9' },
      { ...item, props: { emailId: 4, url: 'https://x.io' } },
    ]),
  )
  expect(recorded).toBe(2)
  const { events: listed } = await client.call('listPersonEvents', {
    params: { id: person!.id },
    query: { source: 'email' },
  })
  expect(listed).toMatchObject([
    { kind: 'email', emailId: 4 },
    { kind: 'email', emailId: 4 },
  ])
  const names = await client.call('listEventNames', { query: { kind: 'email' } })
  expect(names.names).toMatchObject([{ total: 2 }])
  const hours = await system(
    `select h.total, h.human from event_hours h join event_names n on n.account_id = $1 and n.id = h.name_id
     where h.account_id = $1 and n.kind = 'email'`,
  )
  expect(hours).toEqual([{ total: 2, human: 1 }])
})

test('old message ids are forgotten', async () => {
  const { send, system } = await setting()
  await send({ name: 'X', user: { userId: 'u' }, messageId: 'old' })
  house.clock.advance(31 * 86_400_000)
  await house.db.system((tx) => house.jobs.add(tx, 'events.forgetKeys', {}))
  await house.runJobs(events.jobs ?? [])
  expect(await system('select key from event_keys where account_id = $1')).toEqual([])
})
