import { SCOPES } from '@millrace/kit/contract'
import { type TestHouse, testHouse } from '@millrace/kit/testing'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { beforeAll, describe, expect, it } from 'vitest'
import { openAccountsDoor } from '../../testing/index.ts'

let house: TestHouse
let door: Awaited<ReturnType<typeof openAccountsDoor>>
beforeAll(async () => {
  house = await testHouse({ TEST_MODE: 'false' })
  door = await openAccountsDoor(house)
})

const solved = async () => {
  const { body } = await door.ask('GET', '/v1/accounts/bot-challenge')
  const challenge = body.challenge as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

let count = 0
const fresh = () => `founder-${++count}@acme.example`

const register = async (body: object, ip = `10.5.0.${count}`) =>
  door.ask('POST', '/v1/accounts/', { body: { botProtectionToken: await solved(), ...body }, ip })

describe('a registration', () => {
  it('opens an account on trial and signs its owner in', async () => {
    const email = fresh()
    const reply = await register({ email, timezone: 'Europe/Sofia', source: 'blog', referral: 'friend' })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      email,
      status: 'trial',
      timezone: 'Europe/Sofia',
      isOwner: true,
      isAdmin: false,
      scopes: [...SCOPES],
      teamMemberEmail: email,
      flags: { hasSetInitialPassword: false },
      peopleCount: 0,
      allAccounts: [{ id: reply.body.accountId }],
    })
    expect(new Date(reply.body.trialEndsAt).getTime() - house.clock.now().getTime()).toBe(14 * 86_400_000)
    expect(reply.body.writeKey).toMatch(/^mrw_/)
    expect(reply.body.apiKeys).toHaveLength(1)
    const cookie = `millrace-session=${reply.cookies['millrace-session']}`
    expect((await door.ask('GET', '/v1/accounts/info', { cookie })).body).toEqual(reply.body)
    const lanes = await house.db.system((tx) =>
      tx.rows('select lane from lanes where account_id = $1', [reply.body.accountId]),
    )
    expect(lanes).toEqual([{ lane: 'changes' }])
  })

  it('leads to an account that its owner can enter again, from the same device without a mail', async () => {
    const email = fresh()
    const { cookies } = await register({ email })
    const cookie = `millrace-session=${cookies['millrace-session']}; millrace-device=${cookies['millrace-device']}`
    const body = { password: 'chosen on the way' }
    expect((await door.ask('POST', '/v1/accounts/initial-password', { cookie, body })).status).toBe(204)
    const device = `millrace-device=${cookies['millrace-device']}`
    const login = await door.ask('POST', '/v1/accounts/login', { cookie: device, body: { email, ...body } })
    expect(login.status).toBe(200)
  })

  it('refuses an address that somebody has, in any case', async () => {
    const email = fresh()
    await register({ email })
    const reply = await register({ email: email.toUpperCase() })
    expect(reply.status).toBe(409)
    expect(reply.body.error.message).toContain('This email is already registered')
    expect(reply.cookies).toEqual({})
  })

  it.each([
    [{}, 400, 'Missing registration email.'],
    [{ email: '  ' }, 400, 'Missing registration email.'],
    [{ email: 'nobody' }, 422, 'Please enter a full email address.'],
    [{ idToken: 'x' }, 422, 'Signing up with another service is not set up here. Please use your email.'],
  ])('refuses %j', async (body, status, message) => {
    const reply = await door.ask('POST', '/v1/accounts', { body })
    expect([reply.status, reply.body.error.message]).toEqual([status, message])
  })

  it('takes a time zone that nobody knows as UTC', async () => {
    expect((await register({ email: fresh(), timezone: 'Mars/Olympus' })).body.timezone).toBe('UTC')
  })

  it('refuses another site', async () => {
    const headers = { origin: 'https://evil.example' }
    const reply = await door.ask('POST', '/v1/accounts', { headers, body: { email: fresh() } })
    expect(reply.status).toBe(403)
  })
})

describe('the bot challenge', () => {
  const tryWith = (botProtectionToken: string | undefined) =>
    door.ask('POST', '/v1/accounts', { body: { email: fresh(), botProtectionToken }, ip: `10.6.0.${count}` })

  it('is needed, and counts once', async () => {
    const token = await solved()
    expect((await tryWith(undefined)).status).toBe(422)
    expect((await tryWith(token)).status).toBe(200)
    expect((await tryWith(token)).status).toBe(422)
  })

  it('counts once also where the address was taken, so that it finds out nothing more', async () => {
    const email = fresh()
    await register({ email })
    const botProtectionToken = await solved()
    const body = { email, botProtectionToken }
    expect((await door.ask('POST', '/v1/accounts', { body })).status).toBe(409)
    expect((await door.ask('POST', '/v1/accounts', { body })).status).toBe(422)
  })

  it('is over after half an hour', async () => {
    const token = await solved()
    house.clock.advance(30 * 60_000)
    expect((await tryWith(token)).status).toBe(422)
  })

  it.each(['', 'x', 'bnVsbA==', Buffer.from('{"challenge":{"parameters":{}},"solution":{}}').toString('base64')])(
    'is not met by %j',
    async (token) => {
      expect((await tryWith(token)).status).toBe(422)
    },
  )

  it('cannot be made easier by whoever solves it', async () => {
    const token = JSON.parse(Buffer.from(await solved(), 'base64').toString())
    token.challenge.parameters.data.until += 3_600_000
    expect((await tryWith(Buffer.from(JSON.stringify(token)).toString('base64'))).status).toBe(422)
  })
})
