import { callServer, type TestHouse, type TestServer, testHouse } from '@millrace/kit/testing'
import { openPeople } from '@millrace/people/server'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ObjectInput, objectsContract } from '../../contract/index.ts'
import { openObjects } from '../index.ts'

let house: TestHouse
let server: TestServer<typeof objectsContract>

beforeAll(async () => {
  house = await testHouse()
  const objects = openObjects(house, {
    people: openPeople(house),
    // The segment 7 holds what is on the plan "pro".
    objectsInSegment: async (_tx, _accountId, segmentId, objectName, first) =>
      segmentId === 7 && objectName === 'company'
        ? { sql: `o.fields ->> 'plan' = $${first}`, values: ['pro'] }
        : undefined,
    allowsCustom: async () => false,
  })
  server = await callServer(objects)
})

const company = { objectName: 'company' }

const setting = async (objects: ObjectInput[] = []) => {
  const account = await house.newAccount()
  const client = server.as(account)
  const made = objects.length ? (await client.call('createObjects', { params: company, body: objects })).objects : []
  return { ...account, client, made, ids: made.map(({ id }) => id) }
}
const named = (...names: string[]): ObjectInput[] => names.map((name) => ({ externalId: name.toLowerCase(), name }))

const changesOf = (accountId: number) =>
  house.db.system(async (tx) => {
    const rows = await tx.rows<{ kind: string; ref: number; data: Record<string, unknown> }>(
      'delete from changes where account_id = $1 returning kind, ref, data, id',
      [accountId],
    )
    return rows.map(({ kind, ref, data }) => ({ kind, ref, fields: data.fields }))
  })

describe('making and changing', () => {
  test('objects are made with fields flattened, unknown ones become fields', async () => {
    const { client, accountId } = await setting()
    const body = [{ externalId: 12, name: 'Acme', employees: '40', billing: { vat: 'DE1' }, seats: 4 }]
    const { object } = await client.call('createObjects', { params: company, body })
    expect(object).toEqual({
      id: expect.any(Number),
      externalId: '12',
      name: 'Acme',
      employees: 40,
      'billing.vat': 'DE1',
      seats: 4,
      createdAt: '2026-03-10T09:00:00.000Z',
      updatedAt: '2026-03-10T09:00:00.000Z',
      archived: false,
      archivedAt: null,
    })
    const fields = ['name', 'employees', 'billing.vat', 'seats']
    expect(await changesOf(accountId)).toEqual([{ kind: 'object.created', ref: object.id, fields }])
    // As it was read, it can be sent back: nothing moves.
    const again = await client.call('saveObjects', { params: company, body: object })
    expect(again.object).toEqual(object)
    expect(await changesOf(accountId)).toEqual([])
  })

  test('making refuses an external ID that is taken; saving changes what is there', async () => {
    const { client, ids, accountId } = await setting(named('Acme'))
    const taken = await client.send('createObjects', { params: company, body: named('New', 'Acme') })
    expect([taken.status, taken.body]).toMatchObject([
      422,
      { error: { message: 'Object 2: There is one with the external ID "acme" already.', issues: [{ path: [1] }] } },
    ])
    await changesOf(accountId)
    const body = {
      objects: [{ externalId: 'acme', plan: 'pro' }, { externalId: 'beta' }, { externalId: 'acme', city: 'Rome' }],
    }
    const { objects } = await client.call('saveObjects', { params: company, body })
    expect(objects.map(({ id, plan, city }) => [id, plan, city])).toEqual([
      [ids[0], 'pro', 'Rome'],
      [expect.any(Number), undefined, undefined],
      [ids[0], 'pro', 'Rome'],
    ])
    const changes = (await changesOf(accountId)).sort((a, b) => a.ref - b.ref)
    expect(changes).toMatchObject([
      { kind: 'object.changed', ref: ids[0], fields: ['plan', 'city'] },
      { kind: 'object.created', fields: [] },
    ])
  })

  test('a value that does not fit refuses all, by name', async () => {
    const { client } = await setting()
    const body = [{ name: 'A' }, { name: 'B', employees: 'many' }]
    const reply = await client.send('createObjects', { params: company, body })
    expect([reply.status, reply.body]).toMatchObject([
      422,
      { error: { message: 'Object 2: employees: "many" is not a number.' } },
    ])
    expect((await client.call('countObjects', { params: company, query: {} })).count).toBe(0)
    expect((await client.send('createObjects', { params: company, body: [] })).status).toBe(400)
    expect((await client.send('createObjects', { params: { objectName: 'boat' }, body: [{}] })).status).toBe(404)
  })

  test('one is changed by id and by external ID; null empties', async () => {
    const { client, ids, made } = await setting([{ externalId: 'a', name: 'Acme', plan: 'pro' }, { externalId: 'b' }])
    house.clock.advance(1000)
    const byId = { ...company, id: ids[0]! }
    const changed = await client.call('updateObject', { params: byId, body: { plan: null, externalId: 'a2' } })
    expect(changed.object).toMatchObject({ id: ids[0], externalId: 'a2', name: 'Acme' })
    expect(changed.object).not.toHaveProperty('plan')
    expect(changed.object.updatedAt > made[0]!.updatedAt).toBe(true)
    const byExternal = { ...company, externalId: 'a2' }
    const named = await client.call('updateObjectByExternalId', { params: byExternal, body: { name: 'Acme 2' } })
    expect(named.object).toMatchObject({ id: ids[0], name: 'Acme 2' })
    expect((await client.send('updateObject', { params: byId, body: { externalId: 'b' } })).status).toBe(409)
    expect((await client.send('updateObject', { params: byId, body: { employees: 'x' } })).status).toBe(422)
    expect((await client.send('updateObject', { params: { ...company, id: 999_999 }, body: {} })).status).toBe(404)
    const cleared = await client.call('updateObject', { params: byId, body: { externalId: null } })
    expect(cleared.object.externalId).toBeNull()
  })
})

