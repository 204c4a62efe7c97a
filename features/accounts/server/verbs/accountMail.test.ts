import { buildMember, signIn } from '@millrace/access/testing'
import { type TestHouse, testHouse } from '@millrace/kit/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { openAccountsDoor } from '../../testing/index.ts'

let house: TestHouse
let door: Awaited<ReturnType<typeof openAccountsDoor>>
let admin: string
beforeAll(async () => {
  house = await testHouse({ MODERATION: 'true' })
  door = await openAccountsDoor(house)
  const { accountId } = await house.newAccount()
  admin = await signIn(house, await buildMember(house, { accountId, isAdmin: true, scopes: [] }))
})

const ask = (method: 'POST' | 'DELETE', accountId: number, what: string, cookie = admin, body?: object) =>
  door.ask(method, `/v1/admin/accounts/${accountId}/${what}`, { cookie, ...(body && { body }) })

const actsOf = async (accountId: number) => {
  const acts = await house.db.system((tx) =>
    tx.rows<{ act: string }>('select act from admin_acts where account_id = $1 order by id', [accountId]),
  )
  return acts.map(({ act }) => act)
}

it("an account's mail is paused and goes again, once each, and its members are told", async () => {
  const account = await house.newAccount()
  const { accountId } = account
  const cookie = await signIn(house, account)
  const issues = async () => (await door.ask('GET', '/v1/accounts/issues', { cookie })).body.issues
  const paused = await ask('POST', accountId, 'pause-email', admin, { reason: 'Bought list.' })
  expect(paused).toMatchObject({ status: 200, body: { account: { accountId, transactionalEmail: true } } })
  expect(paused.body.account.pausedAt).toBe(house.clock.now().toISOString())
  expect(await issues()).toEqual([{ name: 'mail-paused', priority: 'error' }])
  await ask('POST', accountId, 'pause-email')
  expect((await ask('DELETE', accountId, 'pause-email')).status).toBe(204)
  expect((await ask('DELETE', accountId, 'pause-email')).status).toBe(204)
  expect(await issues()).toEqual([])
  expect(await actsOf(accountId)).toEqual(['mail paused', 'mail resumed'])
})

it('transactional mail is turned off and on, and other settings stay', async () => {
  const account = await house.newAccount()
  const { accountId } = account
  const cookie = await signIn(house, account)
  await door.ask('PATCH', '/v1/accounts/me', { cookie, body: { goals: 'More trials' } })
  const may = () => house.db.account(accountId, (tx) => door.accounts.mayUse(tx, accountId, 'transactionalEmails'))
  expect(await may()).toBe(true)
  expect((await ask('DELETE', accountId, 'transactional-email')).status).toBe(204)
  expect(await may()).toBe(false)
  await door.ask('PATCH', '/v1/accounts/me', { cookie, body: { previousTool: 'Letters' } })
  expect(await may()).toBe(false)
  expect((await ask('POST', accountId, 'transactional-email')).body.account.transactionalEmail).toBe(true)
  expect(await may()).toBe(true)
  const { body } = await door.ask('GET', '/v1/accounts', { cookie })
  expect(body).toMatchObject({ goals: 'More trials', previousTool: 'Letters' })
  expect(await actsOf(accountId)).toEqual(['transactional mail turned off', 'transactional mail turned on'])
})

it('only administrators do so, and only to accounts that there are', async () => {
  const account = await house.newAccount()
  const owner = await signIn(house, account)
  for (const what of ['pause-email', 'transactional-email'])
    for (const method of ['POST', 'DELETE'] as const) {
      expect((await ask(method, account.accountId, what, owner)).status).toBe(403)
      expect((await ask(method, 999_999, what)).status).toBe(404)
      expect((await ask(method, account.accountId, what, '')).status).toBe(401)
    }
  expect(await actsOf(account.accountId)).toEqual([])
})

it('who registers where first emails are looked at is told that they are', async () => {
  const reply = await door.ask('POST', '/v1/accounts', { body: { email: 'lena@bakery.example' } })
  expect(reply).toMatchObject({ status: 200, body: { approved: false } })
})

