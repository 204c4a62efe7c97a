import type { Tx } from '@millrace/kit/server'
import { callServer, type TestHouse, type TestServer, testHouse } from '@millrace/kit/testing'
import { openPeople } from '@millrace/people/server'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Association, objectsContract } from '../../contract/index.ts'
import { openObjects, personObjects } from '../index.ts'

let house: TestHouse
let server: TestServer<typeof objectsContract>
let objects: ReturnType<typeof openObjects>
let people: ReturnType<typeof openPeople>

beforeAll(async () => {
  house = await testHouse()
  people = openPeople(house)
  objects = openObjects(house, { people })
  server = await callServer(objects)
})

const make = async () => {
  const account = await house.newAccount()
  const client = server.as(account)
  const persons = ['ann', 'ben', 'cleo'].map((name) => ({ externalId: name, email: `${name}@acme.io` }))
  const { objects: users } = await client.call('createObjects', { params: { objectName: 'person' }, body: persons })
  const names = ['Acme', 'Beta'].map((name) => ({ externalId: name.toLowerCase(), name }))
  const { objects: companies } = await client.call('createObjects', { params: { objectName: 'company' }, body: names })
  const [ann = 0, ben = 0, cleo = 0] = users.map(({ id }) => id)
  const [acme = 0, beta = 0] = companies.map(({ id }) => id)
  const association = async (type: Association['type'], fromObject = 'company', toObject = 'person') =>
    (await client.call('createAssociation', { body: { name: type, type, fromObject, toObject } })).association
  return { ...account, client, ann, ben, cleo, acme, beta, association }
}

const company = (id: number) => ({ objectName: 'company', id })
const person = (id: number) => ({ objectName: 'person', id })

const tiesOf = (accountId: number) =>
  house.db.system((tx) =>
    tx.rows<{ from: number; to: number }>(
      'select from_id as "from", to_id as "to" from associations where account_id = $1 order by 1, 2',
      [accountId],
    ),
  )

const newsOf = (accountId: number) =>
  house.db.system((tx) =>
    tx.rows<{ kind: string; personId: number; ref: number }>(
      `delete from changes where account_id = $1 and kind like 'association.%' returning kind, person_id as "personId", ref`,
      [accountId],
    ),
  )

