import { callServer, type TestHouse, type TestServer, testHouse } from '@millrace/kit/testing'
import { peopleDoor } from '@millrace/people/server'
import { beforeAll, describe, expect, it } from 'vitest'
import type { preferencesContract } from '../../contract/index.ts'
import { openPreferences, recordArrivals, recordBounces, suppress } from '../index.ts'
import { readAddresses } from './readAddresses.ts'

let house: TestHouse
let server: TestServer<typeof preferencesContract>
const DAY_MS = 86_400_000

beforeAll(async () => {
  house = await testHouse()
  const none = async () => ({})
  const ports = { people: peopleDoor(house), recordEvents: none, noteUnsubscribed: none, sendMail: async () => {} }
  server = (await callServer(openPreferences(house, ports))) as never
})

const newList = async () => {
  const account = await house.newAccount()
  const client = server.as(account)
  const list = async (query: { search?: string; reason?: 'manual' | 'bounced' } = {}) =>
    (await client.call('listSuppressions', { query })).suppressions.map(({ address, reason }) => `${address} ${reason}`)
  return { account, accountId: account.accountId, client, list }
}

describe('the suppression list', () => {
  it('takes an address once for each reason, in lower case', async () => {
    const { accountId, list } = await newList()
    const item = { address: ' Ada@Readers.example', reason: 'bounced' as const, detail: '550' }
    const add = () => house.db.account(accountId, (tx) => suppress(tx, accountId, [item, item], house.clock.now()))
    expect([await add(), await add()]).toEqual([1, 0])
    expect(await list()).toEqual(['ada@readers.example bounced'])
  })

  it('is read newest first, searched, narrowed and turned page by page', async () => {
    const { account, client, list } = await newList()
    for (const address of ['a@x.example', 'b@x.example', 'c@y.example']) {
      await client.call('addSuppression', { body: { address, detail: 'asked by phone' } })
    }
    await client.call('addSuppression', { body: { address: 'a@x.example', reason: 'bounced' } })
    expect(await list({ search: 'X.EXAMPLE', reason: 'manual' })).toEqual(['a@x.example manual', 'b@x.example manual'])
    expect(await list({ search: '%' })).toEqual([])
    const first = await client.call('listSuppressions', { query: { limit: 3 } })
    expect(first).toMatchObject({ total: 4, next: expect.any(String) })
    const second = await client.call('listSuppressions', { query: { limit: 3, cursor: first.next! } })
    expect(second).toMatchObject({ next: null, suppressions: [{ address: 'c@y.example', detail: 'asked by phone' }] })
    expect((await client.send('listSuppressions', { query: { cursor: 'nonsense' } })).status).toBe(400)
    expect((await server.as(await house.newAccount()).call('listSuppressions', { query: {} })).total).toBe(0)
    const weak = server.as({ accountId: account.accountId, scopes: ['emails:read'] })
    expect((await weak.send('listSuppressions', { query: {} })).status).toBe(403)
  })

  it('says whose address it is and who put it there', async () => {
    const { accountId, client } = await newList()
    const person = await house.db.system((tx) =>
      tx.one<{ id: number }>(
        `insert into people (account_id, email, created_at, updated_at) values ($1, 'ada@x.example', $2, $2) returning id`,
        [accountId, house.clock.now()],
      ),
    )
    const { suppression } = await client.call('addSuppression', { body: { address: 'Ada@X.example' } })
    expect(suppression).toMatchObject({ address: 'ada@x.example', personId: person?.id, reason: 'manual' })
  })

  it('refuses what is no address, repeats, and members without the permission', async () => {
    const { account, client } = await newList()
    const body = { address: 'a@x.example' }
    await client.call('addSuppression', { body })
    expect((await client.send('addSuppression', { body })).status).toBe(409)
    expect((await client.send('addSuppression', { body: { address: 'nobody' } })).status).toBe(400)
    const weak = server.as({ accountId: account.accountId, scopes: ['emails:read', 'people:read'] })
    expect((await weak.send('addSuppression', { body })).status).toBe(403)
    expect((await weak.send('removeSuppression', { params: body, query: {} })).status).toBe(403)
    expect((await weak.send('importSuppressions', { body: { csv: 'a@b.example' } })).status).toBe(403)
    expect((await weak.send('exportSuppressions', { query: {} })).status).toBe(403)
  })

  it('lets an address go, for one reason or for all', async () => {
    const { client, list } = await newList()
    const address = 'a@x.example'
    for (const reason of ['manual', 'bounced'] as const)
      await client.call('addSuppression', { body: { address, reason } })
    const remove = async (query: { reason?: 'manual' } = {}) =>
      (await client.send('removeSuppression', { params: { address: 'A@x.example' }, query })).status
    expect(
      await server.as(await house.newAccount()).send('removeSuppression', { params: { address }, query: {} }),
    ).toMatchObject({ status: 404 })
    expect(await remove({ reason: 'manual' })).toBe(204)
    expect(await list()).toEqual(['a@x.example bounced'])
    expect(await remove()).toBe(204)
    expect(await remove()).toBe(404)
  })

  it('comes from a file and goes into one', async () => {
    const { client, list } = await newList()
    const csv = 'Name;E-Mail;Reason\r\n"Doe; Jane";Jane@x.example;complained\nNobody;nowhere;\nBob;bob@x.example;\n'
    const first = await client.call('importSuppressions', { body: { csv, reason: 'unsubscribed' } })
    expect(first).toEqual({ added: 2, known: 0, refused: 1, refusedLines: [{ line: 3, text: 'Nobody;nowhere;' }] })
    expect((await client.call('importSuppressions', { body: { csv, reason: 'unsubscribed' } })).known).toBe(2)
    expect(await list()).toEqual(['bob@x.example unsubscribed', 'jane@x.example complained'])
    const file = await client.send('exportSuppressions', { query: {} })
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    const again = await newList()
    await again.client.call('importSuppressions', { body: { csv: file.text } })
    expect(await again.list()).toEqual(await list())
  })

  it.each([
    ['a@x.example\nb@x.example', ['a@x.example', 'b@x.example'], 0],
    ['\uFEFFemail\n"a@x.example"\n\n', ['a@x.example'], 0],
    ['Ada,a@x.example\nBob,b@x.example', ['a@x.example', 'b@x.example'], 0],
    ['nothing here', [], 1],
  ])('reads %j', (csv, addresses, refused) => {
    const read = readAddresses(csv, 'manual')
    expect([read.items.map(({ address }) => address), read.refused.length]).toEqual([addresses, refused])
  })
})

