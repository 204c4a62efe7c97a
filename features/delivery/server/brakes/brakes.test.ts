import { callServer, type TestServer } from '@millrace/kit/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MailRules, PLAIN_RULES } from '../../contract/index.ts'
import {
  openRelayedWorld,
  planMails,
  type RelayedWorld,
  type SendingAccount,
  sendingAccount,
  sendsOf,
} from '../../testing/index.ts'

let world: RelayedWorld
let server: TestServer<RelayedWorld['delivery']['contract']>
let quota: { mails: number | null; until: Date } = { mails: null, until: new Date(0) }

beforeAll(async () => {
  world = await openRelayedWorld({ ports: { quotaOf: async () => quota } })
  server = (await callServer(world.delivery)) as never
})

afterAll(() => world.close())

beforeEach(() => {
  quota = { mails: null, until: new Date(0) }
})

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let keys = 0
/** Each time for another reason. */
const plan = (account: SendingAccount, more: object = {}, people?: readonly number[]) =>
  planMails(world, account, { reasonKey: `k${++keys}`, ...more }, people)

const setRules = (account: SendingAccount, rules: Partial<MailRules>) =>
  server.as(account).call('updateMailRules', { body: { ...PLAIN_RULES, ...rules } })

const change = ({ accountId }: SendingAccount, sql: string, ...more: unknown[]) =>
  world.house.db.system((tx) => tx.run(sql, [accountId, ...more]))

const standing = async (account: SendingAccount) =>
  (await sendsOf(world, account)).map(({ state, why }) => (why ? `${state}: ${why}` : state))

/** As the worker does in the course of some time. */
const pass = async (ms: number) => {
  world.house.clock.advance(ms)
  await world.releaseHeld()
  await world.sendAll()
}

describe('mail that waits for a word', () => {
  it.each([
    [
      'account blocked',
      'update accounts set is_blocked = true where id = $1',
      'update accounts set is_blocked = false where id = $1',
    ],
    [
      'account blocked',
      'update accounts set mail_paused_at = now() where id = $1',
      'update accounts set mail_paused_at = null where id = $1',
    ],
    [
      'sender not verified',
      `update sender_addresses set status = 'pending' where account_id = $1`,
      `update sender_addresses set status = 'verified' where account_id = $1`,
    ],
    [
      'email not approved',
      `update emails set can_spam_compliance = 'pending' where account_id = $1`,
      `update emails set can_spam_compliance = 'manually_approved' where account_id = $1`,
    ],
  ])('is held, not dropped, and goes when it comes: %s', async (why, stop, go) => {
    const account = await sendingAccount(world, { people: 3 })
    await change(account, stop)
    await plan(account)
    await world.sendAll()
    await pass(HOUR)
    expect(await standing(account)).toEqual(Array(3).fill(`held: ${why}`))
    await change(account, go)
    await pass(10_000)
    expect(await standing(account)).toEqual(Array(3).fill('accepted'))
  })

  it('is skipped when it was held for longer than the account says', async () => {
    const account = await sendingAccount(world)
    await setRules(account, { holdDays: 2 })
    await change(account, 'update accounts set is_blocked = true where id = $1')
    await plan(account)
    await world.sendAll()
    await pass(2 * DAY - MINUTE)
    expect(await standing(account)).toEqual(['held: account blocked'])
    await pass(2 * MINUTE)
    expect(await standing(account)).toEqual(['skipped: held too long'])
  })

  it('is told of at once where somebody tests', async () => {
    const account = await sendingAccount(world)
    await change(account, 'update accounts set is_blocked = true where id = $1')
    await plan(account, { reasonKind: 'test', toAddress: 'me@acme.example' })
    await world.sendAll()
    expect(await standing(account)).toEqual(['skipped: account blocked'])
  })
})

