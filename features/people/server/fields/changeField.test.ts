import { callServer, type TestHouse, type TestServer, testHouse } from '@millrace/kit/testing'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { peopleContract } from '../../contract/index.ts'
import { openPeople } from '../index.ts'
import type { Mention } from '../ports.ts'

let house: TestHouse
let server: TestServer<typeof peopleContract>
let people: ReturnType<typeof openPeople>
let said: Mention[] = []
const meantAnew: string[] = []

beforeAll(async () => {
  house = await testHouse()
  const keeper = {
    mentionsOf: async () => said,
    fieldChanged: async (_tx: unknown, _accountId: number, name: string) => void meantAnew.push(name),
  }
  people = openPeople(house, { nameKeepers: [keeper] })
  server = await callServer(people)
})
beforeEach(() => {
  said = []
  meantAnew.length = 0
})

const setting = async (field: object, values: readonly unknown[] = []) => {
  const account = await house.newAccount()
  await house.db.account(account.accountId, (tx) => people.seedFields(tx, account.accountId))
  const client = server.as(account)
  await client.call('createFields', { body: { name: 'x', ...field } as never })
  const body = values.map((x, index) => ({ email: `p${index}@acme.io`, x }))
  if (body.length) await client.call('savePeople', { body: body as never })
  const change = (patch: object) => client.send('updateField', { params: { fieldName: 'x' }, body: patch })
  const read = async () => (await client.call('listFields', {})).fields.find(({ name }) => name === 'x')
  const values_ = async () => {
    await house.runJobs((people.jobs ?? []).filter(({ name }) => name !== 'people.tendFields'))
    return (await client.call('listPeople', { query: { sort: 'email', order: 'asc' } })).people.map(({ x }) => x)
  }
  return { ...account, client, change, read, values: values_ }
}
const messageOf = (body: unknown) => (body as { error: { message: string } }).error.message

describe('the type of a field', () => {
  test.each([
    ['numbers in texts', {}, ['5', '7.5'], { type: 'number' }, [5, 7.5]],
    ['whole numbers', { type: 'number' }, [5, 7], { type: 'integer' }, [5, 7]],
    ['numbers as texts', { type: 'number' }, [5, 7.5], { type: 'string' }, ['5', '7.5']],
    ['yes and no', {}, ['yes', '0'], { type: 'boolean' }, [true, false]],
    ['dates', {}, ['2026-02-03', '2026-02-03T10:00:00Z'], { format: 'date' }, ['2026-02-03', '2026-02-03']],
    ['dates as texts', { format: 'date' }, ['2026-02-03'], { format: null }, ['2026-02-03']],
  ])('changes where everything fits: %s', async (_what, field, before, patch, after) => {
    const { change, values } = await setting(field, before)
    expect((await change(patch)).status).toBe(200)
    expect(await values()).toEqual(after)
    expect(meantAnew).toEqual(['x'])
  })

  test('where some do not fit it is refused with counts, and nothing moves', async () => {
    const { change, values, read } = await setting({}, ['5', 'n/a', 'none'])
    const reply = await change({ type: 'number' })
    expect([reply.status, messageOf(reply.body)]).toEqual([
      422,
      '2 of 3 values do not fit, for example: "n/a" is not a number.',
    ])
    expect(await values()).toEqual(['5', 'n/a', 'none'])
    expect(await read()).toMatchObject({ type: 'string', displayType: 'text' })
    expect(meantAnew).toEqual([])
  })

  test('is shown in its usual way then, and whoever is changed is told of', async () => {
    const { change, values, accountId } = await setting({}, ['5'])
    expect((await change({ type: 'number' })).body).toMatchObject({ field: { type: 'number', displayType: 'number' } })
    await values()
    const told = `select data from changes where account_id = $1 and kind = 'person.changed'`
    expect(await house.db.system((tx) => tx.rows(told, [accountId]))).toEqual([
      { data: { source: 'field', fields: ['x'], before: { x: '5' }, after: { x: 5 } } },
    ])
  })

  test('an empty field changes freely, and asks nobody anew', async () => {
    const { change } = await setting({ type: 'number' })
    expect((await change({ type: 'boolean' })).body).toMatchObject({
      field: { type: 'boolean', displayType: 'checkbox' },
    })
    expect(meantAnew).toEqual([])
  })
})