it('administrators find accounts by name, address, number and state, and read what was done to them', async () => {
  const { accountId } = await house.newAccount({ name: 'Bakery 50%_off' })
  const list = async (query: string) => (await door.ask('GET', `/v1/admin/accounts?${query}`, { cookie: admin })).body
  const ids = async (query: string) => (await list(query)).accounts.map((one: { accountId: number }) => one.accountId)
  expect(await ids(`search=${encodeURIComponent('y 50%_o')}`)).toEqual([accountId])
  expect(await ids(`search=${encodeURIComponent('y%off')}`)).toEqual([])
  expect(await ids(`search=${accountId}`)).toContain(accountId)
  expect(await ids('state=paused')).not.toContain(accountId)
  await ask('POST', accountId, 'pause-email', admin, { reason: 'Bought list.' })
  expect(await ids('state=paused&limit=1')).toEqual([accountId])
  const first = await list('limit=1')
  expect(first).toMatchObject({ accounts: [{ accountId }], next: String(accountId) })
  expect(first.total).toBeGreaterThan(1)
  expect((await ids(`limit=1&cursor=${first.next}`))[0]).toBeLessThan(accountId)
  const one = await door.ask('GET', `/v1/admin/accounts/${accountId}/json`, { cookie: admin })
  expect(one.body).toMatchObject({
    account: { accountId, name: 'Bakery 50%_off', approved: true, blocked: false, transactionalEmail: true },
    acts: [{ act: 'mail paused', reason: 'Bought list.' }],
  })
  await ask('DELETE', accountId, 'pause-email?reason=They+wrote+to+us.')
  const after = await door.ask('GET', `/v1/admin/accounts/${accountId}/json`, { cookie: admin })
  expect(after.body).toMatchObject({
    account: { pausedAt: null },
    acts: [{ act: 'mail resumed', reason: 'They wrote to us.' }, { act: 'mail paused' }],
  })
  expect(one.body.acts[0].by).toBeTruthy()
})

describe('accounts by what they sent', () => {
  const figures = new Map<number, { sent: number; bounced: number; complained: number }>()
  const asked: Date[] = []
  let ranked: Awaited<ReturnType<typeof openAccountsDoor>>
  const list = async (query: string) =>
    (await ranked.ask('GET', `/v1/admin/accounts?search=Sender&${query}`, { cookie: admin })).body
  const idsOf = (page: { accounts: { accountId: number }[] }) => page.accounts.map(({ accountId }) => accountId)
  const ids: number[] = []

  beforeAll(async () => {
    ranked = await openAccountsDoor(house, {
      mailOfAccounts: async (_tx, since, wanted) => {
        asked.push(since)
        const rows = [...figures].map(([accountId, one]) => ({ accountId, ...one }))
        return rows.filter(({ accountId }) => !wanted || wanted.includes(accountId))
      },
    })
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      ids.push((await house.newAccount({ name: `Sender ${name}` })).accountId)
    const [a = 0, b = 0, c = 0, d = 0] = ids
    figures.set(a, { sent: 5_000, bounced: 50, complained: 25 })
    figures.set(b, { sent: 200, bounced: 40, complained: 0 })
    figures.set(c, { sent: 3, bounced: 3, complained: 1 })
    figures.set(d, { sent: 200, bounced: 0, complained: 0 })
  })

  it.each([
    ['who sends the most first, the newer before the older', 'sent', [0, 3, 1, 2, 4]],
    ['the largest share that bounced first, few mails behind many', 'bounced', [1, 0, 2, 4, 3]],
    ['the largest share of complaints first', 'complained', [0, 2, 4, 3, 1]],
  ])('%s, page by page', async (_what, sort, order) => {
    const found: number[] = []
    let next: string | null = ''
    while (next !== null) {
      const page: { accounts: { accountId: number }[]; total: number; next: string | null } = await list(
        `sort=${sort}&limit=2${next && `&cursor=${next}`}`,
      )
      expect(page.total).toBe(5)
      found.push(...idsOf(page))
      next = page.next
    }
    expect(found).toEqual(order.map((at) => ids[at]))
  })

  it('tells the figures of seven days with each', async () => {
    const [newest, , , , first] = (await list('')).accounts
    expect(newest).toMatchObject({ accountId: ids[4], figures: { sent: 0, bounced: 0, complained: 0 } })
    expect(first).toMatchObject({ accountId: ids[0], figures: { sent: 5_000, bounced: 50, complained: 25 } })
    const one = await ranked.ask('GET', `/v1/admin/accounts/${ids[1]}/json`, { cookie: admin })
    expect(one.body.account.figures).toEqual({ sent: 200, bounced: 40, complained: 0 })
    const today = Math.floor(house.clock.now().getTime() / 86_400_000)
    expect(new Set(asked.map((at) => today - at.getTime() / 86_400_000))).toEqual(new Set([6]))
  })

  it('sorts by nothing else', async () => {
    expect((await ranked.ask('GET', '/v1/admin/accounts?sort=name', { cookie: admin })).status).toBe(400)
    const owner = await signIn(house, await house.newAccount())
    expect((await ranked.ask('GET', '/v1/admin/accounts?sort=sent', { cookie: owner })).status).toBe(403)
  })
})

it('accounts are listed for administrators alone', async () => {
  const owner = await signIn(house, await house.newAccount())
  for (const path of ['/v1/admin/accounts', '/v1/admin/accounts/1/json']) {
    expect((await door.ask('GET', path, { cookie: owner })).status).toBe(403)
    expect((await door.ask('GET', path)).status).toBe(401)
  }
  expect((await door.ask('GET', '/v1/admin/accounts/999999/json', { cookie: admin })).status).toBe(404)
  expect((await door.ask('GET', '/v1/admin/accounts?cursor=x', { cookie: admin })).status).toBe(400)
  expect((await door.ask('GET', '/v1/admin/accounts?state=odd', { cookie: admin })).status).toBe(400)
})