describe('reading', () => {
  test('one by id and by external ID', async () => {
    const { client, made } = await setting(named('Acme'))
    const [acme] = made
    expect((await client.call('getObject', { params: { ...company, id: acme!.id } })).object).toEqual(acme)
    const byExternal = { ...company, externalId: 'acme' }
    expect((await client.call('getObjectByExternalId', { params: byExternal })).object).toEqual(acme)
    expect((await client.send('getObjectByExternalId', { params: { ...company, externalId: 'x' } })).status).toBe(404)
    expect((await client.send('getObject', { params: { ...company, id: 'x' as never } })).status).toBe(400)
  })

  test('lists page and sort by column or field, both ways', async () => {
    const { client } = await setting([
      { externalId: 'a', name: 'beta', employees: 5 },
      { externalId: 'b', name: 'Alpha', employees: 100 },
      { externalId: 'c', name: 'gamma' },
    ])
    const list = async (query: object) => (await client.call('listObjects', { params: company, query })).objects
    const names = async (query: object) => (await list(query)).map(({ name }) => name)
    expect(await names({ sort: 'name', order: 'asc' })).toEqual(['Alpha', 'beta', 'gamma'])
    expect(await names({ sort: 'employees', order: 'desc' })).toEqual(['Alpha', 'beta', 'gamma'])
    expect(await names({ sort: 'externalId', order: 'desc', limit: 2 })).toEqual(['gamma', 'Alpha'])
    expect(await names({ sort: 'id', order: 'asc', limit: 2, offset: 1 })).toEqual(['Alpha', 'gamma'])
    expect((await list({ attributes: ['name'], limit: 1, sort: 'employees' }))[0]).not.toHaveProperty('employees')
    const page = await client.call('listObjects', { params: company, query: { limit: 2 } })
    expect([page.total, page.hasMore]).toEqual([3, true])
    expect((await client.send('listObjects', { params: company, query: { sort: 'nothing' } })).status).toBe(400)
    expect((await client.send('listObjects', { params: company, query: { order: 'up' as never } })).status).toBe(400)
  })

  test('the search looks through searchable fields and external IDs, says where, and can stay in a segment', async () => {
    const { client } = await setting([
      { externalId: 'ext-1', name: 'Harbor & Sons', plan: 'pro' },
      { externalId: 'ext-2', name: 'The harbor', domain: 'harbor.example' },
      { externalId: '100%_', name: 'Other', city: 'Harborough' },
    ])
    const search = async (query: string, rest = {}) =>
      (await client.call('searchObjects', { params: company, query: { query, ...rest } })).objects
    const found = await search('HARBOR')
    expect(found.map(({ externalId }) => externalId).sort()).toEqual(['ext-1', 'ext-2'])
    expect(found.find(({ externalId }) => externalId === 'ext-2')?.highlights).toEqual({
      name: [[4, 10]],
      domain: [[0, 6]],
    })
    expect((await search('ext-')).length).toBe(2)
    expect((await search('%')).map(({ name }) => name)).toEqual(['Other'])
    expect((await search('harbor', { segmentId: 7 })).map(({ name }) => name)).toEqual(['Harbor & Sons'])
    expect((await client.send('searchObjects', { params: company, query: { query: ' ' } })).status).toBe(400)
    expect((await client.send('searchObjects', { params: company, query: { query: 'x', segmentId: 8 } })).status).toBe(
      404,
    )
  })

  test('the objects of a segment are listed and counted', async () => {
    const { client } = await setting([
      { name: 'A', plan: 'pro' },
      { name: 'B', plan: 'pro' },
      { name: 'C', plan: 'free' },
    ])
    const params = { ...company, segmentId: 7 }
    const query = { sort: 'name', order: 'desc', limit: 1 } as const
    const page = await client.call('listSegmentObjects', { params, query })
    expect([page.objects.map(({ name }) => name), page.total, page.hasMore]).toEqual([['B'], 2, true])
    expect(await client.call('countSegmentObjects', { params })).toEqual({ count: 2 })
    const other = { params: { ...company, segmentId: 8 } }
    expect((await client.send('listSegmentObjects', { ...other, query: {} })).status).toBe(404)
    expect((await client.send('countSegmentObjects', other)).status).toBe(404)
  })
})

