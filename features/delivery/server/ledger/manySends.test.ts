import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  openRelayedWorld,
  planMails,
  type RelayedWorld,
  type SendingAccount,
  sendingAccount,
} from '../../testing/index.ts'

let world: RelayedWorld

beforeAll(async () => {
  world = await openRelayedWorld()
})

afterAll(() => world.close())

const OF_BROADCAST = {
  reasonKind: 'broadcast',
  reasonKey: 'b7',
  reasonAt: new Date('2026-03-10T09:00:00.000Z'),
  broadcastId: 7,
} as const

const plan = (account: SendingAccount, more: Parameters<typeof planMails>[2] = {}, people?: readonly number[]) =>
  planMails(world, account, { ...OF_BROADCAST, ...more }, people)

const inAccount = <T>({ accountId }: SendingAccount, work: Parameters<RelayedWorld['house']['db']['account']>[1]) =>
  world.house.db.account(accountId, work) as Promise<T>

const stop = (account: SendingAccount, how: 'hold' | 'skip' | 'go') =>
  world.house.db.account(account.accountId, (tx) =>
    world.delivery.stopSends(tx, account.accountId, { broadcastId: 7 }, how),
  )

const openOf = ({ accountId }: SendingAccount) =>
  world.house.db.account(accountId, (tx) => world.delivery.openOf(tx, accountId, 7))

const subjectsTo = (to: string) =>
  world.receiver.mails.filter((mail) => mail.to === to).map((mail) => /^Subject: (.*)$/m.exec(mail.source)?.[1]?.trim())

describe('ways of sending an email', () => {
  const variantOf = (account: SendingAccount, own: Partial<Parameters<RelayedWorld['delivery']['variantOf']>[2]>) =>
    world.house.db.account(account.accountId, (tx) =>
      world.delivery.variantOf(tx, account.accountId, { emailId: account.emailId, ...own }),
    )

  it('are the same for the same content, and nothing where nothing differs', async () => {
    const account = await sendingAccount(world)
    expect(await variantOf(account, {})).toBe(0)
    const first = await variantOf(account, { subject: 'Another' })
    expect(first).toBeGreaterThan(0)
    expect(await variantOf(account, { subject: 'Another' })).toBe(first)
    expect(await variantOf(account, { subject: 'Another', version: 1 })).not.toBe(first)
    expect(await variantOf(account, { preheader: 'Another' })).not.toBe(first)
  })

  it('keep their version and words, whatever is saved later', async () => {
    const account = await sendingAccount(world, { people: 3 })
    const pinned = await variantOf(account, { version: 1 })
    const worded = await variantOf(account, {
      version: 1,
      subject: 'For {{ person.firstName }} alone',
      fromName: 'Mara',
    })
    await world.house.db.system(async (tx) => {
      // A second version, saved while the broadcast is under way.
      await tx.run(
        `insert into email_versions (account_id, email_id, version, subject, from_name, from_email, html, created_at, updated_at)
         select account_id, email_id, 2, 'Saved later', from_name, from_email, html, created_at, updated_at
         from email_versions where account_id = $1 and email_id = $2 and version = 1`,
        [account.accountId, account.emailId],
      )
      await tx.run(`update emails set version = 2 where account_id = $1 and id = $2`, [
        account.accountId,
        account.emailId,
      ])
    })
    const [a = 0, b = 0, c = 0] = account.personIds
    world.receiver.mails.length = 0
    await plan(account, { variantId: pinned }, [a])
    await plan(account, { variantId: worded }, [b])
    await plan(account, {}, [c])
    await world.sendAll()
    expect(subjectsTo('p0@example.org')).toEqual(['Hello Person 0'])
    expect(subjectsTo('p1@example.org')).toEqual(['For Person 1 alone'])
    expect(subjectsTo('p2@example.org')).toEqual(['Saved later'])
    expect(world.receiver.mails.find((mail) => mail.to === 'p1@example.org')?.source).toContain('From: Mara <')
    const { byVariant } = await openOf(account)
    expect([...byVariant].map(([id, { accepted }]) => [id, accepted]).sort()).toEqual(
      [
        [0, 1],
        [pinned, 1],
        [worded, 1],
      ].sort(),
    )
  })
})

it('fills in what the person did', async () => {
  const account = await sendingAccount(world, {
    html: '<html><body>Order {{ event.order }} of {{ event.name }}</body></html>',
  })
  const at = new Date('2026-03-10T08:00:00.000Z')
  const id = await world.house.db.system(async (tx) => {
    // What happened, as the events feature keeps it.
    const name = await tx.one<{ id: number }>(
      `insert into event_names (account_id, name, kind, created_at, last_seen_at) values ($1, 'Order paid', 'custom', $2, $2) returning id`,
      [account.accountId, at],
    )
    const event = await tx.one<{ id: number }>(
      `insert into events (account_id, person_id, name_id, created_at, props) values ($1, $2, $3, $4, '{"order": "A-17"}') returning id`,
      [account.accountId, account.personIds[0], name?.id, at],
    )
    return event?.id ?? 0
  })
  world.receiver.mails.length = 0
  await plan(account, { event: { id, at } })
  await world.sendAll()
  expect((await simpleParser(world.receiver.mails[0]?.source ?? '')).text).toContain('Order A-17 of Order paid')
})