describe('mail that comes back', () => {
  const bounce = (isHard: boolean) => ({ address: 'A@x.example', isHard, detail: '4.2.2 mailbox full' })

  it('suppresses an address that is gone, once', async () => {
    const { accountId, list } = await newList()
    const record = () =>
      house.db.account(accountId, (tx) => recordBounces(tx, accountId, [bounce(true)], house.clock.now()))
    expect([...(await record())]).toEqual(['a@x.example'])
    expect([...(await record())]).toEqual([])
    expect(await list()).toEqual(['a@x.example bounced'])
  })

  it('suppresses one that could not be reached five times over three days', async () => {
    const { accountId, list } = await newList()
    const record = async (days: number) => {
      house.clock.advance(days * DAY_MS)
      const at = house.clock.now()
      return (await house.db.account(accountId, (tx) => recordBounces(tx, accountId, [bounce(false)], at))).size
    }
    // A bad afternoon is not enough.
    expect([await record(0), await record(0), await record(0), await record(0), await record(0)]).toEqual([
      0, 0, 0, 0, 0,
    ])
    await house.db.account(accountId, (tx) => recordArrivals(tx, accountId, ['a@X.example']))
    expect([await record(0), await record(1), await record(1), await record(0.5)]).toEqual([0, 0, 0, 0])
    expect(await list()).toEqual([])
    expect(await record(0.5)).toBe(1)
    expect(await list()).toEqual(['a@x.example bounced'])
  })

  it('begins anew after a month', async () => {
    const { accountId, list } = await newList()
    for (const days of [0, 1, 1, 1, 31, 0]) {
      house.clock.advance(days * DAY_MS)
      const at = house.clock.now()
      await house.db.account(accountId, (tx) => recordBounces(tx, accountId, [bounce(false)], at))
    }
    expect(await list()).toEqual([])
  })
})
