import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  eventsOf,
  type FaultAt,
  openRelayedWorld,
  planMails,
  type RelayedWorld,
  type SendingAccount,
  sendingAccount,
  sendsOf,
  statesOf,
} from '../../testing/index.ts'

let world: RelayedWorld
const faults: FaultAt = {}

beforeAll(async () => {
  world = await openRelayedWorld({ faults })
})

// What the tests before planned goes first.
beforeEach(() => world.sendAll())

afterAll(() => world.close())

const REASON_AT = new Date('2026-03-10T09:00:00.000Z')

const plan = (account: SendingAccount, more: object = {}, people?: readonly number[]) =>
  planMails(world, account, { reasonAt: REASON_AT, flowId: 5, stepId: 6, ...more }, people)

describe('planning', () => {
  it('writes each reason once, however often it is planned', async () => {
    const account = await sendingAccount(world, { people: 3 })
    expect(await plan(account)).toBe(3)
    expect(await plan(account)).toBe(0)
    expect(await plan(account, { reasonKey: 'another' }, account.personIds.slice(0, 1))).toBe(1)
    expect(await plan(account, {}, [])).toBe(0)
  })

  it('keeps a mail back until it is due', async () => {
    const account = await sendingAccount(world)
    await plan(account, { dueAt: new Date(world.house.clock.now().getTime() + 60_000) })
    await world.sendAll()
    expect(await statesOf(world, account)).toEqual(['planned'])
    world.house.clock.advance(60_000)
    await world.sendAll()
    expect(await statesOf(world, account)).toEqual(['accepted'])
  })
})

describe('sending', () => {
  it('finishes what is under way when it is closed, and goes on when it is opened again', async () => {
    const account = await sendingAccount(world, { people: 300 })
    const before = world.receiver.mails.length
    await plan(account)
    const loop = world.delivery.loops?.find(({ name }) => name === 'sends')
    const working = loop?.work(new Set([account.accountId]))
    await vi.waitUntil(() => world.receiver.mails.length > before, { timeout: 30_000 })
    await Promise.all([world.delivery.close(), working])
    const states = new Set(await statesOf(world, account))
    expect([...states].filter((state) => state !== 'accepted' && state !== 'planned')).toEqual([])
    expect(states).toContain('accepted')
    await world.sendAll()
    expect(new Set(await statesOf(world, account))).toEqual(new Set(['accepted']))
    expect(new Set(world.receiver.mails.slice(before).map((mail) => mail.to)).size).toBe(300)
    expect(world.receiver.mails.length - before).toBe(300)
  })

  it('hands each mail over once, writes its Message-ID, event and figures', async () => {
    const account = await sendingAccount(world, { people: 200 })
    const before = world.receiver.mails.length
    await plan(account)
    await world.sendAll()
    await world.sendAll()
    const mails = world.receiver.mails.slice(before)
    expect(mails).toHaveLength(200)
    expect(new Set(mails.map((mail) => mail.to)).size).toBe(200)
    const rows = await sendsOf(world, account)
    expect(new Set(rows.map((row) => row.state))).toEqual(new Set(['accepted']))
    expect(rows.every((row) => row.reply?.startsWith('250 2.0.0 kept'))).toBe(true)
    const ids = new Set(mails.map((mail) => /^Message-ID: (.*)$/m.exec(mail.source)?.[1]?.trim()))
    expect(ids).toEqual(new Set(rows.map((row) => row.message_id)))
    const events = await eventsOf(world, account)
    expect(events).toHaveLength(200)
    expect(events[0]).toMatchObject({ name: 'Email sent', props: { emailId: account.emailId, flowId: 5, stepId: 6 } })
    const counts = await world.house.db.account(account.accountId, (tx) =>
      world.delivery.emailCounts(tx, account.accountId, { by: 'step' }),
    )
    expect(counts.get(6)).toMatchObject({ accepted: 200, delivered: 0, bounced: 0 })
  })

  it('writes the mail as its reader shall see it', async () => {
    const account = await sendingAccount(world)
    await plan(account)
    await world.sendAll()
    const mail = await simpleParser(world.receiver.mails.at(-1)?.source ?? '')
    expect(mail.subject).toBe('Hello Person 0')
    expect(mail.from?.value).toEqual([{ name: 'Acme', address: 'news@acme.example' }])
    expect(mail.html).toContain('Hello Person 0')
    expect(mail.html).toMatch(/href="http:\/\/localhost:3000\/t\/c\/[\w.~-]+">A<\/a>/)
    expect(mail.html).not.toContain('acme.example/a')
    expect(mail.html).toMatch(/src="http:\/\/localhost:3000\/t\/o\/[\w.-]+\.gif"/)
    expect(mail.html).toContain('Unsubscribe</a>')
    expect(mail.text).toContain('Unsubscribe: http://localhost:3000/u/')
    const header = (name: string) => mail.headerLines.find((line) => line.key === name)?.line ?? ''
    expect(header('list-unsubscribe')).toMatch(/<http:\/\/localhost:3000\/u\/[\w.-]+>/)
    expect(header('list-unsubscribe-post')).toContain('List-Unsubscribe=One-Click')
  })

  it('leaves what makes mail marketing off transactional mail', async () => {
    const account = await sendingAccount(world, { isTransactional: true })
    await plan(account)
    await world.sendAll()
    const source = world.receiver.mails.at(-1)?.source ?? ''
    expect(source).not.toMatch(/^list-unsubscribe/im)
    expect(source).not.toContain('Unsubscribe')
  })

  it('takes all mail of an account for marketing where an administrator said so', async () => {
    const account = await sendingAccount(world, { isTransactional: true, people: 2 })
    const { accountId, personIds } = account
    await world.house.db.system(async (tx) => {
      await tx.run(`update accounts set settings = '{"isTransactionalEmailOff": true}' where id = $1`, [accountId])
      await tx.run('update people set unsubscribed_at = $3 where account_id = $1 and id = $2', [
        accountId,
        personIds[0],
        world.house.clock.now(),
      ])
    })
    await plan(account)
    await world.sendAll()
    expect((await sendsOf(world, account)).map((row) => row.why ?? row.state).sort()).toEqual([
      'accepted',
      'unsubscribed',
    ])
    const source = world.receiver.mails.at(-1)?.source ?? ''
    expect(source).toMatch(/^list-unsubscribe/im)
  })

  it('sends system mail without an account and without counting it', async () => {
    await world.house.db.system((tx) =>
      world.delivery.sendSystemMail(tx, { to: 'olive@example.org', subject: 'Reset', text: 'Open <this>' }),
    )
    await world.sendAll()
    const mail = await simpleParser(world.receiver.mails.at(-1)?.source ?? '')
    expect(mail).toMatchObject({ subject: 'Reset' })
    expect(mail.html).toContain('Open &lt;this&gt;')
    expect(mail.html).not.toContain('/t/o/')
  })
})

