import { callServer, type TestClient } from '@millrace/kit/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { deliveryContract } from '../../contract/index.ts'
import {
  type FaultAt,
  openRelayedWorld,
  type ProviderDoubles,
  planMails,
  type Receiver,
  type RelayedWorld,
  type SendingAccount,
  type SesDouble,
  sendingAccount,
  sendsOf,
  startProviderDoubles,
  startSesDouble,
  statesOf,
} from '../../testing/index.ts'
import { tagOf } from './provider.ts'

let world: RelayedWorld
let relay: Receiver
let doubles: ProviderDoubles
let ses: SesDouble
let admin: TestClient<typeof deliveryContract>
let member: TestClient<typeof deliveryContract>
const faults: FaultAt = {}
const rateOf = (MaxSendRate: number) => ({ SendQuota: { MaxSendRate } })

beforeAll(async () => {
  doubles = await startProviderDoubles()
  world = await openRelayedWorld({ faults, settings: { ...doubles.settings, MAIL_PROVIDERS: 'smtp,ses,sendgrid' } })
  relay = world.receiver
  ses = doubles.ses
  const server = await callServer(world.delivery)
  const { accountId } = await world.house.newAccount()
  admin = server.as({ accountId, isAdmin: true })
  member = server.as({ accountId, isOwner: true })
})

afterAll(async () => {
  await world.close()
  await Promise.all([doubles.close(), ses.close()])
})

beforeEach(() => {
  relay.mails.length = 0
  doubles.sendGrid.mails.length = 0
  ses.mails.length = 0
  ses.fault = undefined
  ses.quota = rateOf(100_000)
  for (const name of Object.keys(faults)) delete faults[name as keyof FaultAt]
})

let reasons = 0

/** Each time for another reason. */
const plan = (account: SendingAccount, more: object = {}) =>
  planMails(world, account, { reasonKey: `visit ${++reasons}`, flowId: 5, stepId: 6, ...more })

const moveTo = (account: SendingAccount, to: 'moveToSes' | 'moveToSendGrid', body?: object) =>
  admin.call(to, { params: { id: account.accountId }, ...(body && { body }) } as never)

const OWN_SES = { region: 'us-east-1', accessKey: 'AKOWN', secretKey: 'own secret', configurationSet: 'Own' }