test('archived objects leave lists, come back when they are saved, and force deletes for good', async () => {
  const { client, ids, accountId } = await setting(named('Acme', 'Beta'))
  await changesOf(accountId)
  const byId = { ...company, id: ids[0]! }
  expect((await client.send('deleteObject', { params: byId, query: {} })).status).toBe(204)
  expect((await client.call('countObjects', { params: company, query: {} })).count).toBe(1)
  expect((await client.call('countObjects', { params: company, query: { archived: true } })).count).toBe(1)
  expect((await client.call('getObject', { params: byId })).object.archived).toBe(true)
  const { object } = await client.call('createObjects', { params: company, body: named('Acme') })
  expect(object).toMatchObject({ id: ids[0], archived: false })
  expect((await changesOf(accountId)).map(({ kind }) => kind)).toEqual(['object.archived', 'object.restored'])
  const byExternal = { ...company, externalId: 'beta' }
  await client.call('deleteObjectByExternalId', { params: byExternal, query: { force: true } })
  expect((await client.send('getObjectByExternalId', { params: byExternal })).status).toBe(404)
  expect((await client.send('deleteObjectByExternalId', { params: byExternal, query: {} })).status).toBe(404)
  expect((await changesOf(accountId)).map(({ kind }) => kind)).toEqual(['object.erased'])
})

test('people answer under their name too', async () => {
  const { client } = await setting()
  const person = { objectName: 'person' }
  const body = [{ externalId: 'u1', email: 'Ann@acme.io', firstName: 'Ann' }]
  const { object } = await client.call('createObjects', { params: { objectName: 'end-users' }, body })
  expect(object).toMatchObject({ externalId: 'u1', email: 'ann@acme.io' })
  const byId = { ...person, id: object.id }
  const byExternal = { ...person, externalId: 'u1' }
  expect((await client.call('getObject', { params: byId })).object).toEqual(object)
  expect((await client.call('listObjects', { params: person, query: { sort: 'externalId' } })).total).toBe(1)
  expect((await client.call('countObjects', { params: person, query: {} })).count).toBe(1)
  expect((await client.call('searchObjects', { params: person, query: { query: 'acme' } })).objects).toHaveLength(1)
  await client.call('saveObjects', { params: person, body: { ...body[0], firstName: 'Anna' } })
  await client.call('updateObject', { params: byId, body: { lastName: 'Ash' } })
  await client.call('updateObjectByExternalId', { params: byExternal, body: { city: 'Rome' } })
  const { object: now } = await client.call('getObjectByExternalId', { params: byExternal })
  expect(now).toMatchObject({ firstName: 'Anna', lastName: 'Ash', city: 'Rome' })
  expect((await client.send('listSegmentObjects', { params: { ...person, segmentId: 1 }, query: {} })).status).toBe(422)
  expect((await client.send('countSegmentObjects', { params: { ...person, segmentId: 1 } })).status).toBe(422)
  await client.call('deleteObject', { params: byId, query: { force: true } })
  expect((await client.send('deleteObjectByExternalId', { params: byExternal, query: {} })).status).toBe(404)
})

