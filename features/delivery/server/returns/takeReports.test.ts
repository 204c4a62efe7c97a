import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type FaultAt,
  openWorld,
  type Receiver,
  type SendingAccount,
  sendingAccount,
  startReceiver,
  type World,
} from '../../testing/index.ts'
import type { MailReport } from './reports.ts'

let world: World
let receiver: Receiver
const faults: FaultAt = {}
let reasonAt = new Date('2026-03-10T09:00:00.000Z')
let count = 0

beforeAll(async () => {
  receiver = await startReceiver({ faults })
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'millrace-'))
  world = await openWorld({ SMTP_URL: `smtp://127.0.0.1:${receiver.port}?tls=never`, DATA_DIR })
})
afterAll(async () => {
  await world.delivery.close()
  await receiver.close()
})

type Row = {
  id: number
  state: string
  reply: string | null
  accepted_at: Date | null
  delivered_at: Date | null
  bounced_at: Date | null
}

const rowOf = async ({ accountId }: SendingAccount) => {
  const [row] = await world.house.db.system((tx) =>
    tx.rows<Row>('select * from sends where account_id = $1 order by account_id, reason_at desc, id desc limit 1', [
      accountId,
    ]),
  )
  return row!
}

const plan = async (account: SendingAccount, more: object = {}) => {
  reasonAt = new Date(reasonAt.getTime() + 1_000)
  await world.house.db.account(account.accountId, (tx) =>
    world.delivery.planSends(tx, account.accountId, [
      {
        personId: account.personIds[0]!,
        emailId: account.emailId,
        reasonKind: 'flow',
        reasonKey: 'visit',
        reasonAt,
        flowId: 5,
        stepId: 6,
        dueAt: world.house.clock.now(),
        ...more,
      },
    ]),
  )
}

const sent = async (account: SendingAccount, more: object = {}) => {
  await plan(account, more)
  await world.sendAll()
  return { accountId: account.accountId, reasonAt, id: (await rowOf(account)).id }
}

const take = (accountId: number, ...reports: Partial<MailReport>[]) =>
  world.house.db.system((tx) =>
    world.delivery.takeReports(
      tx,
      accountId,
      reports.map((report) => ({
        kind: 'bounced' as const,
        at: world.house.clock.now(),
        detail: '550 5.1.1 nobody',
        key: `report ${++count}`,
        ...report,
      })),
    ),
  )

const eventsOf = async ({ accountId }: SendingAccount) =>
  (
    await world.house.db.system((tx) =>
      tx.rows<{ name: string }>(
        `select n.name from events e join event_names n on n.account_id = $1 and n.id = e.name_id
         where e.account_id = $1 order by e.account_id, e.id`,
        [accountId],
      ),
    )
  ).map(({ name }) => name)

const figuresOf = async ({ accountId, emailId }: SendingAccount) => {
  const counts = await world.house.db.account(accountId, (tx) =>
    world.delivery.emailCounts(tx, accountId, { by: 'email', ids: [emailId] }),
  )
  const { accepted, delivered, bounced, complained, unsubscribed, replied, failed } = counts.get(emailId)!
  return { accepted, delivered, bounced, complained, unsubscribed, replied, failed }
}
const NONE = { accepted: 1, delivered: 0, bounced: 0, complained: 0, unsubscribed: 0, replied: 0, failed: 0 }

const suppressedOf = ({ accountId }: { accountId: number }) =>
  world.house.db.system((tx) =>
    tx.rows<{ address: string; reason: string }>(
      'select address, reason from suppressions where account_id = $1 order by reason',
      [accountId],
    ),
  )