describe('a frequency cap', () => {
  it('holds what is over it until the oldest leaves the window', async () => {
    const account = await sendingAccount(world, { people: 2 })
    await setRules(account, { caps: [{ mails: 2, days: 3, per: 'account' }] })
    await plan(account)
    await world.sendAll()
    await pass(DAY)
    const [first = 0] = account.personIds
    await plan(account, {}, [first])
    await plan(account, {}, [first])
    await world.sendAll()
    expect((await standing(account)).sort()).toEqual([
      'accepted',
      'accepted',
      'accepted',
      'planned: over the frequency cap',
    ])
    await plan(account, { isTransactional: true }, [first])
    await world.sendAll()
    expect((await standing(account)).filter((one) => one === 'accepted')).toHaveLength(4)
    await pass(2 * DAY - MINUTE)
    expect((await standing(account)).filter((one) => one === 'accepted')).toHaveLength(4)
    await pass(2 * MINUTE)
    expect((await standing(account)).filter((one) => one === 'accepted')).toHaveLength(5)
  })

  it('ends what it would hold for too long, and counts categories apart where it says so', async () => {
    const account = await sendingAccount(world)
    await setRules(account, { holdDays: 1, caps: [{ mails: 1, days: 30, per: 'category' }] })
    await plan(account)
    await world.sendAll()
    await plan(account)
    await world.sendAll()
    expect(await standing(account)).toEqual(['accepted', 'skipped: over the frequency cap'])
    await change(
      account,
      `insert into communication_categories (account_id, name, created_at)
       select $1::int, 'Other', created_at from accounts where id = $1`,
    )
    const other = await world.house.db.system((tx) =>
      tx.one<{ id: number }>(
        `with c as (select id from communication_categories where account_id = $1)
         insert into emails (account_id, name, communication_category_id, created_at, updated_at)
         select $1::int, 'Other', c.id, $2, $2 from c returning id`,
        [account.accountId, world.house.clock.now()],
      ),
    )
    await change(
      account,
      `insert into email_versions (account_id, email_id, version, subject, from_email, html, created_at, updated_at)
       select account_id, $2, 1, subject, from_email, html, created_at, updated_at from email_versions where account_id = $1`,
      other?.id,
    )
    await plan(account, { emailId: other?.id ?? 0 })
    await world.sendAll()
    expect((await standing(account)).at(-1)).toBe('accepted')
  })
})

describe('quiet hours', () => {
  it('hold mail until they end where the person is', async () => {
    world.house.clock.set(new Date('2026-04-01T21:30:00.000Z'))
    const account = await sendingAccount(world, { people: 3 })
    await setRules(account, {
      quiet: { from: '22:00', to: '07:00', weekdays: [1, 2, 3, 4, 5, 6, 7], timezone: 'person' },
    })
    await change(account, `update accounts set timezone = 'UTC' where id = $1`)
    const [berlin, newYork] = account.personIds
    await change(account, `update people set timezone = 'Europe/Berlin' where account_id = $1 and id = $2`, berlin)
    await change(account, `update people set timezone = 'America/New_York' where account_id = $1 and id = $2`, newYork)
    await plan(account)
    await world.sendAll()
    const rows = await sendsOf(world, account)
    expect(rows.map(({ why, due_at }) => [why, why && due_at.toISOString()])).toEqual([
      ['quiet hours', '2026-04-02T05:00:00.000Z'],
      [null, null],
      [null, null],
    ])
    await pass(7.5 * HOUR)
    expect(await standing(account)).toEqual(['accepted', 'accepted', 'accepted'])
  })
})

it('gives the control group nothing but transactional mail, and always the same people', async () => {
  const account = await sendingAccount(world, { people: 200 })
  await setRules(account, { control: { percent: 20 } })
  await plan(account)
  await plan(account)
  await world.sendAll()
  const rows = await world.house.db.system((tx) =>
    tx.rows<{ states: string[] }>(
      `select array_agg(distinct state) as states from sends where account_id = $1 group by person_id`,
      [account.accountId],
    ),
  )
  expect(rows.every(({ states }) => states.length === 1)).toBe(true)
  const left = rows.filter(({ states }) => states[0] === 'skipped').length
  expect(left).toBeGreaterThan(15)
  expect(left).toBeLessThan(70)
  const skipped = await world.house.db.account(account.accountId, (tx) =>
    world.delivery.whyNot(tx, account.accountId, { emailId: account.emailId }, account.personIds),
  )
  expect(skipped.size).toBe(left)
  await plan(account, { isTransactional: true })
  await world.sendAll()
  expect((await standing(account)).filter((one) => one === 'accepted')).toHaveLength(2 * (200 - left) + 200)
})

