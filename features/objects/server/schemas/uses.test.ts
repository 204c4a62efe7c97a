import { callServer, type TestHouse, type TestServer, testHouse } from '@millrace/kit/testing'
import type { Use } from '@millrace/people/contract'
import { openPeople } from '@millrace/people/server'
import { beforeAll, expect, test } from 'vitest'
import type { objectsContract } from '../../contract/index.ts'
import { openObjects } from '../index.ts'

const USE: Use = { kind: 'segment', id: 3, name: 'Big ones', isActive: true }
const OTHER: Use = { kind: 'flow', id: 3, name: 'New ones', isActive: false }
const boat = { objectName: 'boat' }

let house: TestHouse
let server: TestServer<typeof objectsContract>
let people: ReturnType<typeof openPeople>
/** The kind whose field "length" is named, twice by the same. */
let named = 0

beforeAll(async () => {
  house = await testHouse()
  people = openPeople(house, {
    nameKeepers: [{ mentionsOf: async () => [{ what: 'field', name: 'seats', use: USE }] }],
  })
  const objects = openObjects(house, {
    people,
    usesOf: async (_tx, _accountId, what) => ('objectName' in what ? [USE] : [OTHER, USE]),
    fieldMentions: async () => [
      ...[USE, USE, OTHER].map((use) => ({ schemaId: named, name: 'length', use })),
      { schemaId: named + 1, name: 'name', use: USE },
    ],
  })
  server = await callServer(objects)
})

const setting = async () => {
  const account = await house.newAccount()
  await house.db.account(account.accountId, (tx) => people.seedFields(tx, account.accountId))
  const client = server.as(account)
  const fields = [{ name: 'name' }, { name: 'length' }]
  await client.call('createSchema', { body: { name: 'boat', fields } })
  const made = { fromObject: 'boat', toObject: 'company', name: 'Owner' }
  const { association } = await client.call('createAssociation', { body: made })
  await house.db.system(async (tx) => {
    const row = await tx.one<{ id: number }>(`select id from object_schemas where account_id = $1 and name = 'boat'`, [
      account.accountId,
    ])
    named = row?.id ?? 0
  })
  return { ...account, client, associationId: association.id }
}

test('a field says what uses it, each once, and how many have a value in it', async () => {
  const { client } = await setting()
  const body = [{ name: 'Ada', length: '9' }, { name: 'Bob' }, { name: 'Cog', length: '7' }]
  const { objects } = await client.call('createObjects', { params: boat, body })
  await client.call('deleteObject', { params: { ...boat, id: objects[2]!.id }, query: {} })
  const length = { ...boat, fieldName: 'length' }
  expect(await client.call('listSchemaFieldUses', { params: length })).toEqual({ objects: 1, uses: [USE, OTHER] })
  expect(await client.call('listSchemaFieldUses', { params: { ...boat, fieldName: 'name' } })).toMatchObject({
    uses: [],
  })
  expect(await client.call('countSchemaFieldUses', { params: boat })).toEqual({ useCounts: { length: 2 } })
})

test('fields of people are told at the same address', async () => {
  const { client } = await setting()
  const person = { objectName: 'person' }
  await client.call('createSchemaFields', { params: person, body: { name: 'seats' } })
  const params = { ...person, fieldName: 'seats' }
  expect(await client.call('listSchemaFieldUses', { params })).toEqual({ objects: 0, uses: [USE] })
  expect(await client.call('countSchemaFieldUses', { params: person })).toEqual({ useCounts: { seats: 1 } })
})

test('a kind and an association say what goes with them and what keeps them', async () => {
  const { client, associationId: id } = await setting()
  const { objects } = await client.call('createObjects', { params: boat, body: [{ name: 'A' }, { name: 'B' }] })
  const company = { objectName: 'company' }
  const { object } = await client.call('createObjects', { params: company, body: { name: 'C' } })
  const tie = { ...boat, id: objects[0]!.id, associationId: id, targetId: object.id }
  await client.call('associateObjects', { params: tie, query: {} })
  expect(await client.call('listSchemaUses', { params: boat })).toEqual({ objects: 2, uses: [USE, OTHER] })
  expect(await client.call('listAssociationUses', { params: { id } })).toEqual({ ties: 1, uses: [OTHER, USE] })
  const messages = [
    ((await client.send('deleteSchema', { params: boat })).body as unknown as { error: object }).error,
    ((await client.send('deleteAssociation', { params: { id } })).body as unknown as { error: object }).error,
  ]
  expect(messages).toMatchObject([
    { message: 'The segment “Big ones” and 1 more use it. Change those first.' },
    { message: 'The flow “New ones” and 1 more use it. Change those first.' },
  ])
})

test('what is not there, not the caller’s or not allowed is refused', async () => {
  const [one, two] = [await setting(), await setting()]
  const statuses = async (client: typeof one.client, objectName: string, id: number) => {
    const params = { objectName, fieldName: 'colour' }
    const replies = await Promise.all([
      client.send('listSchemaUses', { params }),
      client.send('countSchemaFieldUses', { params }),
      client.send('listSchemaFieldUses', { params }),
      client.send('listAssociationUses', { params: { id } }),
    ])
    return replies.map(({ status }) => status)
  }
  expect(await statuses(one.client, 'plane', 9_999_999)).toEqual([404, 404, 404, 404])
  expect(await statuses(one.client, 'boat', two.associationId)).toEqual([200, 200, 404, 404])
  expect((await one.client.send('listSchemaUses', { params: { objectName: 'person' } })).status).toBe(422)
  expect(await statuses(server.as({ accountId: one.accountId }), 'boat', one.associationId)).toEqual([
    403, 403, 403, 403,
  ])
  expect(await statuses(server.nobody, 'boat', one.associationId)).toEqual([401, 401, 401, 401])
})