describe('moving an account', () => {
  it('lets its mail leave by SES from then on, and others go on as before', async () => {
    const [one, other] = [await sendingAccount(world), await sendingAccount(world)]
    const { provider } = await moveTo(one, 'moveToSes')
    expect(provider).toMatchObject({
      kind: 'ses',
      isOwn: false,
      hookUrl: expect.stringContaining('/v1/hooks/mail/ses/'),
    })
    await plan(one)
    await plan(other)
    await world.sendAll()
    expect(ses.mails.map(({ to }) => to)).toEqual([['p0@example.org']])
    expect(relay.mails).toHaveLength(1)
    const [row] = await sendsOf(world, one)
    expect(row).toMatchObject({ state: 'accepted', provider: 3 })
    expect(tagOf(row?.message_id ?? '')).toBe(ses.mails[0]?.tags.millrace)
    expect((await sendsOf(world, other))[0]).toMatchObject({ state: 'accepted', provider: 2 })
  })

  it('lets its mail leave by SendGrid, which is told which mail it is and to leave it as it is', async () => {
    const account = await sendingAccount(world)
    await moveTo(account, 'moveToSendGrid')
    await plan(account)
    await world.sendAll()
    const [mail] = doubles.sendGrid.mails
    const [, field = ''] = /^X-SMTPAPI: ((?:.*\r\n[ ])*.*)\r\n/.exec(mail?.source ?? '') ?? []
    const told = JSON.parse(field)
    expect(told.filters).toMatchObject({
      clicktrack: { settings: { enable: 0 } },
      opentrack: { settings: { enable: 0 } },
    })
    const [row] = await sendsOf(world, account)
    expect(row).toMatchObject({ state: 'accepted', provider: 4 })
    expect(tagOf(row?.message_id ?? '')).toBe(told.unique_args.millrace)
    expect(Math.max(...(mail?.source ?? '').split('\r\n').map(({ length }) => length))).toBeLessThan(998)
  })

  it('uses its own credentials, which nobody reads back', async () => {
    const account = await sendingAccount(world)
    const { provider } = await moveTo(account, 'moveToSes', OWN_SES)
    expect(provider).toMatchObject({ isOwn: true, hookUrl: expect.stringContaining(`/mail/${account.accountId}-ses/`) })
    await plan(account)
    await world.sendAll()
    expect(ses.mails[0]).toMatchObject({ configurationSet: 'Own' })
    expect(ses.mails[0]?.authorization).toContain('Credential=AKOWN/')
    expect(ses.mails[0]?.authorization).toContain('/us-east-1/ses/')
    const kept = await world.house.db.system((tx) =>
      tx.one<{ sealed: string }>('select sealed from mail_providers where account_id = $1', [account.accountId]),
    )
    expect(kept?.sealed).not.toContain('own secret')
    const shown = await admin.send('getMailProvider', { params: { id: account.accountId } })
    expect(shown.text).not.toMatch(/own secret|AKOWN/)
  })

  it('from SES leads to SendGrid, from SendGrid to what the installation uses; credentials are kept', async () => {
    const account = await sendingAccount(world)
    await moveTo(account, 'moveToSes', OWN_SES)
    const params = { id: account.accountId }
    const leave = await admin.send('moveFromSes', { params })
    expect(leave.status).toBe(204)
    const kindOf = async () => (await admin.call('getMailProvider', { params })).provider.kind
    expect(await kindOf()).toBe('sendgrid')
    expect((await admin.send('moveFromSes', { params })).status).toBe(409)
    expect((await admin.send('moveFromSendGrid', { params })).status).toBe(204)
    expect(await kindOf()).toBe('smtp')
    await plan(account)
    await world.sendAll()
    expect(relay.mails).toHaveLength(1)
    expect((await moveTo(account, 'moveToSes')).provider.isOwn).toBe(true)
  })

  it('is for administrators, of accounts that are there, with credentials that can be', async () => {
    const account = await sendingAccount(world)
    const params = { id: account.accountId }
    for (const name of ['moveToSes', 'moveFromSes', 'moveToSendGrid', 'moveFromSendGrid', 'getMailProvider'] as const) {
      expect((await member.send(name, { params } as never)).status).toBe(403)
      expect((await admin.send(name, { params: { id: 999_999 } } as never)).status).toBe(404)
    }
    const wrong = await admin.send('moveToSes', { params, body: { ...OWN_SES, region: 'x/../evil.example#' } })
    expect(wrong.status).toBe(400)
    const none = await admin.send('moveToSendGrid', { params, body: { apiKey: '' } })
    expect(none.status).toBe(400)
    expect((await admin.call('getMailProvider', { params })).provider.kind).toBe('smtp')
  })

  it('waits, and goes through nobody else, where its credentials cannot be read', async () => {
    const account = await sendingAccount(world)
    await moveTo(account, 'moveToSes', OWN_SES)
    await world.house.db.system((tx) =>
      tx.run(`update mail_providers set sealed = 'xxxx' where account_id = $1`, [account.accountId]),
    )
    await plan(account)
    await world.sendAll()
    expect(await statesOf(world, account)).toEqual(['planned'])
    expect([relay.mails.length, ses.mails.length]).toEqual([0, 0])
    await moveTo(account, 'moveToSes', OWN_SES)
    await world.sendAll()
    expect(await statesOf(world, account)).toEqual(['accepted'])
  })
})

describe('what SES takes in a second', () => {
  it('holds for all who use its account, and they are served in turn', async () => {
    ses.quota = rateOf(2)
    const accounts = [await sendingAccount(world, { people: 4 }), await sendingAccount(world, { people: 4 })]
    for (const account of accounts) {
      await moveTo(account, 'moveToSes', { ...OWN_SES, accessKey: 'AKPACED' })
      await plan(account)
    }
    const left: number[] = []
    const accepted = async (account: SendingAccount) =>
      (await statesOf(world, account)).filter((state) => state === 'accepted').length
    for (let second = 0; second < 4; second++) {
      await world.sendAll()
      left.push(ses.mails.length)
      if (second === 1) expect(await Promise.all(accounts.map(accepted))).toEqual([2, 2])
      world.house.clock.advance(1_000)
    }
    expect(left).toEqual([2, 4, 6, 8])
  })

  it('counts everybody who gets a copy', async () => {
    ses.quota = rateOf(4)
    const account = await sendingAccount(world, { people: 2 })
    await moveTo(account, 'moveToSes', { ...OWN_SES, accessKey: 'AKCOPIES' })
    await plan(account)
    const copies = { cc: ['a@acme.example'], bcc: ['b@acme.example', 'c@acme.example'] }
    await world.house.db.system((tx) =>
      tx.run('update sends set properties = $2 where account_id = $1', [account.accountId, JSON.stringify(copies)]),
    )
    await world.sendAll()
    expect(ses.mails).toHaveLength(2)
    // Eight were written to, four more than fit in.
    await plan(account)
    world.house.clock.advance(1_000)
    await world.sendAll()
    expect(ses.mails).toHaveLength(2)
    world.house.clock.advance(1_000)
    await world.sendAll()
    expect(ses.mails).toHaveLength(4)
  })
})

