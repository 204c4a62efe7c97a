import { callServer, type TestServer } from '@millrace/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { deliveryContract } from '../../contract/index.ts'
import { openWorld, type SendingAccount, sendingAccount, sendMails, type World } from '../../testing/index.ts'
import { countMail } from '../ledger/counts.ts'
import { mailEventsExport } from './exportMailEvents.ts'

let world: World
let server: TestServer<typeof deliveryContract>

beforeAll(async () => {
  world = await openWorld()
  server = (await callServer(world.delivery)) as never
})
afterAll(() => world.close())

const sent = async (people = 2, more: object = {}): Promise<SendingAccount> => {
  const account = await sendingAccount(world, { people })
  await sendMails(world, account, { flowId: 3, stepId: 4, ...more })
  return account
}

const REASON = { emailId: 7, flowId: 0, stepId: 0, broadcastId: 0, variantId: 0 }
const count = (accountId: number, at: string, figures: object, reason: object = {}) =>
  world.house.db.account(accountId, (tx) =>
    countMail(tx, accountId, new Date(at), [{ ...REASON, ...reason, figures: figures as never }]),
  )

const fold = async () => {
  const loop = world.delivery.loops?.find(({ name }) => name === 'figures of mail')
  while ((await loop?.work(new Set())) === 'more') {}
}

/** Looks before and after what was counted is added up: nobody sees a difference. */
const bothWays = async <T>(look: () => Promise<T>): Promise<T> => {
  const before = await look()
  await fold()
  expect(await look()).toEqual(before)
  return before
}

describe('what accounts sent lately', () => {
  it('is told of all accounts or of some, from the first day on, added up or not', async () => {
    const [one, other] = [await sendingAccount(world), await sendingAccount(world)]
    const quiet = await sendingAccount(world)
    await count(one.accountId, '2030-03-05T23:50:00Z', { accepted: 7 })
    await count(one.accountId, '2030-03-06T00:10:00Z', { accepted: 10, bounced: 2 })
    await fold()
    await count(one.accountId, '2030-03-07T12:00:00Z', { accepted: 5, complained: 1 })
    await count(other.accountId, '2030-03-07T12:00:00Z', { bounced: 4 }, { emailId: 8 })
    const since = new Date('2030-03-06T00:00:00Z')
    const ids = [one, other, quiet].map(({ accountId }) => accountId)
    const look = (wanted?: number[]) => world.house.db.system((tx) => world.delivery.mailOfAccounts(tx, since, wanted))
    const rows = await bothWays(async () => (await look(ids)).sort((a, b) => a.accountId - b.accountId))
    expect(rows).toEqual([
      { accountId: one.accountId, sent: 15, bounced: 2, complained: 1 },
      { accountId: other.accountId, sent: 4, bounced: 4, complained: 0 },
    ])
    expect((await look()).filter(({ accountId }) => ids.includes(accountId))).toHaveLength(2)
    expect(await look([other.accountId])).toHaveLength(1)
  })
})

