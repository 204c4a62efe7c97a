import type { FaultAt } from '@millrace/delivery/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { broadcastingAccount, EVERYBODY, openWorld, type World } from '../testing/index.ts'

let world: World
const faults: FaultAt = {}

beforeAll(async () => {
  world = await openWorld({ faults })
})
beforeEach(() => {
  world.receiver.mails.length = 0
})
afterAll(() => world.close())

const got = () => world.receiver.mails.map(({ to }) => to).sort()

describe('a broadcast', () => {
  it('goes to everybody of its segment who can be written to, once, and says who was left out and why', async () => {
    const account = await broadcastingAccount(world)
    const [one = 0] = account.personIds
    await account.unsubscribe([one])
    const { id } = await account.draft()
    const before = await account.client.call('broadcastAudience', { params: { id }, query: {} })
    expect(before).toMatchObject({ total: 10, counted: 10, sendable: 9, next: null })
    expect(before.excluded).toEqual([{ why: 'unsubscribed', words: 'The person has unsubscribed.', count: 1 }])
    const later = await account.client.call('broadcastAudience', { params: { id }, query: { after: one } })
    expect(later).toMatchObject({ total: 0, counted: 9, sendable: 9, next: null })
    expect((await account.send(id)).status).toBe('sending')
    await world.work()
    await world.pass(2_000)
    expect(got()).toEqual(
      account.personIds
        .slice(1)
        .map((_id, n) => `p${n + 1}@example.org`)
        .sort(),
    )
    expect(await account.get(id)).toMatchObject({
      status: 'sent',
      peopleEntered: 9,
      peopleExcluded: 1,
      peopleExited: 9,
      cachedMetric: { data: { delivered: 9, open: 0, click: 0 }, isStale: false },
    })
    const { people } = await account.client.call('listBroadcastPeople', {
      params: { id },
      query: { figure: 'excluded' },
    })
    expect(people).toMatchObject([{ id: one, email: 'p0@example.org', why: 'The person has unsubscribed.' }])
    await world.pass(60_000)
    expect(world.receiver.mails).toHaveLength(9)
  })

  it('lists before anything leaves who would be left out', async () => {
    const account = await broadcastingAccount(world, { people: 4 })
    await account.unsubscribe(account.personIds.slice(0, 2))
    const { id } = await account.draft()
    const asked = { params: { id }, query: { figure: 'excluded' as const, limit: 1 } }
    const first = await account.client.call('listBroadcastPeople', asked)
    expect(first.people.map((person) => person.id)).toEqual(account.personIds.slice(0, 1))
    const query = { ...asked.query, after: first.next ?? 0 }
    const second = await account.client.call('listBroadcastPeople', { ...asked, query })
    expect(second.people.map((person) => person.id)).toEqual(account.personIds.slice(1, 2))
  })

  it('is refused without an email that may be sent, an audience or a verified sender, in the words of each', async () => {
    const account = await broadcastingAccount(world, { fromEmail: 'Someone@else.example' })
    const { item } = await account.client.call('createBroadcast', { body: {} })
    expect(item).toMatchObject({ name: 'My Broadcast', status: 'draft', integrationId: null })
    const refusal = async (patch: object) => {
      await account.client.call('updateBroadcast', { params: { id: item.id }, body: patch })
      const reply = await account.client.send('sendBroadcast', { params: { id: item.id } })
      return [reply.status, (reply.body as never as { error: { message: string } }).error.message]
    }
    expect(await refusal({})).toEqual([422, 'No email selected.'])
    expect(await refusal({ emailId: account.emailId })).toEqual([
      422,
      'Address Someone@else.example has not been verified for sending email.',
    ])
    await world.house.db.system((tx) =>
      world.mail.delivery.addVerifiedAddress(tx, account.accountId, 'someone@ELSE.example'),
    )
    expect(await refusal({})).toEqual([422, 'No audience selected.'])
    const audience = { type: 'segment', segmentId: EVERYBODY }
    await account.client.call('updateBroadcast', { params: { id: item.id }, body: { audience } as never })
    const look = (word: string) =>
      world.house.db.system((tx) =>
        tx.run('update emails set can_spam_compliance = $2 where account_id = $1', [account.accountId, word]),
      )
    await look('rejected')
    expect(await refusal({})).toEqual([422, expect.stringContaining('was looked at and may not be sent.')])
    await look('approved')
    expect((await account.send(item.id)).status).toBe('sending')
    expect((await account.client.send('sendBroadcast', { params: { id: item.id } })).status).toBe(409)
    await world.pass(1_000)
  })

  it('is another account’s business alone', async () => {
    const account = await broadcastingAccount(world)
    const other = await broadcastingAccount(world)
    const { id } = await account.draft()
    for (const call of [
      'getBroadcast',
      'sendBroadcast',
      'cancelBroadcast',
      'pauseBroadcast',
      'broadcastResults',
    ] as const)
      expect((await other.client.send(call, { params: { id } })).status).toBe(404)
    const query = { ids: [id] }
    expect((await other.client.call('broadcastFigures', { query })).figures).toEqual([])
    const reader = world.server.as({ ...account, isOwner: false, scopes: ['broadcasts:read', 'emails:read'] })
    expect((await reader.send('sendBroadcast', { params: { id } })).status).toBe(403)
  })

  it('waits for its time, becomes a draft when it is changed, and is refused from two tabs', async () => {
    const account = await broadcastingAccount(world)
    const sendAt = new Date(world.house.clock.now().getTime() + 3_600_000).toISOString()
    const draft = await account.draft({ sendAt })
    const scheduled = await account.send(draft.id)
    expect(scheduled).toMatchObject({ status: 'scheduled', startsAt: sendAt })
    await world.work()
    expect(world.receiver.mails).toEqual([])
    const params = { id: draft.id }
    const late = { params, body: { emailId: account.emailId, revision: draft.revision } }
    expect((await account.client.send('updateBroadcast', late)).status).toBe(409)
    const renamed = await account.client.call('updateBroadcast', { params, body: { name: 'Spring' } })
    expect(renamed.item.status).toBe('scheduled')
    const body = { emailId: account.emailId, revision: renamed.item.revision }
    expect((await account.client.call('updateBroadcast', { params, body })).item.status).toBe('draft')
    await account.send(draft.id)
    await world.pass(3_600_000)
    expect(world.receiver.mails).toHaveLength(10)
    expect((await account.get(draft.id)).status).toBe('sent')
    expect((await account.client.send('updateBroadcast', { params, body: { emailId: null } })).status).toBe(409)
  })

  it('sends what it was when it began, whatever is saved after', async () => {
    const account = await broadcastingAccount(world, { people: 2 })
    const { id } = await account.draft()
    await account.send(id)
    await world.house.db.system(async (tx) => {
      await tx.run(
        `insert into email_versions (account_id, email_id, version, subject, from_name, from_email, html, created_at, updated_at)
         select account_id, email_id, 2, 'Changed', from_name, from_email, html, created_at, updated_at from email_versions
         where account_id = $1 and email_id = $2 and version = 1`,
        [account.accountId, account.emailId],
      )
      await tx.run('update emails set version = 2 where account_id = $1 and id = $2', [
        account.accountId,
        account.emailId,
      ])
    })
    await world.work()
    expect(world.receiver.mails.map(({ source }) => /^Subject: (.*)$/m.exec(source)?.[1]?.trim()).sort()).toEqual([
      'Hello Person 0',
      'Hello Person 1',
    ])
  })

  it('fails where nobody could be written to, and says why', async () => {
    const account = await broadcastingAccount(world, { people: 2 })
    await account.unsubscribe(account.personIds)
    const { id } = await account.draft()
    await account.send(id)
    await world.work()
    expect(await account.get(id)).toMatchObject({
      status: 'failed',
      problem: 'Nobody in the audience could be written to: unsubscribed.',
    })
  })
})