describe('choices', () => {
  test('new ones are taken where they are allowed, and stay', async () => {
    const { client, read } = await setting({ enum: ['free'], allowNewEnumValues: true, array: true }, ['free, pro'])
    await client.call('savePeople', { body: { email: 'q@acme.io', x: ['gold', 'pro'] } })
    expect(await read()).toMatchObject({ enum: ['free', 'pro', 'gold'], displayType: 'multiselect' })
  })

  test('none goes that somebody has', async () => {
    const { change } = await setting({ enum: ['free', 'pro', 'gold'] }, ['pro', 'pro'])
    const reply = await change({ enum: ['free', 'gold'] })
    expect([reply.status, messageOf(reply.body)]).toEqual([
      422,
      '2 of 2 values do not fit, for example: "pro" is not one of its values.',
    ])
    expect((await change({ enum: ['pro'] })).status).toBe(200)
    expect((await change({ enum: ['free'], allowNewEnumValues: true })).status).toBe(200)
  })
})

test.each([
  [{ format: 'date', type: 'number' }, 'Only a text field can be a date.'],
  [{ displayType: 'checkbox' }, 'A field shown as checkbox cannot hold a text.'],
  [{ displayType: 'currency' }, 'A field shown as currency cannot hold a text.'],
  [{ displayType: 'date' }, 'A field shown as date needs the format date.'],
  [{ displayType: 'datetime' }, 'A field shown as datetime needs the format date-time.'],
  [{ displayType: 'url', format: 'date' }, 'A date is shown as date or datetime.'],
  [{ displayType: 'multiselect' }, 'Several choices need a field that holds several values.'],
  [{ displayType: 'radio', array: true }, 'A field of several values is shown as multiselect.'],
  [{ enum: ['a', 'a '] }, 'Each choice can be there only once.'],
  [{ enum: ['a', ' '] }, 'A choice cannot be empty.'],
  [{ enum: [1] }, 'The choices of a text field are texts.'],
  [{ type: 'number', enum: ['1'] }, 'The choices of a number field are numbers.'],
  [{ type: 'integer', enum: [1.5] }, 'The choices of this field are whole numbers.'],
  [{ type: 'boolean', enum: ['a'] }, 'A field that is yes or no has no choices.'],
  [{ enum: ['a'], enumNames: ['A', 'B'] }, 'There are more names than choices.'],
])('%j is refused', async (field, message) => {
  const client = server.as(await house.newAccount())
  const reply = await client.send('createFields', { body: { name: 'x', ...field } as never })
  expect([reply.status, messageOf(reply.body)]).toEqual([422, message])
})

test('what it looks like changes at any time; built-in fields and unknown ones do not', async () => {
  const { change, client } = await setting({}, ['a'])
  const look = {
    title: 'Seats bought',
    description: 'How many',
    tooltip: 'Bought',
    icon: 'chair',
    displayType: 'textarea',
  }
  expect((await change(look)).body).toMatchObject({ field: look })
  const send = (fieldName: string) => client.send('updateField', { params: { fieldName }, body: { title: 'Mail' } })
  for (const name of ['email', 'unsubscribeReason']) {
    const reply = await send(name)
    expect([reply.status, messageOf(reply.body)]).toEqual([422, "This field is built in and can't be changed."])
  }
  expect((await send('nope')).status).toBe(404)
})

test('what uses a field, and how many people have it', async () => {
  const { client } = await setting({}, ['a', 'b'])
  const use = { kind: 'email', id: 3, name: 'Hello', isActive: true } as const
  said = [{ what: 'field', name: 'x', use }]
  expect(await client.call('listFieldUses', { params: { fieldName: 'x' } })).toEqual({ people: 2, uses: [use] })
  expect(await client.call('countFieldUses', {})).toEqual({ useCounts: { x: 1 } })
  expect((await client.send('listFieldUses', { params: { fieldName: 'nope' } })).status).toBe(404)
})

test('fields that a service tells are its own, and say its name where theirs begins with it', async () => {
  const { client, accountId } = await setting({})
  const told = [
    { name: 'stripe.plan', title: 'Plan' },
    { name: 'stripe.mrr', type: 'number' },
    { name: 'lifetime', title: 'Lifetime value', type: 'number' },
    { name: '...' },
  ] as const
  await house.db.account(accountId, (tx) => people.ensureIntegrationFields(tx, accountId, 'Stripe', told))
  const { fields } = await client.call('listFields', {})
  expect(
    fields
      .filter(({ createdBy }) => createdBy === 'Stripe Integration')
      .map(({ title }) => title)
      .sort(),
  ).toEqual(['Lifetime value', 'Plan (Stripe)', 'Stripe mrr'])
})