describe('figures of mail', () => {
  it('tell of all, and of steps and flows', async () => {
    const account = await sent()
    const client = server.as(account)
    const all = await bothWays(() => client.call('emailStats', { query: { period: 'today' } }))
    expect(all.stats).toMatchObject([{ accepted: 2, delivered: 2, emailId: null, stepId: null }])
    expect(all.stats[0]?.periods.map(({ accepted }) => accepted)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 2])
    expect(all.clicks).toEqual([])
    const byStep = await client.call('emailStats', { query: { stepId: [4], metricsPeriod: 'allTime' } })
    expect(byStep.stats).toMatchObject([{ stepId: 4, emailId: account.emailId, accepted: 2, periods: [{}] }])
    expect((await client.call('emailStats', { query: { flowIds: [99] } })).stats).toEqual([])
    const strange = { period: 'nonsense', timezone: 'Nowhere/Land', startDate: 'no day' }
    expect((await client.call('emailStats', { query: strange })).stats).toMatchObject([{ accepted: 2 }])
    const weak = server.as({ accountId: account.accountId, scopes: ['emails:read'] })
    expect((await weak.send('emailStats', { query: {} })).status).toBe(403)
    const other = server.as(await world.house.newAccount())
    expect((await other.call('emailStats', { query: { stepId: [4] } })).stats).toEqual([])
  })

  it('tell of broadcasts and of the ways of an A/B test', async () => {
    const account = await world.house.newAccount()
    const client = server.as(account)
    const at = '2026-03-10T08:00Z'
    await count(account.accountId, at, { accepted: 5, opened: 2 }, { broadcastId: 11, variantId: 1 })
    await count(account.accountId, at, { accepted: 4, opened: 3 }, { broadcastId: 11, variantId: 2 })
    await count(account.accountId, at, { accepted: 9 }, { broadcastId: 12 })
    const query = { broadcastIds: [11, 12], groupByBroadcast: 'true', metricsPeriod: 'allTime' } as const
    const by = await bothWays(() => client.call('emailStats', { query }))
    expect(by.stats).toMatchObject([
      { broadcastId: 11, accepted: 9, opened: 5 },
      { broadcastId: 12, accepted: 9, opened: 0 },
    ])
    const ways = await client.call('emailStats', { query: { broadcastId: 11, abTest: 'true' } })
    expect(ways.stats).toMatchObject([
      { variantId: 1, accepted: 5, opened: 2 },
      { variantId: 2, accepted: 4, opened: 3 },
    ])
    const one = await client.call('emailStats', { query: { broadcastId: 11, abTestVariantId: 2 } })
    expect(one.stats).toMatchObject([{ accepted: 4 }])
  })

  it('tell slice by slice of what is common and of what is rare', async () => {
    const account = await world.house.newAccount()
    const about = { emailId: 7 }
    await count(account.accountId, '2026-03-08T08:00Z', { accepted: 5, bounced: 2 }, about)
    await count(account.accountId, '2026-03-09T08:00Z', { accepted: 4, opens: 12 }, about)
    await count(account.accountId, '2026-03-10T08:00Z', { unsubscribed: 1, bounced: 10, bot_opens: 3 }, about)
    const query = { startDate: '2026-03-07', endDate: '2026-03-10', groupByEmail: 'true', granularity: 'day' } as const
    const { stats } = await bothWays(() => server.as(account).call('emailStats', { query }))
    const none = { accepted: 0, opens: 0, bounced: 0, unsubscribed: 0, botOpens: 0, replied: 0 }
    expect(stats).toMatchObject([
      {
        ...{ emailId: 7, accepted: 9, opens: 12, bounced: 12, unsubscribed: 1, botOpens: 3, replied: 0 },
        periods: [
          { ...none, accepted: 5, bounced: 2 },
          { ...none, accepted: 4, opens: 12 },
          { ...none, unsubscribed: 1, bounced: 10, botOpens: 3 },
        ],
      },
    ])
  })

  it('add up over months, and are told in coarser slices, or refused, where there are too many', async () => {
    const account = await world.house.newAccount()
    const { accountId } = account
    const client = server.as(account)
    await world.house.db.system((tx) =>
      tx.run(`update accounts set created_at = '2016-01-15' where id = $1`, [accountId]),
    )
    const days = ['2025-11-30T23:50Z', '2025-12-01T00:10Z', '2026-02-28T12:00Z', '2026-03-01T00:00Z']
    for (const [index, day] of days.entries()) await count(accountId, day, { accepted: 10 ** index })
    const sumOf = async (query: object) => {
      const { stats } = await client.call('emailStats', { query: { groupByEmail: 'true', ...query } })
      return stats[0]?.accepted
    }
    const sums = () =>
      Promise.all([{ period: 'allTime' }, { startDate: '2025-12-01', endDate: '2026-02-28' }].map(sumOf))
    expect(await bothWays(sums)).toEqual([1111, 110])
    // So many emails more.
    const add = (first: number) =>
      world.house.db.system((tx) =>
        tx.run(
          `insert into mail_months (account_id, at, email_id, flow_id, step_id, broadcast_id, variant_id, accepted)
           select $1::int, '2026-02-01Z', n, 0, 0, 0, 0, 1 from generate_series($2::int, $2::int + 149) as n`,
          [accountId, first],
        ),
      )
    await add(100)
    const query = { period: 'allTime', granularity: 'day', groupByEmail: 'true' } as const
    const { stats } = await client.call('emailStats', { query })
    const told = stats.find(({ emailId }) => emailId === REASON.emailId)
    // Weeks begin on Mondays.
    expect(told?.periods.map(({ accepted }) => accepted)).toEqual([1, 10, 1100])
    await add(1_000)
    const reply = await client.send('emailStats', { query })
    expect([reply.status, JSON.stringify(reply.body)]).toEqual([422, expect.stringContaining('too many figures')])
  })

  it('cut days where the zone does, half hours and summer time included', async () => {
    const account = await world.house.newAccount()
    const client = server.as(account)
    // The day begins at 18:30 in UTC.
    await count(account.accountId, '2026-03-08T18:29Z', { accepted: 1 })
    await count(account.accountId, '2026-03-08T18:31Z', { accepted: 10 })
    await count(account.accountId, '2026-03-09T18:29Z', { accepted: 100 })
    await count(account.accountId, '2026-03-09T18:30Z', { accepted: 1000 })
    const query = { startDate: '2026-03-08', endDate: '2026-03-10', timezone: 'Asia/Kolkata' }
    const look = async () => (await client.call('measureMail', { query })).metrics
    const metrics = await bothWays(look)
    expect(metrics.points.map(({ accepted }) => accepted)).toEqual([1, 110, 1000])
    expect(metrics).toMatchObject({ granularity: 'day', timezone: 'Asia/Kolkata', sum: { accepted: 1111 } })
    // Clocks in New York went forward at 07:00 in UTC on the 8th: that day has 23 hours.
    const day = { startDate: '2026-03-08', endDate: '2026-03-08', timezone: 'America/New_York' }
    const { from, to, points } = (await client.call('measureMail', { query: { ...day, granularity: 'hour' } })).metrics
    expect([from, to, points.length]).toEqual(['2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z', 23])
  })

  it('compare with the time before, email by email, the most sent first', async () => {
    const account = await sendingAccount(world, { people: 0 })
    const client = server.as(account)
    await count(account.accountId, '2026-03-09T08:00Z', { accepted: 4 }, { emailId: account.emailId })
    await count(account.accountId, '2026-03-10T08:00Z', { accepted: 6, opened: 1 }, { emailId: account.emailId })
    await count(account.accountId, '2026-03-10T08:00Z', { accepted: 7 }, { emailId: 999_999 })
    await count(account.accountId, '2026-03-10T08:00Z', { accepted: 1 }, { emailId: -12_345 })
    const { metrics } = await bothWays(() => client.call('measureMail', { query: { period: 'today' } }))
    expect(metrics).toMatchObject({ sum: { accepted: 14 }, before: { sum: { accepted: 4 } } })
    expect(metrics.emails.map(({ name, sum, before }) => [name, sum.accepted, before?.accepted])).toEqual([
      ['Deleted email', 7, 0],
      ['Welcome', 6, 4],
      ['Sent by API', 1, 0],
    ])
    const bad = await client.send('measureMail', { query: { startDate: '10 March' } } as never)
    expect(bad.status).toBe(400)
  })

  it('are added up once, by two processes at the same time too', async () => {
    const account = await world.house.newAccount()
    const at = '2026-03-10T08:00Z'
    await Promise.all(Array.from({ length: 40 }, () => count(account.accountId, at, { opens: 1 })))
    await Promise.all([fold(), fold(), fold()])
    const { stats } = await server.as(account).call('emailStats', { query: {} })
    expect(stats).toMatchObject([{ opens: 40 }])
  })
})