describe('a provider in trouble', () => {
  const both = async () => {
    const [onRelay, onSes] = [
      await sendingAccount(world, { people: 300 }),
      await sendingAccount(world, { people: 300 }),
    ]
    await moveTo(onSes, 'moveToSes')
    return { onRelay, onSes }
  }
  const advance = () => world.house.clock.advance(61_000)

  let days = 0
  // Whoever was given a rest in one test has had it before the next.
  beforeEach(() => world.house.clock.advance(++days * 86_400_000))

  it('stops nobody else: an account on SES goes on while the relay is down', async () => {
    const { onRelay, onSes } = await both()
    faults.connect = () => 'drop'
    faults.mail = () => 'drop'
    await plan(onRelay)
    await plan(onSes)
    await world.sendAll()
    expect(new Set(await statesOf(world, onSes))).toEqual(new Set(['accepted']))
    expect(new Set(await statesOf(world, onRelay))).toEqual(new Set(['planned']))
    delete faults.connect
    delete faults.mail
    for (let turn = 0; turn < 3; turn++) {
      advance()
      await world.sendAll()
    }
    expect(new Set(await statesOf(world, onRelay))).toEqual(new Set(['accepted']))
    expect(new Set(relay.mails.map(({ to }) => to)).size).toBe(300)
    expect(relay.mails).toHaveLength(300)
  })

  it('is given a rest where it asks for one: rows wait without using up their tries, and go later, each once', async () => {
    const { onSes } = await both()
    const from = ses.asked
    ses.fault = (count) =>
      count - from > 100 && count - from <= 250 ? { status: 429, name: 'TooManyRequestsException' } : undefined
    await plan(onSes)
    await world.sendAll()
    const states = await statesOf(world, onSes)
    expect(states.filter((state) => state === 'accepted').length).toBe(ses.mails.length)
    expect(new Set(states)).toEqual(new Set(['accepted', 'planned']))
    for (let turn = 0; turn < 10; turn++) {
      advance()
      await world.sendAll()
    }
    const rows = await sendsOf(world, onSes)
    expect(new Set(rows.map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(new Set(['accepted 1']))
    expect(new Set(ses.mails.map(({ to }) => to[0])).size).toBe(300)
    expect(ses.mails).toHaveLength(300)
  })

  it('is never given again what it took without a word, not even mail that people wait for', async () => {
    const account = await sendingAccount(world, { isTransactional: true })
    await moveTo(account, 'moveToSes')
    ses.fault = () => 'drop'
    await plan(account, { isTransactional: true })
    await world.sendAll()
    ses.fault = undefined
    for (let turn = 0; turn < 3; turn++) {
      world.house.clock.advance(600_000)
      await world.lookAfterWorkers()
      await world.sendAll()
    }
    expect(await statesOf(world, account)).toEqual(['uncertain'])
    expect(ses.mails).toHaveLength(1)
  })

  it('stops nobody else: an account on the relay goes on while SES takes mail and says nothing', async () => {
    const { onRelay, onSes } = await both()
    await plan(onSes)
    ses.fault = () => 'silent'
    const loop = world.delivery.loops?.find(({ name }) => name === 'sends')
    // All lanes that SES may have are filled with its batches, none of which ends.
    await loop?.work(new Set([0, onSes.accountId]))
    await vi.waitUntil(() => ses.mails.length >= 32, { timeout: 30_000 })
    await plan(onRelay)
    await vi.waitUntil(
      async () => {
        await loop?.work(new Set([onRelay.accountId]))
        return (await statesOf(world, onRelay)).every((state) => state === 'accepted')
      },
      { timeout: 30_000, interval: 50 },
    )
    expect(relay.mails).toHaveLength(300)
    expect(await statesOf(world, onSes)).not.toContain('accepted')
    // What SES took without a word is uncertain, and is never given to it again.
    await ses.close()
    const silenced = ses.mails.length
    await world.sendAll()
    const count = async (state: string) => (await statesOf(world, onSes)).filter((one) => one === state).length
    expect([await count('uncertain'), await count('planned')]).toEqual([silenced, 300 - silenced])
    // The rest leaves once SES is back.
    ses = await startSesDouble(ses)
    ses.quota = rateOf(100_000)
    for (let turn = 0; turn < 3; turn++) {
      advance()
      await world.sendAll()
    }
    expect([await count('uncertain'), await count('accepted')]).toEqual([silenced, 300 - silenced])
    expect(ses.mails).toHaveLength(300 - silenced)
  })
})
