import { type TestHouse, testHouse } from '@millrace/kit/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Ask, buildMember, type mailsKept, openDoor, signIn } from '../../testing/index.ts'
import type { Access } from '../index.ts'

let house: TestHouse
let ask: Ask
let access: Access
let mails: ReturnType<typeof mailsKept>
beforeAll(async () => {
  house = await testHouse()
  const door = await openDoor(house)
  ask = door.ask
  access = door.access
  mails = door.mails
})

const OLD = 'the old password'
const NEW = 'the new password'

const memberOf = async (password: string | undefined = OLD) => {
  const { accountId } = await house.newAccount()
  const member = await buildMember(house, { accountId, password })
  return { ...member, cookie: await signIn(house, member) }
}

const login = (email: string, password: string) => ask('POST', '/v1/accounts/login', { body: { email, password } })
const heartbeat = async (cookie: string) => (await ask('GET', '/v1/heartbeat/authenticated', { cookie })).status

const askForLink = async (email: string) => {
  const reply = await ask('POST', '/v1/accounts/request-reset-password', { body: { email } })
  await house.runJobs(access.jobs ?? [])
  const mail = mails.mails.findLast(({ to }) => to === email)
  return { reply, token: mail && mails.linkIn(mail).searchParams.get('token') }
}

const reset = (token: unknown, password: unknown = NEW) =>
  ask('POST', '/v1/accounts/reset-password', { body: { token, password } })

describe('a forgotten password', () => {
  it('is replaced with a mailed link that works once and ends all sessions', async () => {
    const { email, cookie } = await memberOf()
    expect(await heartbeat(cookie)).toBe(200)
    const { token } = await askForLink(email)
    const reply = await reset(token)
    expect([reply.status, reply.body]).toEqual([200, { email }])
    expect(await heartbeat(cookie)).toBe(401)
    expect((await login(email, OLD)).status).toBe(422)
    expect((await login(email, NEW)).status).toBe(200)
    expect((await reset(token)).status).toBe(422)
  })

  it('is answered the same for an address that nobody has', async () => {
    const { email } = await memberOf()
    const known = await askForLink(email)
    const unknown = await askForLink('nobody@acme.example')
    expect([unknown.reply.status, unknown.reply.body]).toEqual([known.reply.status, known.reply.body])
    expect(unknown.token).toBeUndefined()
  })

  it('needs a link that is younger than an hour and the latest', async () => {
    const { email } = await memberOf()
    const first = await askForLink(email)
    const second = await askForLink(email)
    expect((await reset(first.token)).status).toBe(422)
    house.clock.advance(3_600_000)
    expect((await reset(second.token)).status).toBe(422)
    expect((await login(email, OLD)).status).toBe(200)
  })

  it('needs at least eight characters, and keeps the link when they are missing', async () => {
    const { email } = await memberOf()
    const { token } = await askForLink(email)
    const reply = await reset(token, 'short')
    expect([reply.status, reply.body.error.message]).toEqual([400, 'Please use at least 8 characters.'])
    expect((await reset(token, 'long enough')).status).toBe(200)
  })

  it.each([{}, { email: '' }, { email: 7 }])('needs an address: %j', async (body) => {
    expect((await ask('POST', '/v1/accounts/request-reset-password', { body })).status).toBe(400)
  })

  it('is asked for five times an hour at the most', async () => {
    const { email } = await memberOf()
    const statuses = []
    for (let n = 0; n < 6; n++) {
      const asked = { body: { email }, ip: `10.9.0.${n}` }
      statuses.push((await ask('POST', '/v1/accounts/request-reset-password', asked)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('the first password', () => {
  const url = '/v1/accounts/initial-password'

  it('is chosen once and keeps the member signed in under a new name', async () => {
    const { email, cookie } = await memberOf('')
    await house.db.system((tx) => tx.run('update members set password_hash = null where email = $1', [email]))
    const reply = await ask('POST', url, { cookie, body: { password: NEW } })
    expect(reply.status).toBe(204)
    expect(await heartbeat(`millrace-session=${reply.cookies['millrace-session']}`)).toBe(200)
    expect(await heartbeat(cookie)).toBe(401)
    expect((await login(email, NEW)).status).toBe(200)
    const again = await ask('POST', url, {
      cookie: `millrace-session=${reply.cookies['millrace-session']}`,
      body: { password: 'yet another' },
    })
    expect(again.status).toBe(409)
  })

  it('needs a session and eight characters', async () => {
    const { cookie } = await memberOf()
    expect((await ask('POST', url, { body: { password: NEW } })).status).toBe(401)
    expect((await ask('POST', url, { cookie, body: { password: '1234567' } })).status).toBe(400)
  })
})

describe('another password', () => {
  const url = '/v1/accounts/change-password'

  it('ends all other sessions', async () => {
    const { email, cookie, ...owner } = await memberOf()
    const other = await signIn(house, owner)
    const reply = await ask('POST', url, { cookie, body: { currentPassword: OLD, password: NEW } })
    expect(reply.status).toBe(204)
    expect(await heartbeat(other)).toBe(401)
    expect(await heartbeat(`millrace-session=${reply.cookies['millrace-session']}`)).toBe(200)
    expect((await login(email, NEW)).status).toBe(200)
  })

  it('needs the current one, ten tries at the most', async () => {
    const { cookie } = await memberOf()
    const statuses = []
    for (let n = 0; n < 11; n++) {
      statuses.push((await ask('POST', url, { cookie, body: { currentPassword: 'x', password: NEW } })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(422), 429])
  })
})
