import { type TestHouse, testHouse } from '@millrace/kit/testing'
import { beforeAll, expect, it } from 'vitest'
import { type Ask, buildMember, openDoor, signIn } from '../../testing/index.ts'
import { apiKeysOf, newApiKey } from '../apiKeys.ts'

let house: TestHouse
let ask: Ask
beforeAll(async () => {
  house = await testHouse()
  ask = (await openDoor(house)).ask
})

const URL = '/v1/accounts/rotate-api-key'

const accountWithKey = async () => {
  const account = await house.newAccount()
  const key = await house.db.system((tx) => newApiKey(tx, house, account.accountId))
  return { ...account, key, cookie: await signIn(house, account) }
}

it('replaces the key; the old one stops at once', async () => {
  const { cookie, key, accountId } = await accountWithKey()
  const withKey = (text: string) => ask('GET', '/v1/heartbeat/authenticated', { headers: { 'x-millrace-token': text } })
  expect((await withKey(key.key)).body).toEqual({ accountId, id: 0 })
  const { body } = await ask('POST', URL, { cookie })
  expect(body.apiKey.key).toMatch(/^mrk_[\w-]{43}$/)
  expect((await withKey(key.key)).status).toBe(401)
  expect((await withKey(body.apiKey.key)).status).toBe(200)
  const left = await house.db.system((tx) => apiKeysOf(tx, house, accountId))
  expect(left.map((each) => each.key)).toEqual([body.apiKey.key])
})

it('keeps the key out of the database in any readable form', async () => {
  const { key, accountId } = await accountWithKey()
  const rows = await house.db.system((tx) => tx.rows('select * from api_keys where account_id = $1', [accountId]))
  expect(JSON.stringify(rows)).not.toContain(key.key)
})

it('needs apiKeys:write and a signed-in member', async () => {
  const { accountId, key } = await accountWithKey()
  const member = await buildMember(house, { accountId, scopes: ['apiKeys:read'] })
  const reply = await ask('POST', URL, { cookie: await signIn(house, member) })
  expect([reply.status, reply.body.error.message]).toEqual([403, 'Required permission: apiKeys:write'])
  expect((await ask('POST', URL, { headers: { 'x-millrace-token': key.key } })).status).toBe(403)
  expect((await ask('POST', URL)).status).toBe(401)
})

it('does not find the key of another account', async () => {
  const one = await accountWithKey()
  const other = await accountWithKey()
  const reply = await ask('POST', URL, { cookie: one.cookie, body: { id: other.key.id } })
  expect(reply.status).toBe(404)
  expect((await ask('POST', URL, { cookie: one.cookie, body: { id: 'x' } })).status).toBe(400)
})