describe('mail that does not go out', () => {
  const skipOf = async (account: SendingAccount, more: object = {}) => {
    await plan(account, more)
    await world.sendAll()
    return (await sendsOf(world, account)).map((row) => row.why ?? row.state)
  }
  const change = (account: SendingAccount, sql: string) =>
    world.house.db.system((tx) => tx.run(sql, [account.accountId]))

  it.each([
    ['unsubscribed', 'update people set unsubscribed_at = updated_at where account_id = $1'],
    ['archived', 'update people set archived_at = updated_at where account_id = $1'],
    ['no address', `update people set email = null, user_id = 'x' where account_id = $1`],
    ['bad address', `update people set email = 'not an address' where account_id = $1`],
    ['person gone', 'delete from people where account_id = $1'],
    ['email gone', 'delete from emails where account_id = $1'],
    ['email gone', 'update emails set archived_at = updated_at where account_id = $1'],
    ['email rejected', `update emails set can_spam_compliance = 'rejected' where account_id = $1`],
    [
      'bounced',
      `insert into suppressions select $1::int, 'p0@example.org', 'bounced', '', created_at from accounts where id = $1`,
    ],
    [
      'suppressed',
      `insert into suppressions select $1::int, 'p0@example.org', 'manual', '', created_at from accounts where id = $1`,
    ],
    [
      'complained',
      `insert into suppressions select $1::int, 'p0@example.org', 'complained', '', created_at from accounts where id = $1`,
    ],
  ])('is skipped with the reason: %s', async (why, sql) => {
    const account = await sendingAccount(world)
    await change(account, sql)
    const before = world.receiver.mails.length
    expect(await skipOf(account)).toEqual([why])
    expect(world.receiver.mails).toHaveLength(before)
  })

  it('is skipped where a server named the domain otherwise when it refused the address', async () => {
    const account = await sendingAccount(world)
    await change(account, `update people set email = 'p0@bücher.example' where account_id = $1`)
    await change(
      account,
      `insert into suppressions select $1::int, 'p0@xn--bcher-kva.example', 'bounced', '', created_at from accounts where id = $1`,
    )
    expect(await skipOf(account)).toEqual(['bounced'])
  })

  it('is skipped where the category is off', async () => {
    const account = await sendingAccount(world)
    await change(
      account,
      `with c as (insert into communication_categories (account_id, name, is_default, created_at)
         select $1::int, 'News', true, created_at from accounts where id = $1 returning account_id, id)
       insert into category_choices select $1::int, p.id, c.id, 'optOut', p.created_at from people p, c where p.account_id = $1`,
    )
    expect(await skipOf(account)).toEqual(['category off'])
  })

  it('goes out to those who have unsubscribed where it is transactional, but not to dead addresses', async () => {
    const account = await sendingAccount(world, { isTransactional: true })
    await change(account, 'update people set unsubscribed_at = updated_at where account_id = $1')
    expect(await skipOf(account)).toEqual(['accepted'])
  })

  it('fails alone where its Liquid cannot be run', async () => {
    const account = await sendingAccount(world, {
      people: 2,
      subject: '{{ person.firstName | date: 5, 6, 7 | nothing }}',
    })
    expect((await skipOf(account)).every((why) => why.includes('nothing'))).toBe(true)
    expect(await statesOf(world, account)).toEqual(['failed', 'failed'])
  })
})

