import { callServer, type TestServer } from '@millrace/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PLAIN_RULES } from '../../contract/index.ts'
import { openRelayedWorld, planMails, type RelayedWorld, sendingAccount } from '../../testing/index.ts'

let world: RelayedWorld
let server: TestServer<RelayedWorld['delivery']['contract']>

beforeAll(async () => {
  world = await openRelayedWorld()
  server = (await callServer(world.delivery)) as never
})
afterAll(() => world.close())

const HOUR = 3_600_000
const clockOf = (at: number) => new Date(at).toISOString().slice(11, 16)

describe('mail that waits', () => {
  it('is told by what it waits for, with how many, until when and since when, and mail by mail', async () => {
    const quiet = await sendingAccount(world, { people: 3 })
    const client = server.as(quiet)
    const now = world.house.clock.now().getTime()
    const hours = { from: clockOf(now - HOUR), to: clockOf(now + HOUR), weekdays: [1, 2, 3, 4, 5, 6, 7] }
    const rules = { ...PLAIN_RULES, quiet: { ...hours, timezone: 'account' as const } }
    await client.call('updateMailRules', { body: rules })
    await planMails(world, quiet, { reasonKey: 'night' })
    await world.sendAll()
    const { waiting } = await client.call('waitingMail', {})
    expect(waiting).toMatchObject([{ why: 'quiet hours', words: 'It is within the quiet hours.', count: 3 }])
    expect(clockOf(Date.parse(waiting[0]?.until ?? ''))).toBe(hours.to)
    expect(Date.parse(waiting[0]?.since ?? '')).toBeLessThanOrEqual(world.house.clock.now().getTime())
    const query = { why: 'quiet hours', waiting: 'true' } as const
    expect((await client.call('listSends', { query })).sends).toHaveLength(3)
    expect((await client.call('listSends', { query: { ...query, why: 'throttled' } })).sends).toEqual([])
    await world.house.clock.advance(2 * HOUR)
    await world.sendAll()
    expect((await client.call('waitingMail', {})).waiting).toEqual([])
    expect((await client.call('listSends', { query })).sends).toEqual([])
  })

  it('is told where it waits for a word, to whoever may see emails, of their own account', async () => {
    const account = await sendingAccount(world, { people: 2, isVerified: false })
    await planMails(world, account, { reasonKey: 'early' })
    await world.sendAll()
    expect((await server.as(account).call('waitingMail', {})).waiting).toMatchObject([
      { why: 'sender not verified', count: 2, until: null },
    ])
    expect((await server.as(await world.house.newAccount()).call('waitingMail', {})).waiting).toEqual([])
    const weak = server.as({ accountId: account.accountId, scopes: ['people:read'] })
    expect((await weak.send('waitingMail', {})).status).toBe(403)
    expect((await server.nobody.send('waitingMail', {})).status).toBe(401)
  })
})