describe('who did what with mail', () => {
  it('is listed latest first, page by page, for emails, flows and all mail', async () => {
    const account = await sent(5)
    const client = server.as(account)
    const query = { type: 'delivered', period: 'today', limit: 2 } as const
    const first = await client.call('listMailEvents', { query })
    expect(first.events).toHaveLength(2)
    expect(first.events[0]).toMatchObject({
      ...{ type: 'delivered', emailId: account.emailId, emailName: 'Welcome', flowId: 3, stepId: 4, isBot: false },
      endUser: { id: expect.any(Number), email: expect.any(String) },
    })
    const seen = new Set<number>()
    let cursor: string | undefined
    do {
      const of = { emailIds: [account.emailId, 99], flowIds: [3] }
      const page = await client.call('listMailEvents', { query: { ...query, ...of, ...(cursor && { cursor }) } })
      for (const { endUser } of page.events) seen.add(endUser.id)
      cursor = page.next ?? undefined
    } while (cursor)
    expect([...seen].sort()).toEqual([...account.personIds].sort())
    const third = await client.call('listMailEvents', { query: { ...query, offset: 4 } })
    expect(third).toMatchObject({ events: [{}], next: null })
    expect((await client.call('listMailEvents', { query: { ...query, flowIds: [77] } })).events).toEqual([])
    expect((await client.call('listMailEvents', { query: { ...query, type: 'opened' } })).events).toEqual([])
    expect((await client.send('listMailEvents', { query: { type: 'eaten' } } as never)).status).toBe(400)
    expect((await client.send('listMailEvents', { query: { cursor: 'x' } })).status).toBe(400)
    const weak = server.as({ accountId: account.accountId, scopes: ['emailMetrics:read'] })
    expect((await weak.send('listMailEvents', { query: {} })).status).toBe(403)
    const other = server.as(await world.house.newAccount())
    expect((await other.call('listMailEvents', { query: { emailIds: [account.emailId] } })).events).toEqual([])
  })

  it('is exported with its link mailed', async () => {
    const account = await sent(3)
    const { message } = await server.as(account).call('exportMailEvents', {
      body: { type: 'delivered', emailIds: [account.emailId], period: 'today', notifyEmail: 'boss@acme.example' },
    })
    expect(message).toBe('The export will be emailed to boss@acme.example shortly.')
    const job = await world.house.db.account(account.accountId, (tx) =>
      tx.one<{ total: number; wanted: unknown; title: string }>(
        `select total, source -> 'wanted' as wanted, source ->> 'title' as title from people_jobs where account_id = $1`,
        [account.accountId],
      ),
    )
    expect(job?.total).toBe(3)
    expect(job?.title).toMatch(/^Who received “Welcome”, \d{4}-\d\d-\d\d\.$/)
    const lines = await world.house.db.account(account.accountId, (tx) =>
      mailEventsExport.next(tx, account.accountId, job?.wanted, '', 2),
    )
    expect(mailEventsExport.columns(job?.wanted)).toEqual(['Email', 'Delivered at'])
    expect(lines.rows.map(({ cells }) => cells[0])).toEqual(['Welcome', 'Welcome'])
    const rest = await world.house.db.account(account.accountId, (tx) =>
      mailEventsExport.next(tx, account.accountId, job?.wanted, lines.place, 2),
    )
    expect(new Set([...lines.rows, ...rest.rows].map(({ personId }) => personId)).size).toBe(3)
    expect(rest.place).toBe('')
  })

  it('is counted for one person', async () => {
    const account = await sent(1)
    const [id = 0] = account.personIds
    const client = server.as(account)
    const { metrics } = await client.call('getPersonMetrics', { params: { id }, query: {} })
    expect(metrics).toMatchObject({ sent: 1, delivered: 1, opened: 0, clicked: 0 })
    const later = { params: { id }, query: { startDate: '2030-01-01' } }
    expect((await client.call('getPersonMetrics', later)).metrics).toMatchObject({ sent: 0 })
    expect((await client.send('getPersonMetrics', { params: { id: 999_999 }, query: {} })).status).toBe(404)
    const other = server.as(await world.house.newAccount())
    expect((await other.send('getPersonMetrics', { params: { id }, query: {} })).status).toBe(404)
  })
})
