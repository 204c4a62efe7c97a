import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { arrivedOf, sentOf } from '../../contract/index.ts'
import {
  countsOf,
  eventsOf,
  type FaultAt,
  keyOfRow,
  openRelayedWorld,
  planMails,
  type RelayedWorld,
  type SendingAccount,
  type SendRow,
  sendingAccount,
  sendsOf,
  suppressedOf,
} from '../../testing/index.ts'
import type { MailReport } from './reports.ts'

let world: RelayedWorld
const faults: FaultAt = {}
let reasonAt = new Date('2026-03-10T09:00:00.000Z')
let count = 0

beforeAll(async () => {
  world = await openRelayedWorld({ faults })
})
afterAll(() => world.close())

const rowOf = async (account: SendingAccount) => (await sendsOf(world, account)).at(-1) as SendRow

/** Each mail is for a reason of its own. */
const plan = async (account: SendingAccount, more: object = {}) => {
  reasonAt = new Date(reasonAt.getTime() + 1_000)
  await planMails(world, account, { reasonAt, flowId: 5, stepId: 6, ...more })
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

const namesOf = async (account: SendingAccount) => (await eventsOf(world, account)).map(({ name }) => name)

const figuresOf = async (account: SendingAccount) => {
  const { accepted, delivered, bounced, complained, unsubscribed, replied, failed } = await countsOf(world, account)
  return { accepted, delivered, bounced, complained, unsubscribed, replied, failed }
}
const NONE = { accepted: 1, delivered: 0, bounced: 0, complained: 0, unsubscribed: 0, replied: 0, failed: 0 }

describe('what comes back', () => {
  it('a bounce ends the mail, is told once, and the address is suppressed', async () => {
    const account = await sendingAccount(world)
    const send = await sent(account)
    expect(await take(account.accountId, { send, isHard: true, key: 'same' })).toBe(1)
    expect(await take(account.accountId, { send, isHard: true, key: 'same' })).toBe(0)
    await take(account.accountId, { send, isHard: true })
    expect(await rowOf(account)).toMatchObject({ state: 'bounced', reply: '550 5.1.1 nobody' })
    expect(await namesOf(account)).toEqual(['Email sent', 'Email bounced'])
    expect(await figuresOf(account)).toEqual({ ...NONE, bounced: 1 })
    expect(await suppressedOf(world, account)).toEqual([{ address: 'p0@example.org', reason: 'bounced' }])
  })

  it('counts as a share of all that was sent, also of what was refused before it was taken', async () => {
    const account = await sendingAccount(world, { people: 10 })
    faults.rcpt = (to) => (to.startsWith('p0@') ? '550 5.1.1 no such person' : undefined)
    await plan(account)
    await world.sendAll().finally(() => delete faults.rcpt)
    const later = (await sendsOf(world, account)).find(({ state }) => state === 'accepted') as SendRow
    await take(account.accountId, { send: keyOfRow(later), isHard: true })
    const figures = await countsOf(world, account)
    expect(figures).toMatchObject({ accepted: 9, bounced: 2, refused: 1 })
    expect([sentOf(figures), arrivedOf(figures)]).toEqual([10, 8])
    const [mail] = await world.house.db.system((tx) =>
      world.delivery.mailOfAccounts(tx, new Date(0), [account.accountId]),
    )
    expect(mail).toMatchObject({ sent: 10, bounced: 2 })
  })

  it('the same report twice in one call is one', async () => {
    const account = await sendingAccount(world)
    const send = await sent(account)
    const same = { send, kind: 'delivered' as const, key: 'same' }
    expect(await take(account.accountId, same, same)).toBe(1)
    expect(await namesOf(account)).toEqual(['Email sent', 'Email delivered'])
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
    expect(await suppressedOf(world, account)).toEqual([{ address: 'p0@example.org', reason: 'complained' }])
    expect(await namesOf(account)).toEqual(['Email sent', 'Email complained', 'Email unsubscribed'])
    await sent(account)
    expect(await rowOf(account)).toMatchObject({ state: 'skipped', why: 'unsubscribed' })
  })

  it('a complaint of a colleague is said of the colleague alone', async () => {
    const account = await sendingAccount(world)
    const send = await sent(account, { toAddress: 'colleague@example.org' })
    await take(account.accountId, { send, kind: 'complained', detail: 'abuse' })
    const addresses = (await suppressedOf(world, account)).map(({ address }) => address)
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
      const before = world.receiver.mails.length
      await take(account.accountId, { send, kind: 'delivered' })
      await world.sendAll()
      await world.lookAfterWorkers()
      await world.sendAll()
      expect(world.receiver.mails).toHaveLength(before)
      const row = await rowOf(account)
      expect(row).toMatchObject({ state: 'delivered' })
      expect(row.accepted_at).not.toBeNull()
      expect(await namesOf(account)).toEqual(['Email sent', 'Email delivered'])
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
    expect((await namesOf(account)).toSorted()).toEqual(['Email bounced', 'Email sent'])
    expect(await figuresOf(account)).toEqual({ ...NONE, bounced: 1 })
  })

  it('a mail that never left takes no report', async () => {
    const account = await sendingAccount(world)
    await plan(account, { dueAt: new Date(world.house.clock.now().getTime() + 3_600_000) })
    const send = { accountId: account.accountId, reasonAt, id: (await rowOf(account)).id }
    await take(account.accountId, { send, isHard: true })
    expect(await rowOf(account)).toMatchObject({ state: 'planned' })
    expect(await suppressedOf(world, account)).toEqual([])
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
    expect(await suppressedOf(world, other)).toEqual([])
  })

  it('an address without a mail is taken at its word', async () => {
    const account = await sendingAccount(world)
    await take(account.accountId, { address: 'Gone@Example.org', isHard: true })
    await take(account.accountId, { address: 'left@example.org', kind: 'unsubscribed' })
    expect(await suppressedOf(world, account)).toEqual([
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
    expect(await suppressedOf(world, account)).toEqual([])
    await take(account.accountId, { send: await sent(account), kind: 'delivered' })
    await fail(4)
    expect(await suppressedOf(world, account)).toEqual([])
    await fail(1)
    expect(await suppressedOf(world, account)).toEqual([{ address: 'p0@example.org', reason: 'bounced' }])
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
    expect(await suppressedOf(world, account)).toEqual([{ address: 'p0@example.org', reason: 'bounced' }])
  })

  it('each reply is told, the mail is counted once', async () => {
    const account = await sendingAccount(world)
    const send = await sent(account)
    await take(account.accountId, { send, kind: 'replied' }, { send, kind: 'replied' })
    expect(await namesOf(account)).toEqual(['Email sent', 'Email replied', 'Email replied'])
    expect(await figuresOf(account)).toEqual({ ...NONE, replied: 1 })
  })
})