describe('stopping', () => {
  it('pauses what has not left and goes on', async () => {
    const account = await broadcastingAccount(world)
    const { id } = await account.draft()
    await account.send(id)
    await account.client.call('pauseBroadcast', { params: { id } })
    await world.work()
    expect(world.receiver.mails).toEqual([])
    expect(await account.get(id)).toMatchObject({ status: 'sending', isPaused: true, peopleEntered: 10 })
    await account.client.call('resumeBroadcast', { params: { id } })
    await world.pass(1_000)
    expect(world.receiver.mails).toHaveLength(10)
    expect((await account.get(id)).status).toBe('sent')
    expect((await account.client.send('pauseBroadcast', { params: { id } })).status).toBe(409)
  })

  it('cancels: what waits in the ledger is skipped, what was not planned is not planned', async () => {
    const account = await broadcastingAccount(world)
    const sendAt = new Date(world.house.clock.now().getTime() + 60_000).toISOString()
    const { id } = await account.draft({ sendAt })
    await account.send(id)
    const canceled = await account.client.call('cancelBroadcast', { params: { id } })
    expect(canceled.item.status).toBe('canceled')
    await world.pass(120_000)
    expect(world.receiver.mails).toEqual([])
    expect((await account.client.send('cancelBroadcast', { params: { id } })).status).toBe(409)
    expect((await account.client.send('sendBroadcast', { params: { id } })).status).toBe(409)
  })

  it('archives what is over or has not begun, never what is being sent', async () => {
    const account = await broadcastingAccount(world)
    const { id } = await account.draft()
    await account.send(id)
    expect((await account.client.send('archiveBroadcast', { params: { id } })).status).toBe(409)
    await world.pass(1_000)
    await account.client.call('archiveBroadcast', { params: { id } })
    const listed = await account.client.call('listBroadcasts', { query: {} })
    expect(listed).toMatchObject({ items: [], counts: { current: 0, archived: 1 } })
    const archived = await account.client.call('listBroadcasts', { query: { archived: 'true', search: 'new' } })
    expect(archived.items.map((item) => item.id)).toEqual([id])
  })
})
