import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callServer, type TestServer, testHouse } from '@millrace/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { deliveryContract } from '../../contract/index.ts'
import { openWorld, type SendingAccount, sendingAccount, type World } from '../../testing/index.ts'
import { knownZone, spanOf } from '../stats/period.ts'

let world: World
let server: TestServer<typeof deliveryContract>

beforeAll(async () => {
  await testHouse({ DATA_DIR: mkdtempSync(join(tmpdir(), 'millrace-')) })
  world = await openWorld()
  server = (await callServer(world.delivery)) as never
})
afterAll(() => world.delivery.close())

const sent = async (people = 2): Promise<SendingAccount> => {
  const account = await sendingAccount(world, { people })
  const now = world.house.clock.now()
  await world.house.db.account(account.accountId, (tx) =>
    world.delivery.planSends(
      tx,
      account.accountId,
      account.personIds.map((personId) => ({
        personId,
        emailId: account.emailId,
        reasonKind: 'flow' as const,
        reasonKey: 'v',
        reasonAt: now,
        flowId: 3,
        stepId: 4,
        dueAt: now,
      })),
    ),
  )
  await world.sendAll()
  return account
}

const makeUncertain = ({ accountId }: SendingAccount) =>
  world.house.db.system((tx) =>
    tx.run(`update sends set state = 'uncertain', attempted_at = now() where account_id = $1`, [accountId]),
  )

describe('the list of mails', () => {
  it('shows where each stands, by person and state', async () => {
    const account = await sent()
    const client = server.as(account)
    const { sends, mayResolve } = await client.call('listSends', { query: {} })
    expect(mayResolve).toBe(true)
    expect(sends).toHaveLength(2)
    expect(sends[0]).toMatchObject({
      state: 'delivered',
      emailId: account.emailId,
      emailName: 'Welcome',
      flowId: 3,
      isTransactional: false,
      attempts: 1,
    })
    const personId = account.personIds[0] ?? 0
    expect((await client.call('listSends', { query: { personId } })).sends).toHaveLength(1)
    expect((await client.call('listSends', { query: { state: 'uncertain' } })).sends).toEqual([])
    const other = server.as(await world.house.newAccount())
    expect((await other.call('listSends', { query: { personId } })).sends).toEqual([])
    expect((await server.nobody.send('listSends', { query: {} })).status).toBe(401)
  })
})

describe('an uncertain mail', () => {
  it.each([
    ['accepted', 'accepted'],
    ['failed', 'failed'],
    ['again', 'planned'],
  ] as const)('is settled as %s', async (as, state) => {
    const account = await sent(1)
    await makeUncertain(account)
    const client = server.as(account)
    const { sends } = await client.call('listSends', { query: { state: 'uncertain' } })
    const input = { params: { id: sends[0]?.id ?? 0 }, body: { at: sends[0]?.at ?? '', as } }
    expect((await client.call('resolveSend', input)).send.state).toBe(state)
    expect((await client.send('resolveSend', input)).status).toBe(409)
  })

  it('is not to be settled by strangers, without the permission, or with nonsense', async () => {
    const account = await sent(1)
    await makeUncertain(account)
    const { sends } = await server.as(account).call('listSends', { query: {} })
    const input = { params: { id: sends[0]?.id ?? 0 }, body: { at: sends[0]?.at ?? '', as: 'failed' as const } }
    expect((await server.as(await world.house.newAccount()).send('resolveSend', input)).status).toBe(404)
    const weak = server.as({ accountId: account.accountId, scopes: ['emails:read'] })
    expect((await weak.send('resolveSend', input)).status).toBe(403)
    const bad = { ...input, body: { at: 'yesterday', as: 'failed' as const } }
    expect((await server.as(account).send('resolveSend', bad)).status).toBe(400)
  })
})

describe('figures', () => {
  it('come in all, by email and by step, with their periods', async () => {
    const account = await sent()
    const client = server.as(account)
    const all = await client.call('emailStats', { query: { period: 'today' } })
    expect(all.stats).toMatchObject([
      { accepted: 2, delivered: 2, emailId: null, stepId: null, periods: [{ accepted: 2 }] },
    ])
    expect(all.clicks).toEqual([])
    const byStep = await client.call('emailStats', { query: { stepId: [4], metricsPeriod: 'allTime' } })
    expect(byStep.stats).toMatchObject([{ stepId: 4, emailId: account.emailId, accepted: 2 }])
    expect((await client.call('emailStats', { query: { flowIds: [99] } })).stats).toEqual([])
    const weak = server.as({ accountId: account.accountId, scopes: ['emails:read'] })
    expect((await weak.send('emailStats', { query: {} })).status).toBe(403)
  })

  it.each([
    ['today', 'Europe/Berlin', '2026-03-09T23:00:00.000Z', '2026-03-10T23:00:00.000Z', 'hour'],
    ['yesterday', 'UTC', '2026-03-09T00:00:00.000Z', '2026-03-10T00:00:00.000Z', 'hour'],
    ['last7Days', 'UTC', '2026-03-04T00:00:00.000Z', '2026-03-11T00:00:00.000Z', 'hour'],
    ['thisWeek', 'UTC', '2026-03-09T00:00:00.000Z', '2026-03-16T00:00:00.000Z', 'hour'],
    ['lastMonth', 'UTC', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z', 'day'],
    ['lastQuarter', 'UTC', '2025-10-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', 'day'],
    ['thisYear', 'UTC', '2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z', 'week'],
    [undefined, 'UTC', '2026-02-09T00:00:00.000Z', '2026-03-11T00:00:00.000Z', 'day'],
    ['nonsense', 'UTC', '2026-02-09T00:00:00.000Z', '2026-03-11T00:00:00.000Z', 'day'],
  ])('%s in %s is %s to %s by the %s', (period, zone, from, to, grain) => {
    const span = spanOf({ period }, zone, new Date('2026-03-10T09:00:00Z'))
    expect([span.from.toISOString(), span.to.toISOString(), span.grain]).toEqual([from, to, grain])
  })

  it('between two days include the last one', () => {
    const span = spanOf({ startDate: '2026-01-01', endDate: '2026-01-31' }, 'UTC', new Date())
    expect([span.from.toISOString(), span.to.toISOString()]).toEqual([
      '2026-01-01T00:00:00.000Z',
      '2026-02-01T00:00:00.000Z',
    ])
  })

  it('take an unknown time zone as UTC', () => {
    expect(knownZone('Nowhere/Land')).toBe('UTC')
    expect(knownZone(undefined)).toBe('UTC')
    expect(knownZone('Asia/Tokyo')).toBe('Asia/Tokyo')
  })
})