describe('what comes back', () => {
  it('a bounce ends the mail, is told once, and the address is suppressed', async () => {
    const account = await sendingAccount(world)
    const send = await sent(account)
    expect(await take(account.accountId, { send, isHard: true, key: 'same' })).toBe(1)
    expect(await take(account.accountId, { send, isHard: true, key: 'same' })).toBe(0)
    await take(account.accountId, { send, isHard: true })
    expect(await rowOf(account)).toMatchObject({ state: 'bounced', reply: '550 5.1.1 nobody' })
    expect(await eventsOf(account)).toEqual(['Email sent', 'Email bounced'])
    expect(await figuresOf(account)).toEqual({ ...NONE, bounced: 1 })
    expect(await suppressedOf(account)).toEqual([{ address: 'p0@example.org', reason: 'bounced' }])
  })

  it('the same report twice in one call is one', async () => {
    const account = await sendingAccount(world)
    const send = await sent(account)
    const same = { send, kind: 'delivered' as const, key: 'same' }
    expect(await take(account.accountId, same, same)).toBe(1)
    expect(await eventsOf(account)).toEqual(['Email sent', 'Email delivered'])
  })

  it('comes to the same in whichever order it is told', async () => {
    const kinds = ['delivered', 'bounced', 'complained'] as const
    for (const order of [kinds, kinds.toReversed()]) {
      const account = await sendingAccount(world)
      const send = await sent(account)
      for (const kind of order) await take(account.accountId, { send, kind, isHard: false })
      expect(await rowOf(account)).toMatchObject({ state: 'complained' })
      expect(await figuresOf(account)).toEqual({ ...NONE, delivered: 1, bounced: 1, complained: 1, unsubscribed: 1 })
    }
  })

  it('a complaint unsubscribes the person and suppresses the address', async () => {
    const account = await sendingAccount(world)
    const send = await sent(account)
    await take(account.accountId, { send, kind: 'complained', detail: 'abuse' })
    expect(await suppressedOf(account)).toEqual([{ address: 'p0@example.org', reason: 'complained' }])
    expect(await eventsOf(account)).toEqual(['Email sent', 'Email complained', 'Email unsubscribed'])
    await sent(account)
    expect(await rowOf(account)).toMatchObject({ state: 'skipped', why: 'unsubscribed' })
  })

  it('a complaint of a colleague is said of the colleague alone', async () => {
    const account = await sendingAccount(world)
    const send = await sent(account, { toAddress: 'colleague@example.org' })
    await take(account.accountId, { send, kind: 'complained', detail: 'abuse' })
    const addresses = (await suppressedOf(account)).map(({ address }) => address)
    expect(new Set(addresses)).toEqual(new Set(['colleague@example.org']))
    await sent(account)
    expect(await rowOf(account)).toMatchObject({ state: 'accepted' })
  })

  it.each(['uncertain', 'attempting', 'planned'])(
    'a report settles a mail that stands as %s, and it does not go again',
    async (state) => {
      const account = await sendingAccount(world)
      faults.message = () => 'drop'
      const send = await sent(account)
      faults.message = undefined as never
      await world.house.db.system((tx) =>
        tx.run(`update sends set state = $2, claimed_by = 'somebody', due_at = $3 where account_id = $1`, [
          account.accountId,
          state,
          world.house.clock.now(),
        ]),
      )
      const before = receiver.mails.length
      await take(account.accountId, { send, kind: 'delivered' })
      await world.sendAll()
      await world.lookAfterWorkers()
      await world.sendAll()
      expect(receiver.mails).toHaveLength(before)
      const row = await rowOf(account)
      expect(row).toMatchObject({ state: 'delivered' })
      expect(row.accepted_at).not.toBeNull()
      expect(await eventsOf(account)).toEqual(['Email sent', 'Email delivered'])
      expect(await figuresOf(account)).toEqual({ ...NONE, delivered: 1 })
    },
  )

  it('a report that is here before the answer of the relay is written counts the mail once', async () => {
    const account = await sendingAccount(world)
    // The relay tells that it bounced before it says yes to it.
    let early: Promise<unknown> | undefined
    faults.message = () => {
      early ??= rowOf(account).then(({ id }) =>
        take(account.accountId, { send: { accountId: account.accountId, reasonAt, id }, isHard: true }),
      )
      return undefined
    }
    await plan(account)
    const sending = world.sendAll()
    await sending
    await early
    faults.message = undefined as never
    expect(await rowOf(account)).toMatchObject({ state: 'bounced' })
    expect((await eventsOf(account)).toSorted()).toEqual(['Email bounced', 'Email sent'])
    expect(await figuresOf(account)).toEqual({ ...NONE, bounced: 1 })
  })

  it('a mail that never left takes no report', async () => {
    const account = await sendingAccount(world)
    await plan(account, { dueAt: new Date(world.house.clock.now().getTime() + 3_600_000) })
    const send = { accountId: account.accountId, reasonAt, id: (await rowOf(account)).id }
    await take(account.accountId, { send, isHard: true })
    expect(await rowOf(account)).toMatchObject({ state: 'planned' })
    expect(await suppressedOf(account)).toEqual([])
  })

  it("another account's mail is none of one's business", async () => {
    const account = await sendingAccount(world)
    const other = await sendingAccount(world)
    const send = await sent(account)
    expect(await take(other.accountId, { send, isHard: true, address: 'p0@example.org' })).toBe(0)
    await take(other.accountId, {
      send: { ...send, accountId: other.accountId },
      isHard: true,
      address: 'p0@example.org',
    })
    expect(await rowOf(account)).toMatchObject({ state: 'accepted' })
    expect(await suppressedOf(other)).toEqual([])
  })

  it('an address without a mail is taken at its word', async () => {
    const account = await sendingAccount(world)
    await take(account.accountId, { address: 'Gone@Example.org', isHard: true })
    await take(account.accountId, { address: 'left@example.org', kind: 'unsubscribed' })
    expect(await suppressedOf(account)).toEqual([
      { address: 'gone@example.org', reason: 'bounced' },
      { address: 'left@example.org', reason: 'unsubscribed' },
    ])
  })

  it('five temporary failures over three days suppress; one that arrived begins anew', async () => {
    const account = await sendingAccount(world)
    const fail = async (times: number) => {
      for (let time = 0; time < times; time++) {
        const send = await sent(account)
        await take(account.accountId, { send, isHard: false, detail: '452 4.2.2 mailbox full' })
        world.house.clock.advance(86_400_000)
      }
    }
    await fail(4)
    expect(await suppressedOf(account)).toEqual([])
    await take(account.accountId, { send: await sent(account), kind: 'delivered' })
    await fail(4)
    expect(await suppressedOf(account)).toEqual([])
    await fail(1)
    expect(await suppressedOf(account)).toEqual([{ address: 'p0@example.org', reason: 'bounced' }])
  })

  it('what is refused at the door for a full mailbox counts likewise', async () => {
    const account = await sendingAccount(world)
    faults.rcpt = () => '552 5.2.2 mailbox full'
    for (let time = 0; time < 5; time++) {
      await sent(account)
      expect(await rowOf(account)).toMatchObject({ state: 'failed' })
      world.house.clock.advance(86_400_000)
    }
    faults.rcpt = undefined as never
    expect(await suppressedOf(account)).toEqual([{ address: 'p0@example.org', reason: 'bounced' }])
  })

  it('each reply is told, the mail is counted once', async () => {
    const account = await sendingAccount(world)
    const send = await sent(account)
    await take(account.accountId, { send, kind: 'replied' }, { send, kind: 'replied' })
    expect(await eventsOf(account)).toEqual(['Email sent', 'Email replied', 'Email replied'])
    expect(await figuresOf(account)).toEqual({ ...NONE, replied: 1 })
  })
})
