import { callServer, type TestHouse, type TestServer, testHouse } from '@millrace/kit/testing'
import { openPeople } from '@millrace/people/server'
import { beforeAll, describe, expect, test } from 'vitest'
import type { objectsContract } from '../../contract/index.ts'
import { openObjects } from '../index.ts'

let house: TestHouse
let server: TestServer<typeof objectsContract>
let objects: ReturnType<typeof openObjects>
let people: ReturnType<typeof openPeople>

beforeAll(async () => {
  house = await testHouse()
  people = openPeople(house)
  objects = openObjects(house, {
    people,
    usesOf: async (_tx, _accountId, what) =>
      'objectName' in what && what.objectName === 'used'
        ? [{ kind: 'segment', id: 3, name: 'Users of it', isActive: true }]
        : [],
  })
  server = await callServer(objects)
})

const setting = async () => {
  const account = await house.newAccount()
  await house.db.account(account.accountId, (tx) => people.seedFields(tx, account.accountId))
  return { ...account, client: server.as(account) }
}

const boat = { objectName: 'boat' }

describe('kinds of objects', () => {
  test('an account has people and companies from the start, tied to each other', async () => {
    const { client } = await setting()
    const { schemas } = await client.call('listSchemas', {})
    expect(schemas.map(({ name, isBuiltIn }) => [name, isBuiltIn])).toEqual([
      ['person', true],
      ['company', true],
    ])
    const association = { type: 'M:M', fromObject: 'person', toObject: 'company', isDefault: true }
    expect(schemas.map(({ associations }) => associations)).toMatchObject([[association], [association]])
    expect(schemas[0]?.fields.map(({ name }) => name)).toContain('email')
    expect(schemas[1]?.fields.map(({ name }) => name)).toContain('domain')
    expect((await client.call('getSchema', { params: { objectName: 'end-users' } })).schema).toEqual(schemas[0])
    expect((await client.call('getSchema', { params: { objectName: 'company' } })).schema).toEqual(schemas[1])
  })

  test('one is made with a name, what it is called and a first field', async () => {
    const { client } = await setting()
    const body = { displayNameSingular: 'Support ticket', displayNamePlural: '', description: 'What people ask.' }
    expect((await client.send('createSchema', { body })).status).toBe(400)
    const { schema } = await client.call('createSchema', { body: { ...body, displayNamePlural: undefined } })
    expect(schema).toMatchObject({
      name: 'support-ticket',
      displayNameSingular: 'Support ticket',
      displayNamePlural: 'Support tickets',
      description: 'What people ask.',
      primaryField: 'name',
      searchableFields: ['name'],
      fields: [{ name: 'name', title: 'Name', firstClassField: false }],
      associations: [],
      isBuiltIn: false,
    })
    expect((await client.send('createSchema', { body: { name: 'Support-Ticket' } })).status).toBe(409)
  })

  test.each(['associations', 'Person', 'end users', 'count', '12', '  ', 'x'.repeat(61)])(
    'the name "%s" is refused',
    async (name) => {
      const { client } = await setting()
      expect((await client.send('createSchema', { body: { name } })).status).toBe(422)
    },
  )

  test('one is renamed, and another field names its objects and finds them', async () => {
    const { client } = await setting()
    const fields = [{ name: 'title' }, { name: 'port' }]
    const made = await client.call('createSchema', { body: { name: 'boat', primaryField: 'title', fields } })
    expect(made.schema).toMatchObject({ primaryField: 'title', searchableFields: ['title'] })
    await client.call('createObjects', { params: boat, body: [{ title: 'Ada', port: 'Genoa' }] })
    const search = async (query: string) =>
      (await client.call('searchObjects', { params: boat, query: { query } })).objects.length
    expect([await search('ada'), await search('genoa')]).toEqual([1, 0])
    const body = {
      displayNamePlural: 'Fleet',
      primaryField: 'port',
      secondaryFields: ['title'],
      searchableFields: ['port'],
    }
    expect((await client.call('updateSchema', { params: boat, body })).schema).toMatchObject(body)
    await house.runJobs(objects.jobs ?? [])
    expect([await search('ada'), await search('genoa')]).toEqual([0, 1])
    const missing = await client.send('updateSchema', { params: boat, body: { primaryField: 'mast' } })
    expect([missing.status, missing.body]).toMatchObject([422, { error: { message: 'There is no field "mast".' } }])
    expect((await client.send('updateSchema', { params: { objectName: 'x' }, body: {} })).status).toBe(404)
    expect((await client.send('updateSchema', { params: { objectName: 'person' }, body: {} })).status).toBe(422)
  })

  test('one is deleted with its objects and ties; built-in and used ones are not', async () => {
    const { client, accountId } = await setting()
    await client.call('createSchema', { body: { name: 'boat' } })
    const { objects: boats } = await client.call('createObjects', {
      params: boat,
      body: [{ name: 'A' }, { name: 'B' }],
    })
    const { objects: companies } = await client.call('createObjects', {
      params: { objectName: 'company' },
      body: [{ name: 'C' }],
    })
    const target = { targetObjectName: 'company', targetId: companies[0]!.id }
    await client.call('associateByDefault', { params: { ...boat, id: boats[0]!.id, ...target }, query: {} })
    expect((await client.send('deleteSchema', { params: boat })).status).toBe(204)
    expect((await client.send('getSchema', { params: boat })).status).toBe(404)
    // The name is free again while the old ones are still being cleared away.
    await client.call('createSchema', { body: { name: 'boat' } })
    expect((await client.call('countObjects', { params: boat, query: {} })).count).toBe(0)
    await house.runJobs(objects.jobs ?? [])
    const left = await house.db.system((tx) =>
      tx.one(
        `select (select count(*) from objects o where o.account_id = $1) as objects,
           (select count(*) from associations a where a.account_id = $1) as ties,
           (select count(*) from object_schemas s where s.account_id = $1) as schemas,
           (select count(*) from changes c where c.account_id = $1 and c.kind = 'object.erased') as erased,
           (select count(*) from changes c where c.account_id = $1 and c.kind = 'association.removed') as cut`,
        [accountId],
      ),
    )
    expect(left).toEqual({ objects: 1, ties: 0, schemas: 2, erased: 2, cut: 1 })
    expect((await client.send('deleteSchema', { params: { objectName: 'company' } })).status).toBe(422)
    expect((await client.send('deleteSchema', { params: { objectName: 'person' } })).status).toBe(422)
    await client.call('createSchema', { body: { name: 'used' } })
    const used = await client.send('deleteSchema', { params: { objectName: 'used' } })
    expect([used.status, used.body]).toMatchObject([
      409,
      { error: { message: 'The segment “Users of it” uses it. Change that first.' } },
    ])
  })
})