describe('throttles', () => {
  it('let so many mails of an account go in a second, asked before mail is claimed', async () => {
    const account = await sendingAccount(world, { people: 30 })
    await setRules(account, { throttle: { perSecond: 10, perDomain: null } })
    await plan(account)
    const accepted = async () => (await standing(account)).filter((one) => one === 'accepted').length
    await world.sendAll()
    expect(await accepted()).toBe(10)
    // What waits was not touched.
    expect((await standing(account)).filter((one) => one === 'planned')).toHaveLength(20)
    await plan(account, { isTransactional: true })
    await world.sendAll()
    expect(await accepted()).toBe(40)
    await pass(500)
    expect(await accepted()).toBe(45)
    for (const expected of [50, 55, 60]) {
      await pass(500)
      expect(await accepted()).toBe(expected)
    }
  })

  it('let few an hour go one by one, also after a long pause', async () => {
    const account = await sendingAccount(world, { people: 20 })
    await setRules(account, { throttle: { perSecond: 600 / 3_600, perDomain: null } })
    const accepted = async () => (await standing(account)).filter((one) => one === 'accepted').length
    await pass(HOUR)
    await plan(account)
    await world.sendAll()
    for (const expected of [1, 2, 3, 4]) {
      expect(await accepted()).toBe(expected)
      await pass(5_900)
      expect(await accepted()).toBe(expected)
      await pass(100)
    }
  })

  it('give each mail to a domain a moment of its own', async () => {
    const account = await sendingAccount(world, { people: 10 })
    await change(
      account,
      `update people set email = replace(email, 'example.org', 'other.example') where account_id = $1 and id % 2 = 0`,
    )
    await setRules(account, { throttle: { perSecond: null, perDomain: 2 } })
    await plan(account)
    await world.sendAll()
    const states = await standing(account)
    expect(states.filter((one) => one === 'accepted')).toHaveLength(4)
    expect(states.filter((one) => one === 'planned: throttled')).toHaveLength(6)
    for (const expected of [6, 8, 10]) {
      await pass(500)
      expect((await standing(account)).filter((one) => one === 'accepted')).toHaveLength(expected)
    }
  })
})

it('lets a new domain send more each day, where the account wants that', async () => {
  const account = await sendingAccount(world, { people: 120 })
  await change(account, `update sender_addresses set status = 'pending' where account_id = $1`)
  await server.as(account).call('addSenderDomain', { body: { domain: 'acme.example' } })
  await change(
    account,
    `update sender_domains set status = 'verified', verified_at = $2 where account_id = $1`,
    world.house.clock.now(),
  )
  await setRules(account, { warmUp: true })
  await plan(account)
  await world.sendAll()
  const count = async (what: string) => (await standing(account)).filter((one) => one === what).length
  expect(await count('accepted')).toBe(50)
  expect(await count('planned: warming up')).toBe(70)
  await pass(DAY)
  expect(await count('accepted')).toBe(120)
})

it('holds what the account has no quota for until it has', async () => {
  const account = await sendingAccount(world, { people: 5 })
  quota = { mails: 3, until: new Date(world.house.clock.now().getTime() + DAY) }
  await plan(account)
  await world.sendAll()
  expect((await standing(account)).sort()).toEqual([
    ...Array(3).fill('accepted'),
    ...Array(2).fill('planned: account out of quota'),
  ])
  quota = { mails: 100, until: quota.until }
  await pass(DAY)
  expect(await standing(account)).toEqual(Array(5).fill('accepted'))
})

describe('the rules', () => {
  it('are kept, and the same people stay in the control group while it is on', async () => {
    const account = await sendingAccount(world)
    const client = server.as(account)
    expect((await client.call('getMailRules', {})).rules).toEqual(PLAIN_RULES)
    const rules: MailRules = {
      caps: [{ mails: 3, days: 7, per: 'category' }],
      quiet: { from: '20:00', to: '08:00', weekdays: [1, 7], timezone: 'account' },
      control: { percent: 5 },
      throttle: { perSecond: 100, perDomain: 0.5 },
      warmUp: true,
      holdDays: 3,
      keepMonths: 24,
    }
    expect((await client.call('updateMailRules', { body: rules })).rules).toEqual(rules)
    expect((await client.call('getMailRules', {})).rules).toEqual(rules)
    const other = server.as(await world.house.newAccount())
    expect((await other.call('getMailRules', {})).rules).toEqual(PLAIN_RULES)
  })

  it('are refused where they leave no time for mail, from strangers, and from who may not', async () => {
    const account = await sendingAccount(world)
    const quiet = { from: '08:00', to: '08:00', weekdays: [1, 2, 3, 4, 5, 6, 7], timezone: 'person' as const }
    const client = server.as(account)
    expect((await client.send('updateMailRules', { body: { ...PLAIN_RULES, quiet } })).status).toBe(400)
    expect((await client.send('updateMailRules', { body: { ...PLAIN_RULES, holdDays: 0 } })).status).toBe(400)
    expect((await server.nobody.send('updateMailRules', { body: PLAIN_RULES })).status).toBe(401)
    const reader = server.as({ ...account, scopes: ['emails:read'], isOwner: false })
    expect((await reader.send('updateMailRules', { body: PLAIN_RULES })).status).toBe(403)
  })
})
