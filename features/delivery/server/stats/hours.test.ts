import { callServer, type TestServer } from '@millrace/kit/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { deliveryContract, MailHour } from '../../contract/index.ts'
import { openWorld, sendingAccount, sendMails, type World } from '../../testing/index.ts'
import { countMail, type MailReason } from '../ledger/counts.ts'

let world: World
let server: TestServer<typeof deliveryContract>

beforeAll(async () => {
  world = await openWorld()
  server = (await callServer(world.delivery)) as never
})
afterAll(() => world.close())

const REASON: MailReason = { emailId: 7, flowId: 0, stepId: 0, broadcastId: 0, variantId: 0 }
const count = (accountId: number, at: string, figures: object, reason: Partial<MailReason> = {}) =>
  world.house.db.account(accountId, (tx) =>
    countMail(tx, accountId, new Date(at), [{ ...REASON, ...reason, figures: figures as never }]),
  )

const fold = async () => {
  const loop = world.delivery.loops?.find(({ name }) => name === 'figures of mail')
  while ((await loop?.work(new Set())) === 'more') {}
}

/** The hours in which something was, by their weekday and hour, with what was something in them. */
const told = (hours: readonly MailHour[]) =>
  Object.fromEntries(
    hours.flatMap(({ weekday, hour, times: _times, ...figures }) => {
      const some = Object.entries(figures).filter(([, figure]) => figure !== 0)
      return some.length ? [[`${weekday} ${hour}`, Object.fromEntries(some)]] : []
    }),
  )

const look = async (account: { accountId: number }, query: object) => {
  const { metrics } = await server.as(account).call('measureHours', { query })
  return metrics
}

/** Looks before and after what was counted is added up: nobody sees a difference. */
const bothWays = async (account: { accountId: number }, query: object) => {
  const before = await look(account, query)
  await fold()
  expect(await look(account, query)).toEqual(before)
  return before
}

it('are told by the clock of the zone: half hours ahead, and before and after clocks change', async () => {
  const account = await world.house.newAccount()
  const { accountId } = account
  // Monday 2 March, 18:15 and 18:30 in UTC: Monday 23:45 and Tuesday 0:00 in Kolkata.
  await count(accountId, '2026-03-02T18:15Z', { opened: 1 })
  await count(accountId, '2026-03-02T18:30Z', { opened: 10 })
  const kolkata = await bothWays(account, { startDate: '2026-03-01', endDate: '2026-03-09', timezone: 'Asia/Kolkata' })
  expect(told(kolkata.hours)).toEqual({ '1 23': { opened: 1 }, '2 0': { opened: 10 } })
  expect(kolkata).toMatchObject({
    timezone: 'Asia/Kolkata',
    startDate: '2026-03-01',
    endDate: '2026-03-09',
    cutToDays: null,
  })
  // In New York clocks went forward on Sunday the 8th: 14:00 in UTC is 9 before and 10 after.
  await count(accountId, '2026-03-03T14:00Z', { clicked: 100 })
  await count(accountId, '2026-03-10T14:00Z', { clicked: 1000 })
  const newYork = { startDate: '2026-03-01', endDate: '2026-03-10', timezone: 'America/New_York' }
  expect(told((await bothWays(account, newYork)).hours)).toMatchObject({
    '2 9': { clicked: 100 },
    '2 10': { clicked: 1000 },
  })
})

it('are 168, Monday first, each with how often it came until now', async () => {
  const account = await world.house.newAccount()
  // The clock stands at Tuesday 10 March, 9:00 in UTC.
  expect(world.house.clock.now().toISOString()).toBe('2026-03-10T09:00:00.000Z')
  const { hours } = await look(account, { startDate: '2026-03-09', endDate: '2026-03-31', timezone: 'UTC' })
  expect(hours).toHaveLength(168)
  expect(hours.filter(({ times }) => times > 0)).toHaveLength(33)
  expect(hours[0]).toMatchObject({ weekday: 1, hour: 0, times: 1 })
  expect(hours[32]).toMatchObject({ weekday: 2, hour: 8, times: 1 })
  expect((await look(account, { startDate: '2026-04-01', endDate: '2026-04-02' })).hours[0]?.times).toBe(0)
})

