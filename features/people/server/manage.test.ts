import { callServer, type TestHouse, type TestServer, testHouse } from '@millrace/kit/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { BUILT_IN_FIELDS, type peopleContract } from '../contract/index.ts'
import { openPeople } from './index.ts'

let house: TestHouse
let server: TestServer<typeof peopleContract>
let people: ReturnType<typeof openPeople>

beforeAll(async () => {
  house = await testHouse()
  people = openPeople(house)
  server = await callServer(people)
})

const setting = async () => {
  const account = await house.newAccount()
  await house.db.account(account.accountId, (tx) => people.seedFields(tx, account.accountId))
  return { ...account, client: server.as(account) }
}

describe('managing tags', () => {
  test('making: normalised, red unless told, a colour that is none is left out', async () => {
    const { client } = await setting()
    const { tags } = await client.call('createTags', {
      body: {
        tags: [{ tag: ' Big,   fish ' }, { tag: 'b', color: '#ABC', description: 'two' }, { tag: 'c', color: 'red' }],
      },
    })
    expect(tags.map(({ tag, color, description }) => [tag, color, description])).toEqual([
      ['Big fish', '#f44336', ''],
      ['b', '#abc', 'two'],
      ['c', '#f44336', ''],
    ])
    expect((await client.call('listTags', {})).tags.map(({ tag }) => tag)).toEqual(['b', 'Big fish', 'c'])
  })

  test.each([
    [[{ tag: 'VIP' }], 409, 'This tag already exists.'],
    [[{ tag: 'x' }, { tag: 'X' }], 409, 'This tag already exists.'],
    [[{ tag: ' , ' }], 422, 'A tag needs a name.'],
    [[{ tag: 'counts' }], 422, '"counts" cannot be a tag: the name is taken by Millrace.'],
    [[{ tag: 'x'.repeat(256) }], 422, 'A tag can be 255 characters long at the most.'],
  ])('%j is refused', async (tags, status, message) => {
    const { client } = await setting()
    await client.call('createTags', { body: { tags: [{ tag: 'vip' }] } })
    const reply = await client.send('createTags', { body: { tags } })
    expect([reply.status, reply.body]).toMatchObject([status, { error: { message } }])
    expect((await client.call('listTags', {})).tags).toHaveLength(1)
  })

  test('changing: a new name goes along to people; its own name in another case is no clash', async () => {
    const { client } = await setting()
    await client.call('savePeople', { body: { email: 'a@acme.io', tags: 'one/two,other' } })
    await client.call('updateTag', { params: { tag: 'one/two' }, body: { tag: 'One/Two' } })
    const { tag } = await client.call('updateTag', {
      params: { tag: 'one/two' },
      body: { tag: 'Uno', color: '#00bcd4' },
    })
    expect(tag).toMatchObject({ tag: 'Uno', color: '#00bcd4' })
    expect((await client.call('listPeople', { query: {} })).people[0]?.tags).toBe('Uno,other')
    const clash = await client.send('updateTag', { params: { tag: 'uno' }, body: { tag: 'OTHER' } })
    expect([clash.status, clash.body]).toMatchObject([409, { error: { message: 'This tag already exists.' } }])
    expect((await client.send('updateTag', { params: { tag: 'nope' }, body: {} })).status).toBe(404)
  })

  test('counting and deleting', async () => {
    const { client, accountId } = await setting()
    await client.call('savePeople', {
      body: [
        { email: 'a@acme.io', tags: 'x,y' },
        { email: 'b@acme.io', tags: 'x' },
      ],
    })
    expect((await client.call('countTags', {})).tagCounts).toEqual({ x: 2, y: 1 })
    expect((await client.send('deleteTag', { params: { tag: 'X' } })).status).toBe(204)
    expect((await client.call('countTags', {})).tagCounts).toEqual({ y: 1 })
    const removed = await house.db.system((tx) =>
      tx.one(`select count(*) as n from changes where account_id = $1 and kind = 'tag.removed'`, [accountId]),
    )
    expect(removed).toEqual({ n: 2 })
    expect((await client.send('deleteTag', { params: { tag: 'x' } })).status).toBe(404)
  })

  test('another account has tags of its own', async () => {
    const one = await setting()
    const two = await setting()
    await one.client.call('createTags', { body: { tags: [{ tag: 'same' }] } })
    expect((await two.client.call('listTags', {})).tags).toEqual([])
    expect((await two.client.send('deleteTag', { params: { tag: 'same' } })).status).toBe(404)
    expect((await two.client.send('createTags', { body: { tags: [{ tag: 'same' }] } })).status).toBe(200)
    expect(
      (
        await server
          .as({ accountId: one.accountId, scopes: ['people:read'] })
          .send('deleteTag', { params: { tag: 'same' } })
      ).status,
    ).toBe(403)
    expect((await server.as({ accountId: one.accountId }).send('listTags', {})).status).toBe(403)
  })
})