describe('tying', () => {
  test('by default, from either side, once', async () => {
    const { client, accountId, ann, acme } = await make()
    const fromCompany = { ...company(acme), targetObjectName: 'end-users', targetId: ann }
    const made = await client.send('associateByDefault', { params: fromCompany, query: {} })
    const association = { fromObject: 'person', toObject: 'company', type: 'M:M', isDefault: true }
    expect([made.status, made.body]).toMatchObject([201, { association, fromId: ann, toId: acme }])
    const fromPerson = { ...person(ann), targetObjectName: 'company', targetId: acme }
    expect((await client.send('associateByDefault', { params: fromPerson, query: {} })).status).toBe(201)
    expect(await tiesOf(accountId)).toEqual([{ from: ann, to: acme }])
    expect(await newsOf(accountId)).toEqual([
      { kind: 'association.added', personId: ann, ref: made.body.association.id },
    ])
  })

  test('1:M keeps one on its first side: refused with 409, or taken over', async () => {
    const { client, accountId, ann, ben, acme, beta, association } = await make()
    const { id: associationId } = await association('1:M')
    const tie = (id: number, targetId: number, replace?: boolean) =>
      client.send('associateObjects', {
        params: { ...company(id), associationId, targetId },
        query: replace ? { replace } : {},
      })
    expect([(await tie(acme, ann)).status, (await tie(acme, ben)).status]).toEqual([201, 201])
    const taken = await tie(beta, ann)
    expect([taken.status, taken.body]).toMatchObject([
      409,
      { error: { message: 'It is tied already: this association allows one company for each person.' } },
    ])
    await newsOf(accountId)
    expect((await tie(beta, ann, true)).status).toBe(201)
    expect(await tiesOf(accountId)).toEqual([
      { from: acme, to: ben },
      { from: beta, to: ann },
    ])
    expect((await newsOf(accountId)).map(({ kind, personId }) => [kind, personId])).toEqual([
      ['association.removed', ann],
      ['association.added', ann],
    ])
    const fromPerson = { ...person(ben), associationId, targetId: beta }
    expect((await client.send('associateObjects', { params: fromPerson, query: {} })).status).toBe(409)
  })

  test('1:1 keeps one on both sides', async () => {
    const { client, accountId, ann, ben, acme, beta, association } = await make()
    const { id: associationId } = await association('1:1')
    const tie = (id: number, targetId: number, replace = false) =>
      client.send('associateObjects', { params: { ...company(id), associationId, targetId }, query: { replace } })
    expect((await tie(acme, ann)).status).toBe(201)
    expect((await tie(acme, ben)).status).toBe(409)
    expect((await tie(beta, ann)).status).toBe(409)
    expect((await tie(beta, ben)).status).toBe(201)
    expect((await tie(acme, ben, true)).status).toBe(201)
    expect(await tiesOf(accountId)).toEqual([{ from: acme, to: ben }])
  })

  test('needs both to be there, and an association of their kinds', async () => {
    const { client, ann, acme, association } = await make()
    const { id: associationId } = await association('M:M')
    const statuses = await Promise.all([
      client.send('associateObjects', { params: { ...company(acme), associationId, targetId: 999_999 }, query: {} }),
      client.send('associateObjects', { params: { ...company(999_999), associationId, targetId: ann }, query: {} }),
      client.send('associateObjects', {
        params: { ...company(acme), associationId: 999_999, targetId: ann },
        query: {},
      }),
      client.send('associateByDefault', {
        params: { ...company(acme), targetObjectName: 'boat', targetId: 1 },
        query: {},
      }),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  })

  test('is undone from either side; nothing to undo is 404', async () => {
    const { client, accountId, ann, acme, association } = await make()
    const { id: associationId } = await association('M:M')
    await client.call('associateObjects', { params: { ...company(acme), associationId, targetId: ann }, query: {} })
    const undo = { params: { ...person(ann), associationId, targetId: acme } }
    expect((await client.send('dissociateObjects', undo)).status).toBe(204)
    expect((await client.send('dissociateObjects', undo)).status).toBe(404)
    expect(await tiesOf(accountId)).toEqual([])
  })
})

describe('what something is tied to', () => {
  test('is read from either side, by association, a page at a time, without the archived', async () => {
    const { client, accountId, ann, ben, cleo, acme, association } = await make()
    const own = await association('1:M')
    for (const targetId of [ann, ben, cleo]) {
      house.clock.advance(1000)
      await client.call('associateObjects', {
        params: { ...company(acme), associationId: own.id, targetId },
        query: {},
      })
    }
    const { associations } = await client.call('listAssociations', { params: company(acme) })
    expect(associations.map(({ association: { type }, objectName, total }) => [type, objectName, total])).toEqual([
      ['M:M', 'person', 0],
      ['1:M', 'person', 3],
    ])
    const params = { ...company(acme), associationId: own.id }
    const page = await client.call('listAssociated', { params, query: { limit: 2 } })
    expect([page.objects.map(({ id }) => id), page.total, page.hasMore]).toEqual([[cleo, ben], 3, true])
    const ofPerson = await client.call('listAssociated', {
      params: { ...person(ann), associationId: own.id },
      query: {},
    })
    expect(ofPerson).toMatchObject({ objectName: 'company', objects: [{ id: acme, name: 'Acme' }], hasMore: false })
    await client.call('deleteObject', { params: { objectName: 'person', id: ben }, query: {} })
    expect((await client.call('listAssociated', { params, query: {} })).total).toBe(2)
    await client.call('deleteObject', { params: company(acme), query: {} })
    const tied = await house.db.account(accountId, (tx) => objects.objectsOfPerson(tx, accountId, ann))
    expect(tied.map(({ total }) => total)).toEqual([0, 0])
    expect((await client.send('listAssociations', { params: company(999_999) })).status).toBe(404)
    expect(
      (await client.send('listAssociated', { params: { ...params, associationId: 999_999 }, query: {} })).status,
    ).toBe(404)
  })

  test('a kind can be tied to itself', async () => {
    const { client, acme, beta, association } = await make()
    const { id: associationId } = await association('1:M', 'company', 'company')
    await client.call('associateObjects', { params: { ...company(acme), associationId, targetId: beta }, query: {} })
    const seen = async (id: number) =>
      (await client.call('listAssociated', { params: { ...company(id), associationId }, query: {} })).objects.map(
        (object) => object.id,
      )
    expect([await seen(acme), await seen(beta)]).toEqual([[beta], [acme]])
    const undo = { params: { ...company(beta), associationId, targetId: acme } }
    expect((await client.send('dissociateObjects', undo)).status).toBe(204)
  })
})

describe('ways of tying', () => {
  test('are made with a name and deleted with their ties', async () => {
    const { client, accountId, ann, acme } = await make()
    const made = await client.send('createAssociation', { body: { fromObject: 'company', toObject: 'end-users' } })
    expect([made.status, made.body.association]).toMatchObject([
      201,
      { name: 'company – person', type: 'M:M', fromObject: 'company', toObject: 'person', isDefault: false },
    ])
    const { id } = made.body.association
    await client.call('associateObjects', { params: { ...company(acme), associationId: id, targetId: ann }, query: {} })
    await newsOf(accountId)
    expect((await client.send('deleteAssociation', { params: { id } })).status).toBe(204)
    expect((await client.send('deleteAssociation', { params: { id } })).status).toBe(404)
    await house.runJobs(objects.jobs ?? [])
    expect(await tiesOf(accountId)).toEqual([])
    expect(await newsOf(accountId)).toEqual([{ kind: 'association.removed', personId: ann, ref: id }])
    expect((await client.send('createAssociation', { body: { fromObject: 'company', toObject: 'boat' } })).status).toBe(
      404,
    )
    const wrong = { fromObject: 'company', toObject: 'person', type: 'M:1' as never }
    expect((await client.send('createAssociation', { body: wrong })).status).toBe(400)
  })

  test('the first one between two kinds is their default', async () => {
    const { client, association } = await make()
    await client.call('createSchema', { body: { name: 'boat' } })
    const first = await association('1:M', 'boat', 'person')
    const second = await association('M:M', 'person', 'boat')
    expect([first.isDefault, second.isDefault]).toEqual([true, false])
  })
})

test('ties follow people who are merged, are cut with those who are erased, and stand in their data', async () => {
  const { client, accountId, ann, ben, cleo, acme, beta, association } = await make()
  const one = await association('1:1')
  const many = await association('M:M')
  const between = await association('M:M', 'person', 'person')
  const tie = (associationId: number, id: number, targetId: number) =>
    client.call('associateObjects', { params: { ...company(id), associationId, targetId }, query: {} })
  await tie(one.id, acme, ann)
  await tie(one.id, beta, ben)
  await tie(many.id, acme, ann)
  await tie(many.id, beta, ben)
  for (const targetId of [ben, cleo])
    await client.call('associateObjects', {
      params: { ...person(ann), associationId: between.id, targetId },
      query: {},
    })
  const part = personObjects(house)
  const within = <T>(work: (tx: Tx) => Promise<T>) => house.db.system(work)
  expect(await within((tx) => part.count(tx, accountId, ann))).toEqual([{ what: 'associations', count: 4 }])
  expect(await within(async (tx) => part.ends?.(tx, accountId, ben, ann))).toEqual([
    'Both are tied by “1:1”, which allows one: the tie of the one who stays is kept.',
  ])
  const data = []
  for await (const { rows } of part.data(accountId, ann)) data.push(...rows)
  expect(data).toMatchObject([
    { association: '1:1', kind: 'company', object: { name: 'Acme' } },
    { association: 'M:M', kind: 'company', object: { name: 'Acme' } },
    { association: 'M:M', kind: 'person', object: { id: cleo } },
    { association: 'M:M', kind: 'person', object: { id: ben } },
  ])
  expect(JSON.stringify(data)).not.toContain('cleo@')
  const merge = { kept: ben, gone: ann, address: null, formerAddresses: [] }
  await within((tx) => part.merge(tx, accountId, merge))
  await within((tx) => part.merge(tx, accountId, merge))
  const ties = (await tiesOf(accountId)).map(({ from, to }) => `${from}-${to}`)
  expect(ties.sort()).toEqual([`${acme}-${ben}`, `${ben}-${cleo}`, `${beta}-${ben}`, `${beta}-${ben}`].sort())
  await within((tx) => part.erase(tx, accountId, [ben]))
  expect(await tiesOf(accountId)).toEqual([])
})

test('who may tie, and accounts are walled off', async () => {
  const one = await make()
  const two = await make()
  const { id: associationId } = await one.association('M:M')
  const reader = server.as({ accountId: one.accountId, scopes: ['people:read'] })
  const named = { ...company(one.acme), associationId, targetId: one.ann }
  const byDefault = { ...company(one.acme), targetObjectName: 'person', targetId: one.ann }
  const refused = await Promise.all([
    reader.send('associateObjects', { params: named, query: {} }),
    reader.send('associateByDefault', { params: byDefault, query: {} }),
    reader.send('dissociateObjects', { params: named }),
    reader.send('deleteAssociation', { params: { id: associationId } }),
  ])
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  expect((await reader.send('listAssociations', { params: company(one.acme) })).status).toBe(200)
  const foreign = await Promise.all([
    two.client.send('associateObjects', { params: named, query: {} }),
    two.client.send('associateByDefault', { params: byDefault, query: {} }),
    two.client.send('dissociateObjects', { params: named }),
    two.client.send('listAssociations', { params: company(one.acme) }),
    two.client.send('listAssociated', { params: { ...company(one.acme), associationId }, query: {} }),
    two.client.send('deleteAssociation', { params: { id: associationId } }),
  ])
  expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
})