describe('what the receiving server says', () => {
  const withFault = async (fault: FaultAt, account: SendingAccount) => {
    Object.assign(faults, fault)
    try {
      await plan(account)
      await world.sendAll()
    } finally {
      for (const name of Object.keys(faults)) delete (faults as Record<string, unknown>)[name]
    }
    return sendsOf(world, account)
  }

  it('4xx puts the mail off, and it goes out later', async () => {
    const account = await sendingAccount(world)
    const [row] = await withFault({ rcpt: () => '451 4.7.1 greylisted' }, account)
    expect(row).toMatchObject({ state: 'planned', attempts: 1, reply: '451 4.7.1 greylisted' })
    expect(row?.due_at.getTime()).toBeGreaterThan(world.house.clock.now().getTime())
    world.house.clock.advance(60_000)
    await world.sendAll()
    expect(await statesOf(world, account)).toEqual(['accepted'])
  })

  it('a dead address bounces, is suppressed and becomes an event', async () => {
    const account = await sendingAccount(world)
    const [row] = await withFault({ rcpt: () => '550 5.1.1 no such person' }, account)
    expect(row).toMatchObject({ state: 'bounced', reply: '550 5.1.1 no such person' })
    expect((await eventsOf(world, account)).map((event) => event.name)).toEqual(['Email bounced'])
    await plan(account, { reasonKey: 'again' })
    await world.sendAll()
    expect((await sendsOf(world, account)).at(-1)).toMatchObject({ state: 'skipped', why: 'bounced' })
  })

  it('another 5xx fails without a suppression', async () => {
    const account = await sendingAccount(world)
    const [row] = await withFault({ message: () => '554 5.6.0 no such content' }, account)
    expect(row).toMatchObject({ state: 'failed', reply: '554 5.6.0 no such content' })
    await plan(account, { reasonKey: 'again' })
    await world.sendAll()
    expect((await sendsOf(world, account)).at(-1)?.state).toBe('accepted')
  })

  it('silence after the last dot leaves marketing mail uncertain and sends transactional mail again under the same Message-ID', async () => {
    const marketing = await sendingAccount(world)
    const transactional = await sendingAccount(world, { isTransactional: true })
    await withFault({ message: () => 'drop' }, marketing)
    await withFault({ message: () => 'drop' }, transactional)
    expect(await statesOf(world, marketing)).toEqual(['uncertain'])
    expect(await statesOf(world, transactional)).toEqual(['uncertain'])
    world.house.clock.advance(10_000)
    await world.lookAfterWorkers()
    await world.sendAll()
    expect(await statesOf(world, marketing)).toEqual(['uncertain'])
    expect(await statesOf(world, transactional)).toEqual(['accepted'])
    const [row] = await sendsOf(world, transactional)
    const copies = world.receiver.mails.filter((mail) => mail.source.includes(row?.message_id ?? 'none'))
    expect(copies).toHaveLength(2)
  })

  it('a drop before the last dot loses nothing and repeats nothing', async () => {
    const account = await sendingAccount(world, { people: 30 })
    let seen = 0
    const before = world.receiver.mails.length
    await withFault({ rcpt: () => (++seen % 4 === 0 ? 'drop' : undefined) }, account)
    for (let more = 0; more < 10; more++) {
      world.house.clock.advance(5_000)
      await world.sendAll()
    }
    expect(new Set(await statesOf(world, account))).toEqual(new Set(['accepted']))
    expect(world.receiver.mails).toHaveLength(before + 30)
  })
})