describe('managing fields', () => {
  test('an account starts with the built-in ones', async () => {
    const { client } = await setting()
    const { fields } = await client.call('listFields', {})
    expect(fields.map(({ name }) => name).sort()).toEqual(BUILT_IN_FIELDS.map(({ name }) => name).sort())
    expect(fields.find(({ name }) => name === 'tags')).toMatchObject({
      array: true,
      firstClassField: true,
      createdBy: 'system',
      description:
        "Pass tags to this field to tag the user. Separate tags by comma. This field can't be used to remove tags.",
    })
  })

  test('making: one, a list, by title alone; names are cleaned', async () => {
    const { client } = await setting()
    const one = await client.call('createFields', { body: { title: 'Trial ends', type: 'string', format: 'date' } })
    expect(one.fields).toMatchObject([
      { name: 'Trialends', title: 'Trial ends', displayType: 'date', createdBy: 'user', firstClassField: false },
    ])
    const two = await client.call('createFields', {
      body: { fields: [{ name: '.plan..type ' }, { name: 'seats', type: 'integer' }] },
    })
    expect(two.fields.map(({ name, title, type }) => [name, title, type])).toEqual([
      ['plantype', 'Plantype', 'string'],
      ['seats', 'Seats', 'integer'],
    ])
  })

  test.each([
    [{ name: '!!!' }, 422, 'A field needs a name with letters or digits.'],
    [{ name: 'email' }, 409, 'There is a field "email" already.'],
    [{ name: 'when', type: 'number', format: 'date' }, 422, 'Only a text field can be a date.'],
  ])('%j is refused', async (body, status, message) => {
    const { client } = await setting()
    const reply = await client.send('createFields', { body: body as never })
    expect([reply.status, reply.body]).toMatchObject([status, { error: { message } }])
  })

  test('money is in its own currency, else in the account’s, else in dollars', async () => {
    const { client, accountId } = await setting()
    const currencyOf = async (name: string) =>
      (await client.call('listFields', {})).fields.find((field) => field.name === name)?.currency
    const body = {
      fields: [{ name: 'mrr', type: 'number' as const, displayType: 'currency' as const }, { name: 'plan' }],
    }
    const { fields } = await client.call('createFields', { body })
    expect(fields.map(({ currency }) => currency)).toEqual(['USD', null])
    await house.db.system((tx) =>
      tx.run(`update accounts set settings = settings || '{"currency": "EUR"}' where id = $1`, [accountId]),
    )
    expect(await currencyOf('mrr')).toBe('EUR')
    const change = (currency: string | null) =>
      client.send('updateField', { params: { fieldName: 'mrr' }, body: { currency } })
    expect((await change('JPY')).status).toBe(200)
    expect(await currencyOf('mrr')).toBe('JPY')
    expect((await change('yen')).status).toBe(400)
    await change(null)
    expect(await currencyOf('mrr')).toBe('EUR')
  })

  test('a list of values holds', async () => {
    const { client } = await setting()
    await client.call('createFields', { body: { name: 'plan', enum: ['free', 'pro'] } })
    expect((await client.send('savePeople', { body: { email: 'a@acme.io', plan: 'pro' } })).status).toBe(200)
    const reply = await client.send('savePeople', { body: { email: 'a@acme.io', plan: 'gold' } })
    expect(reply.body).toMatchObject({ error: { message: 'plan: "gold" is not one of its values.' } })
  })

  test('deleting: the field at once, its values by a job, each person told', async () => {
    const { client, accountId } = await setting()
    await client.call('savePeople', {
      body: [
        { email: 'a@acme.io', plan: 'x', city: 'Oslo' },
        { email: 'b@acme.io', plan: 'y' },
      ],
    })
    expect((await client.send('deleteField', { params: { fieldName: 'plan' } })).status).toBe(204)
    await house.runJobs(people.jobs ?? [])
    const { people: left } = await client.call('listPeople', { query: {} })
    expect(left.map((person) => [person.plan, person.city])).toEqual(
      expect.arrayContaining([
        [undefined, 'Oslo'],
        [undefined, undefined],
      ]),
    )
    const told = await house.db.system((tx) =>
      tx.one(`select count(*) as n from changes where account_id = $1 and kind = 'person.changed'`, [accountId]),
    )
    expect(told).toEqual({ n: 2 })
    expect((await client.send('deleteField', { params: { fieldName: 'name' } })).status).toBe(422)
    expect((await client.send('deleteField', { params: { fieldName: 'plan' } })).status).toBe(404)
  })

  test('a field that is made again while its old values go keeps what was written for it', async () => {
    const { client } = await setting()
    const save = (email: string, plan: unknown) => client.call('savePeople', { body: { email, plan } as never })
    for (const email of ['a@acme.io', 'b@acme.io']) await save(email, 'old')
    await client.call('deleteField', { params: { fieldName: 'plan' } })
    house.clock.advance(1_000)
    await save('b@acme.io', 7)
    await house.runJobs((people.jobs ?? []).filter(({ name }) => name === 'people.emptyField'))
    const { people: left } = await client.call('listPeople', { query: { sort: 'email', order: 'asc' } })
    expect(left.map(({ plan }) => plan)).toEqual([undefined, 7])
  })

  test('another account, and members without the scope', async () => {
    const one = await setting()
    const two = await setting()
    await one.client.call('createFields', { body: { name: 'secret' } })
    expect(
      (await two.client.send('updateField', { params: { fieldName: 'secret' }, body: { title: 'x' } })).status,
    ).toBe(404)
    expect((await two.client.send('deleteField', { params: { fieldName: 'secret' } })).status).toBe(404)
    const reader = server.as({ accountId: one.accountId, scopes: ['people:read'] })
    expect((await reader.send('listFields', {})).status).toBe(200)
    expect((await reader.send('updateField', { params: { fieldName: 'secret' }, body: {} })).status).toBe(403)
    expect((await reader.send('deleteField', { params: { fieldName: 'secret' } })).status).toBe(403)
  })
})
