import { callServer, type TestHouse, type TestServer, testHouse } from '@millrace/kit/testing'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { peopleContract } from '../../contract/index.ts'
import { openPeople } from '../index.ts'
import type { Mention } from '../ports.ts'
import { hotIndexName } from './hotExpression.ts'
import { tendFields } from './tendFields.ts'

let house: TestHouse
let server: TestServer<typeof peopleContract>
let said: Mention[] = []

beforeAll(async () => {
  house = await testHouse()
  server = await callServer(openPeople(house, { nameKeepers: [{ mentionsOf: async () => said }] }))
})
beforeEach(async () => {
  said = []
  for (const { name } of await indexes()) await house.db.pool.query(`drop index "${name}"`)
})

const indexes = async () => {
  const { rows } = await house.db.pool.query(
    `select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relname like 'people\\_hot\\_%' order by 1`,
  )
  return rows as { name: string; valid: boolean }[]
}
const tend = (from = 3) => tendFields(house, from).run({}, new AbortController().signal)
const setting = async (howMany = 3) => {
  const account = await house.newAccount()
  const client = server.as(account)
  const body = Array.from({ length: howMany }, (_, index) => ({
    email: `p${index}@acme.io`,
    plan: `plan ${index}`,
    seats: index,
    ends: '2026-12-01',
    'a.b': 'x',
  }))
  await client.call('savePeople', { body })
  const indexed = async () =>
    (await client.call('listFields', {})).fields.filter((field) => field.indexed).map(({ name }) => name)
  return { ...account, client, indexed }
}
const mention = (name: string): Mention => ({
  what: 'field',
  name,
  use: { kind: 'segment', id: 1, name: 'Some', isActive: true },
})

test('fields that segments ask about get an index in large accounts; it goes when nobody asks any more', async () => {
  const large = await setting()
  const small = await setting(2)
  said = [mention('plan'), mention('seats'), mention('nobody'), mention('email')]
  await tend()
  expect(await large.indexed()).toEqual(['plan', 'seats'])
  expect(await small.indexed()).toEqual([])
  const names = [hotIndexName('plan', 'text'), hotIndexName('seats', 'number')].sort()
  expect(await indexes()).toEqual(names.map((name) => ({ name, valid: true })))
  said = [mention('seats')]
  await tend()
  expect(await large.indexed()).toEqual(['seats'])
  expect(await indexes()).toEqual([{ name: hotIndexName('seats', 'number'), valid: true }])
  said = []
  await tend()
  expect(await indexes()).toEqual([])
})

test('a member asks for one; a field that becomes another kind needs another', async () => {
  const { client, indexed } = await setting()
  await client.call('updateField', { params: { fieldName: 'ends' }, body: { hot: true } })
  await tend()
  expect(await indexed()).toEqual(['ends'])
  expect(await indexes()).toEqual([{ name: hotIndexName('ends', 'date'), valid: true }])
  await client.call('updateField', { params: { fieldName: 'ends' }, body: { format: null } })
  expect(await indexed()).toEqual([])
  await tend()
  expect(await indexes()).toEqual([{ name: hotIndexName('ends', 'text'), valid: true }])
  await client.call('deleteField', { params: { fieldName: 'ends' } })
  await tend()
  expect(await indexes()).toEqual([])
})

test('an index whose making was broken off is made again', async () => {
  const { indexed } = await setting()
  said = [mention('plan')]
  const name = hotIndexName('plan', 'text')
  const broken = house.db.pool.query(`create unique index concurrently "${name}" on people (account_id)`)
  await expect(broken).rejects.toThrow('could not create unique index')
  expect(await indexes()).toEqual([{ name, valid: false }])
  await tend()
  expect(await indexes()).toEqual([{ name, valid: true }])
  expect(await indexed()).toEqual(['plan'])
})

test('the list is sorted by a field that has an index', async () => {
  const { client } = await setting(4)
  said = [mention('plan'), mention('seats'), mention('ends')]
  await tend()
  const sorted = async (sort: string, order: 'asc' | 'desc') =>
    (await client.call('listPeople', { query: { sort, order } })).people.map(({ seats }) => seats)
  expect(await sorted('plan', 'asc')).toEqual([0, 1, 2, 3])
  expect(await sorted('seats', 'desc')).toEqual([3, 2, 1, 0])
})

test('texts longer than an index holds are taken all the same', async () => {
  const { client } = await setting()
  said = [mention('plan')]
  await tend()
  const long = 'xy'.repeat(2_500)
  await client.call('savePeople', { body: { email: 'long@acme.io', plan: long } })
  const { users } = await client.call('findPeople', { query: { 'people[0][email]': 'long@acme.io' } })
  expect(users[0]?.plan).toBe(long)
})

test('while another one tends, nothing is done', async () => {
  await setting()
  said = [mention('plan')]
  const other = await house.db.pool.connect()
  try {
    await tend(1_000)
    await other.query(`select pg_advisory_lock(hashtext('people.tendFields'))`)
    await tend()
    expect(await indexes()).toEqual([])
    await other.query(`select pg_advisory_unlock(hashtext('people.tendFields'))`)
    await tend()
    expect(await indexes()).toHaveLength(1)
  } finally {
    other.release()
  }
})