test('what may be done depends on scopes and plan, and accounts are walled off', async () => {
  const one = await setting(named('Acme'))
  const two = await setting(named('Acme'))
  const id = one.ids[0]!
  const reader = server.as({ accountId: one.accountId, scopes: ['people:read'] })
  const byId = { ...company, id }
  expect((await reader.send('getObject', { params: byId })).status).toBe(200)
  const refused = await Promise.all([
    reader.send('createObjects', { params: company, body: [{}] }),
    reader.send('saveObjects', { params: company, body: [{}] }),
    reader.send('updateObject', { params: byId, body: {} }),
    reader.send('deleteObject', { params: byId, query: {} }),
    reader.send('updateObjectByExternalId', { params: { ...company, externalId: 'acme' }, body: {} }),
    reader.send('deleteObjectByExternalId', { params: { ...company, externalId: 'acme' }, query: {} }),
  ])
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
  expect((await server.nobody.send('listObjects', { params: company, query: {} })).status).toBe(401)
  const foreign = await Promise.all([
    two.client.send('getObject', { params: byId }),
    two.client.send('updateObject', { params: byId, body: { name: 'Stolen' } }),
    two.client.send('deleteObject', { params: byId, query: { force: true } }),
    two.client.send('saveObjects', { params: company, body: { id, name: 'Stolen' } }),
  ])
  expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404, 422])
  expect((await one.client.call('getObject', { params: byId })).object).toMatchObject({ name: 'Acme' })
  expect((await two.client.call('searchObjects', { params: company, query: { query: 'acme' } })).objects).toHaveLength(
    1,
  )
  expect((await one.client.send('createSchema', { body: { name: 'boat' } })).status).toBe(402)
  await house.db.system((tx) =>
    tx.run(`update accounts set settings = settings || '{"hasCompanyObjectsFeature": false}' where id = $1`, [
      one.accountId,
    ]),
  )
  expect((await one.client.send('createObjects', { params: company, body: [{ name: 'B' }] })).status).toBe(402)
  expect((await one.client.call('listSchemas', {})).schemas.map(({ name }) => name)).toEqual(['person'])
})

describe('many at once', () => {
  const change = (client: Awaited<ReturnType<typeof setting>>['client'], action: string, ids: number[]) =>
    client.send('changeManyObjects', { params: company, body: { action, ids } as never })

  test('are archived, brought back and deleted, each once, and said so', async () => {
    const { client, ids, accountId } = await setting(named('A', 'B', 'C'))
    await changesOf(accountId)
    const [first = 0, second = 0] = ids
    expect((await change(client, 'archive', [first, second, 999_999])).body).toMatchObject({ changed: 2 })
    expect((await change(client, 'archive', [first])).body).toMatchObject({ changed: 0 })
    expect((await change(client, 'restore', ids)).body).toMatchObject({ changed: 2 })
    expect((await change(client, 'delete', [first])).body).toMatchObject({ changed: 1 })
    const { objects } = await client.call('listObjects', { params: company, query: {} })
    expect(objects.map(({ name }) => name).sort()).toEqual(['B', 'C'])
    const kinds = (await changesOf(accountId)).map(({ kind }) => kind)
    expect(kinds).toEqual([
      ...['object.archived', 'object.archived', 'object.restored', 'object.restored'],
      'object.erased',
    ])
  })

  test('are refused where there are none or too many, of people, and for whoever may not write', async () => {
    const { client, ids, accountId } = await setting(named('A'))
    expect((await change(client, 'archive', [])).status).toBe(400)
    expect((await change(client, 'explode', ids)).status).toBe(400)
    expect((await change(client, 'archive', Array(10_001).fill(1))).status).toBe(400)
    const people = { params: { objectName: 'person' }, body: { action: 'archive' as const, ids } }
    expect((await client.send('changeManyObjects', people)).status).toBeGreaterThanOrEqual(400)
    const reader = server.as({ accountId, scopes: ['people:read'] })
    expect((await change(reader, 'archive', ids)).status).toBe(403)
  })

  test("never reach another account's", async () => {
    const { ids, client } = await setting(named('A'))
    const stranger = await setting()
    expect((await change(stranger.client, 'delete', ids)).body).toMatchObject({ changed: 0 })
    expect((await client.call('listObjects', { params: company, query: {} })).total).toBe(1)
  })
})
