import { buildMember, signIn } from '@millrace/access/testing'
import { type TestHouse, testHouse } from '@millrace/kit/testing'
import { beforeAll, expect, it } from 'vitest'
import { openAccountsDoor } from '../../testing/index.ts'

let house: TestHouse
let door: Awaited<ReturnType<typeof openAccountsDoor>>
const opened: number[] = []
beforeAll(async () => {
  house = await testHouse()
  door = await openAccountsDoor(house, {
    accountOpened: async (_tx, accountId) => {
      opened.push(accountId)
    },
  })
})

const URL = '/v1/accounts/sub-accounts'

it('adds an account to which its maker and the owners can switch', async () => {
  const main = await house.newAccount({ timezone: 'Europe/Sofia' })
  const member = await buildMember(house, { accountId: main.accountId, scopes: ['subaccounts:write', 'emails:read'] })
  const cookie = await signIn(house, member)
  const { body } = await door.ask('POST', URL, { cookie, body: { name: 'Client <i>One</i>', site: 'client.example' } })
  const { id } = body.account
  expect(body.account).toEqual({ id, name: 'Client One', site: 'https://client.example', logo: null })
  expect(opened).toContain(id)
  for (const each of [cookie, await signIn(house, main)]) {
    expect((await door.ask('POST', `/v1/accounts/${id}/switch`, { cookie: each })).status).toBe(200)
  }
  const info = await door.ask('GET', '/v1/accounts/info', { cookie })
  expect(info.body).toMatchObject({
    accountId: id,
    mainAccountId: main.accountId,
    timezone: 'Europe/Sofia',
    isOwner: false,
    scopes: ['emails:read', 'subaccounts:write'],
  })
  expect(info.body.allAccounts.map((account: { id: number }) => account.id).sort()).toEqual([main.accountId, id].sort())
})

it('is paid for by the main account, also when made from a sub-account', async () => {
  const main = await house.newAccount()
  const cookie = await signIn(house, main)
  const first = (await door.ask('POST', URL, { cookie, body: { name: 'One' } })).body.account.id
  await door.ask('POST', `/v1/accounts/${first}/switch`, { cookie })
  const second = (await door.ask('POST', URL, { cookie, body: { name: 'Two' } })).body.account.id
  const row = await house.db.system((tx) => door.accounts.accountById(tx, second))
  expect(row?.mainAccountId).toBe(main.accountId)
})

it.each([
  [{}, 400],
  [{ name: ' ' }, 400],
  [{ name: 'https://only.example/address' }, 422],
  [{ name: 'X', site: 'nonsense' }, 422],
  [{ name: 'X', timezone: 'Mars/Olympus' }, 422],
])('refuses %j', async (body, status) => {
  const cookie = await signIn(house, await house.newAccount())
  expect((await door.ask('POST', URL, { cookie, body })).status).toBe(status)
})

it('needs subaccounts:write', async () => {
  const { accountId } = await house.newAccount()
  const cookie = await signIn(house, await buildMember(house, { accountId, scopes: ['emails:read'] }))
  const reply = await door.ask('POST', URL, { cookie, body: { name: 'X' } })
  expect([reply.status, reply.body.error.message]).toEqual([403, 'Required permission: subaccounts:write'])
  expect((await door.ask('POST', URL, { body: { name: 'X' } })).status).toBe(401)
})