it('tell people from machines, and what was sent with what was refused', async () => {
  const account = await world.house.newAccount()
  const figures = {
    accepted: 20,
    refused: 2,
    bounced: 3,
    opened: 4,
    opens: 6,
    bot_opens: 9,
    clicked: 1,
    clicks: 2,
    bot_clicks: 5,
  }
  await count(account.accountId, '2026-03-09T08:00Z', figures)
  // Taken for a person's in one hour and found to be a machine's in the next.
  await count(account.accountId, '2026-03-09T09:00Z', { opened: -1, opens: -1, bot_opens: 1 })
  const { hours } = await bothWays(account, { period: 'last7Days' })
  expect(told(hours)).toEqual({
    '1 8': { sent: 22, opened: 4, opens: 6, botOpens: 9, clicked: 1, clicks: 2, botClicks: 5 },
    '1 9': { botOpens: 1 },
  })
})

it('are those of the mail that is asked for alone', async () => {
  const account = await world.house.newAccount()
  const at = '2026-03-09T08:00Z'
  const all: Partial<MailReason>[] = [
    { emailId: 8, flowId: 3, stepId: 4 },
    { emailId: 8, flowId: 3, stepId: 5 },
    { emailId: 9, broadcastId: 11, variantId: 1 },
    { emailId: 9, broadcastId: 11, variantId: 2 },
  ]
  for (const [index, reason] of all.entries()) await count(account.accountId, at, { opened: 10 ** index }, reason)
  const opened = async (query: object) => (await bothWays(account, { period: 'last7Days', ...query })).hours[8]?.opened
  expect(await opened({})).toBe(1111)
  expect(await opened({ emailIds: [8] })).toBe(11)
  expect(await opened({ emailIds: [8, 9] })).toBe(1111)
  expect(await opened({ flowIds: [3] })).toBe(11)
  expect(await opened({ stepId: [5] })).toBe(10)
  expect(await opened({ broadcastIds: [11] })).toBe(1100)
  expect(await opened({ broadcastId: 11, abTestVariantId: 2 })).toBe(1000)
  expect(await opened({ emailIds: [7] })).toBe(0)
})

it('are of the last days alone where the mail that is asked for has too many', async () => {
  const account = await world.house.newAccount()
  const { accountId } = account
  await world.house.db.system(async (tx) => {
    await tx.run(`update accounts set created_at = '2025-01-01' where id = $1`, [accountId])
    // As of 100 steps to whose mail something happened in every quarter of an hour.
    await tx.run(
      `insert into mail_months (account_id, at, email_id, flow_id, step_id, broadcast_id, variant_id, opened)
       select $1::int, date '2025-01-01' + m * interval '1 month', 7, 3, s, 0, 0, 1000000
       from generate_series(0, 14) as m, generate_series(1, 100) as s`,
      [accountId],
    )
  })
  await count(accountId, '2026-02-20T08:00Z', { opened: 5 }, { flowId: 3 })
  await count(accountId, '2025-06-02T08:00Z', { opened: 7 }, { flowId: 3 })
  const some = await bothWays(account, { period: 'allTime', flowIds: [3] })
  expect(some).toMatchObject({ cutToDays: 14, startDate: '2026-02-25' })
  expect(told(some.hours)).toEqual({})
  const all = await bothWays(account, { period: 'allTime' })
  expect(all).toMatchObject({ cutToDays: null, startDate: '2025-01-01' })
  expect(told(all.hours)).toEqual({ '5 8': { opened: 5 }, '1 8': { opened: 7 } })
})

it('are told of real mail, to those who may see figures, and of their own account', async () => {
  const account = await sendingAccount(world, { people: 2 })
  await sendMails(world, account, { flowId: 3, stepId: 4 })
  expect((await look(account, { period: 'today' })).hours.map(({ sent }) => sent).filter(Boolean)).toEqual([2])
  const other = await world.house.newAccount()
  expect(told((await look(other, { period: 'today', emailIds: [account.emailId] })).hours)).toEqual({})
  const weak = server.as({ accountId: account.accountId, scopes: ['emails:read'] })
  expect((await weak.send('measureHours', { query: {} })).status).toBe(403)
  const bad = await server.as(account).send('measureHours', { query: { startDate: '10 March' } } as never)
  expect(bad.status).toBe(400)
})