describe('who would get no mail', () => {
  it('is told with the reason, by the rules that decide when it leaves', async () => {
    const account = await sendingAccount(world, { people: 5 })
    const [gone = 0, unsubscribed = 0, nowhere = 0, bounced = 0, fine = 0] = account.personIds
    const { accountId, emailId } = account
    await world.house.db.system(async (tx) => {
      const now = world.house.clock.now()
      await tx.run(`update people set archived_at = $3 where account_id = $1 and id = $2`, [accountId, gone, now])
      await tx.run(`update people set unsubscribed_at = $3 where account_id = $1 and id = $2`, [
        accountId,
        unsubscribed,
        now,
      ])
      await tx.run(`update people set email = null, user_id = 'u' where account_id = $1 and id = $2`, [
        accountId,
        nowhere,
      ])
      await tx.run(
        `insert into suppressions (account_id, address, reason, at) values ($1, 'p3@example.org', 'bounced', $2)`,
        [accountId, now],
      )
    })
    const ask = (more: object = {}, ids = account.personIds) =>
      inAccount<Map<number, string>>(account, (tx) => world.delivery.whyNot(tx, accountId, { emailId, ...more }, ids))
    expect(await ask()).toEqual(
      new Map([
        [gone, 'archived'],
        [unsubscribed, 'unsubscribed'],
        [nowhere, 'no address'],
        [bounced, 'bounced'],
      ]),
    )
    expect((await ask({ isTransactional: true })).has(unsubscribed)).toBe(false)
    expect(await ask({}, [fine, 999_999_999])).toEqual(new Map([[999_999_999, 'person gone']]))
    expect(await ask({}, [])).toEqual(new Map())
    const other = await sendingAccount(world)
    expect(
      await inAccount<Map<number, string>>(other, (tx) =>
        world.delivery.whyNot(tx, other.accountId, { emailId }, [fine]),
      ),
    ).toEqual(new Map([[fine, 'person gone']]))
  })

  it('is told of thousands at once', async () => {
    const account = await sendingAccount(world, { people: 5_000 })
    const { accountId, emailId, personIds } = account
    const ask = () =>
      inAccount<Map<number, string>>(account, (tx) => world.delivery.whyNot(tx, accountId, { emailId }, personIds))
    const took: number[] = []
    for (let time = 0; time < 4; time++) {
      const before = performance.now()
      expect((await ask()).size).toBe(0)
      took.push(performance.now() - before)
    }
    // Its budget is 200 ms on a quiet machine. The quickest tells what it takes, whatever else the machine does.
    expect(Math.min(...took)).toBeLessThan(1_500)
  })
})

describe("a broadcast's mails", () => {
  it.each([
    ['hold', 'held', 'broadcast paused'],
    ['skip', 'skipped', 'broadcast canceled'],
  ] as const)('that a worker had in hand and gave back are treated as the others are: %s', async (how, state, why) => {
    const account = await sendingAccount(world, { people: 2 })
    const { accountId } = account
    await plan(account)
    // Rows in the hands of a worker, which ends or is told to come again later.
    const set = (to: string) =>
      world.house.db.system((tx) => tx.run(`update sends set state = $2 where account_id = $1`, [accountId, to]))
    await set('attempting')
    expect(await stop(account, how)).toBe(0)
    await set('planned')
    world.receiver.mails.length = 0
    await world.sendAll()
    expect(world.receiver.mails).toEqual([])
    const rows = await world.house.db.system((tx) =>
      tx.rows(`select state, why from sends where account_id = $1`, [accountId]),
    )
    expect(rows).toEqual([
      { state, why },
      { state, why },
    ])
    await stop(account, 'go')
    await world.sendAll()
    expect(world.receiver.mails).toHaveLength(how === 'hold' ? 2 : 0)
  })

  it('wait while it is paused and go when it goes on', async () => {
    const account = await sendingAccount(world, { people: 3 })
    await plan(account, { dueAt: new Date(world.house.clock.now().getTime() + 60_000) })
    expect(await stop(account, 'hold')).toBe(3)
    world.house.clock.advance(120_000)
    await world.sendAll()
    expect(await openOf(account)).toMatchObject({ planned: 0, held: 3, accepted: 0 })
    expect(await stop(account, 'go')).toBe(3)
    await world.sendAll()
    expect(await openOf(account)).toMatchObject({ planned: 0, held: 0, going: 0, accepted: 3 })
  })

  it('end as skipped when it is canceled, held ones too, and are counted', async () => {
    const account = await sendingAccount(world, { people: 4 })
    const later = new Date(world.house.clock.now().getTime() + 600_000)
    await plan(account, { dueAt: later }, account.personIds.slice(0, 2))
    await stop(account, 'hold')
    await plan(account, { dueAt: later }, account.personIds.slice(2))
    expect(await stop(account, 'skip')).toBe(4)
    expect(await stop(account, 'skip')).toBe(0)
    expect(await openOf(account)).toMatchObject({ planned: 0, held: 0, skipped: 4 })
    const figures = await inAccount<Map<number, { skipped: number }>>(account, (tx) =>
      world.delivery.emailCounts(tx, account.accountId, { by: 'email' }),
    )
    expect(figures.get(account.emailId)?.skipped).toBe(4)
  })

  it("of one account are none of another's business", async () => {
    const [account, other] = [await sendingAccount(world), await sendingAccount(world)]
    await plan(account, { dueAt: new Date(world.house.clock.now().getTime() + 60_000) })
    expect(await stop(other, 'skip')).toBe(0)
    expect(await openOf(other)).toMatchObject({ planned: 0, skipped: 0 })
    expect(await openOf(account)).toMatchObject({ planned: 1 })
  })
})