describe('fields of a kind', () => {
  test('of money name their currency, or have the account’s', async () => {
    const { client } = await setting()
    await client.call('createSchema', { body: { name: 'boat' } })
    const money = { type: 'number' as const, displayType: 'currency' as const }
    const { items: fields } = await client.call('createSchemaFields', {
      params: boat,
      body: { fields: [{ name: 'price', ...money, currency: 'EUR' }, { name: 'rent', ...money }, { name: 'colour' }] },
    })
    expect(fields.map(({ currency }) => currency)).toEqual(['EUR', 'USD', null])
    const params = { ...boat, fieldName: 'price' }
    const { item: field } = await client.call('updateSchemaField', { params, body: { currency: null } })
    expect(field.currency).toBe('USD')
  })

  test('are made, changed and deleted with their values', async () => {
    const { client } = await setting()
    await client.call('createSchema', { body: { name: 'boat' } })
    const made = await client.call('createSchemaFields', {
      params: boat,
      body: {
        fields: [
          { title: 'Mast height', type: 'number' },
          { name: 'colour', enum: ['red', 'blue'] },
        ],
      },
    })
    expect(made.items).toMatchObject([
      { name: 'Mastheight', title: 'Mast height', type: 'number', displayType: 'number' },
      { name: 'colour', enum: ['red', 'blue'], createdBy: 'user', firstClassField: false },
    ])
    const wrong = await client.send('createObjects', { params: boat, body: [{ colour: 'green' }] })
    expect(wrong.body).toMatchObject({ error: { message: 'colour: "green" is not one of its values.' } })
    const { object } = await client.call('createObjects', { params: boat, body: [{ name: 'Ada', colour: 'red' }] })
    const colour = { ...boat, fieldName: 'colour' }
    const patch = { title: 'Hull', enum: ['red', 'green'] }
    expect((await client.call('updateSchemaField', { params: colour, body: patch })).item).toMatchObject(patch)
    expect((await client.send('updateSchemaField', { params: colour, body: { type: 'number' } })).status).toBe(422)
    await client.call('updateSchema', {
      params: boat,
      body: { searchableFields: ['colour'], secondaryFields: ['colour'] },
    })
    expect((await client.send('deleteSchemaField', { params: colour })).status).toBe(204)
    await house.runJobs(objects.jobs ?? [])
    const now = await client.call('getObject', { params: { ...boat, id: object.id } })
    expect(now.object).not.toHaveProperty('colour')
    const { schema } = await client.call('getSchema', { params: boat })
    expect(schema).toMatchObject({ searchableFields: [], secondaryFields: [] })
    expect((await client.call('searchObjects', { params: boat, query: { query: 'red' } })).objects).toEqual([])
  })

  test('choices that may grow take in what comes; shapes that make no sense are refused', async () => {
    const { client } = await setting()
    const fields = [{ name: 'name' }, { name: 'colour', enum: ['red'], allowNewEnumValues: true }]
    await client.call('createSchema', { body: { name: 'boat', fields } })
    await client.call('createObjects', {
      params: boat,
      body: [{ colour: 'blue' }, { colour: 'red' }, { colour: 'blue' }],
    })
    const { schema } = await client.call('getSchema', { params: boat })
    expect(schema.fields[1]).toMatchObject({ enum: ['red', 'blue'], displayType: 'select' })
    const params = { ...boat, fieldName: 'name' }
    const replies = await Promise.all([
      client.send('createSchemaFields', { params: boat, body: [{ name: 'a', displayType: 'currency' }] }),
      client.send('createSchemaFields', { params: boat, body: [{ name: 'b', enum: ['x', 'x'] }] }),
      client.send('updateSchemaField', { params, body: { displayType: 'checkbox' } }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([422, 422, 422])
    const now = await client.call('updateSchemaField', { params, body: { type: 'integer' } })
    expect(now.item).toMatchObject({ type: 'integer', displayType: 'integer' })
  })

  test('those built in, the primary one and reserved names stay', async () => {
    const { client } = await setting()
    const company = { objectName: 'company' }
    await client.call('createSchema', { body: { name: 'boat' } })
    const replies = await Promise.all([
      client.send('updateSchemaField', { params: { ...company, fieldName: 'domain' }, body: { title: 'X' } }),
      client.send('deleteSchemaField', { params: { ...company, fieldName: 'domain' } }),
      client.send('deleteSchemaField', { params: { ...boat, fieldName: 'name' } }),
      client.send('createSchemaFields', { params: boat, body: [{ name: 'externalId' }] }),
      client.send('createSchemaFields', { params: boat, body: [{ name: 'when', type: 'number', format: 'date' }] }),
      client.send('createSchemaFields', { params: boat, body: [{ name: 'name' }] }),
      client.send('createSchemaFields', { params: boat, body: [] }),
      client.send('createSchemaFields', { params: { objectName: 'nothing' }, body: [{ name: 'a' }] }),
      client.send('updateSchemaField', { params: { ...boat, fieldName: 'nothing' }, body: {} }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 409, 400, 404, 404])
  })

  test('people have theirs at the same address', async () => {
    const { client } = await setting()
    const person = { objectName: 'person' }
    const { items } = await client.call('createSchemaFields', {
      params: person,
      body: { name: 'shoeSize', type: 'number' },
    })
    expect(items).toMatchObject([{ name: 'shoeSize' }])
    const shoe = { ...person, fieldName: 'shoeSize' }
    expect((await client.call('updateSchemaField', { params: shoe, body: { title: 'Shoe' } })).item.title).toBe('Shoe')
    expect((await client.send('deleteSchemaField', { params: shoe })).status).toBe(204)
    expect((await client.call('getSchema', { params: person })).schema.fields.map(({ name }) => name)).not.toContain(
      'shoeSize',
    )
  })
})

test('who may define objects, and accounts are walled off', async () => {
  const one = await setting()
  const two = await setting()
  await one.client.call('createSchema', { body: { name: 'boat' } })
  const reader = server.as({ accountId: one.accountId, scopes: ['people:read', 'people:write'] })
  const refused = await Promise.all([
    reader.send('createSchema', { body: { name: 'x' } }),
    reader.send('updateSchema', { params: boat, body: {} }),
    reader.send('deleteSchema', { params: boat }),
    reader.send('createSchemaFields', { params: boat, body: [{ name: 'a' }] }),
    reader.send('updateSchemaField', { params: { ...boat, fieldName: 'name' }, body: {} }),
    reader.send('deleteSchemaField', { params: { ...boat, fieldName: 'name' } }),
    reader.send('createAssociation', { body: { fromObject: 'boat', toObject: 'person' } }),
  ])
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403))
  expect((await server.nobody.send('listSchemas', {})).status).toBe(401)
  const foreign = await Promise.all([
    two.client.send('getSchema', { params: boat }),
    two.client.send('updateSchema', { params: boat, body: {} }),
    two.client.send('deleteSchema', { params: boat }),
    two.client.send('createSchemaFields', { params: boat, body: [{ name: 'a' }] }),
    two.client.send('createAssociation', { body: { fromObject: 'boat', toObject: 'person' } }),
  ])
  expect(foreign.map(({ status }) => status)).toEqual(foreign.map(() => 404))
})
