import { type TestHouse, testHouse } from '@millrace/kit/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { NEW_DEVICE } from '../../contract/index.ts'
import { type Ask, buildMember, type mailsKept, openDoor } from '../../testing/index.ts'

let house: TestHouse
let ask: Ask
let mails: ReturnType<typeof mailsKept>
beforeAll(async () => {
  house = await testHouse({ TEST_MODE: 'false' })
  const door = await openDoor(house)
  ask = door.ask
  mails = door.mails
})

const PASSWORD = 'correct horse battery'
const LOGIN = '/v1/accounts/login'
let address = 10

/** A member with a password, at an address of his own so that tests do not count against each other. */
const memberOf = async (data: { disabledLoginConfirmation?: boolean } = { disabledLoginConfirmation: true }) => {
  const { accountId } = await house.newAccount()
  const member = await buildMember(house, { accountId, password: PASSWORD, data })
  return { ...member, ip: `10.0.0.${address++}` }
}

const cookieOf = (cookies: Record<string, string>) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')

describe('signing in', () => {
  it('answers who signed in and sets cookies that scripts cannot read', async () => {
    const { accountId, memberId, email, ip } = await memberOf()
    const reply = await ask('POST', LOGIN, { ip, body: { email: ` ${email.toUpperCase()} `, password: PASSWORD } })
    expect([reply.status, reply.body]).toEqual([200, { accountId, id: memberId, email }])
    const set = reply.headers['set-cookie'] as string[]
    expect(set).toHaveLength(2)
    for (const text of set) expect(text).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
    const heartbeat = await ask('GET', '/v1/heartbeat/authenticated', { cookie: cookieOf(reply.cookies) })
    expect(heartbeat.body).toEqual({ accountId, id: memberId })
  })

  it('stores only hashes', async () => {
    const { email, ip, memberId } = await memberOf()
    const { cookies } = await ask('POST', LOGIN, { ip, body: { email, password: PASSWORD } })
    const rows = await house.db.system((tx) =>
      tx.rows('select s.*, m.password_hash from sessions s join members m on m.id = s.member_id where m.id = $1', [
        memberId,
      ]),
    )
    const text = JSON.stringify(rows)
    expect(text).toContain('$argon2id$')
    for (const secret of [PASSWORD, ...Object.values(cookies)]) expect(text).not.toContain(secret)
  })

  it.each([undefined, {}, { email: 'a@acme.example' }, { password: 'x' }, { email: ' ', password: 'x' }])(
    'needs both: %j',
    async (body) => {
      const reply = await ask('POST', LOGIN, { body })
      expect([reply.status, reply.body.error.message]).toEqual([400, 'Missing email or password.'])
    },
  )

  it('says the same of a wrong password and an unknown address', async () => {
    const { email, ip } = await memberOf()
    const wrong = await ask('POST', LOGIN, { ip, body: { email, password: 'wrong' } })
    const unknown = await ask('POST', LOGIN, { ip, body: { email: `x${email}`, password: 'wrong' } })
    expect(wrong.status).toBe(422)
    expect(wrong.body).toEqual(unknown.body)
    expect(wrong.cookies).toEqual({})
  })

  it('gives a new session a new name and ends the one before', async () => {
    const { email, ip } = await memberOf()
    const first = await ask('POST', LOGIN, { ip, body: { email, password: PASSWORD } })
    const before = cookieOf(first.cookies)
    const second = await ask('POST', LOGIN, { ip, cookie: before, body: { email, password: PASSWORD } })
    expect(second.cookies['millrace-session']).not.toBe(first.cookies['millrace-session'])
    expect(second.cookies['millrace-device']).toBe(first.cookies['millrace-device'])
    house.clock.advance(6_000)
    expect((await ask('GET', '/v1/heartbeat/authenticated', { cookie: before })).status).toBe(401)
  })

  it('does not take a session name from outside', async () => {
    const { email, ip } = await memberOf()
    const planted = `millrace-session=${'a'.repeat(43)}`
    const reply = await ask('POST', LOGIN, { ip, cookie: planted, body: { email, password: PASSWORD } })
    expect(reply.cookies['millrace-session']).not.toBe('a'.repeat(43))
  })

  it('refuses another site, which would sign a visitor in as somebody else', async () => {
    const { email, ip } = await memberOf()
    const headers = { origin: 'https://evil.example' }
    const reply = await ask('POST', LOGIN, { ip, headers, body: { email, password: PASSWORD } })
    expect([reply.status, reply.cookies]).toEqual([403, {}])
  })

  it('goes on in the account where the member was last', async () => {
    const { accountId, memberId, email, ip } = await memberOf()
    const other = await house.newAccount()
    await house.db.system((tx) =>
      tx.run(`insert into memberships (account_id, member_id, created_at) values ($1, $2, $3)`, [
        other.accountId,
        memberId,
        house.clock.now(),
      ]),
    )
    const first = await ask('POST', LOGIN, { ip, body: { email, password: PASSWORD } })
    expect(first.body.accountId).toBe(accountId)
    const cookie = cookieOf(first.cookies)
    expect((await ask('POST', `/v1/accounts/${other.accountId}/switch`, { cookie })).body).toEqual({
      accountId: other.accountId,
    })
    expect((await ask('GET', '/v1/heartbeat/authenticated', { cookie })).body.accountId).toBe(other.accountId)
    house.clock.advance(1_000)
    const again = await ask('POST', LOGIN, { ip, body: { email, password: PASSWORD } })
    expect(again.body.accountId).toBe(other.accountId)
  })
})

describe('guessing', () => {
  it('ends after ten wrong passwords for an address, from wherever, and begins again later', async () => {
    const { email } = await memberOf()
    const guess = (n: number, password = 'wrong') =>
      ask('POST', LOGIN, { ip: `10.1.0.${n}`, body: { email, password } })
    const replies = []
    for (let n = 1; n <= 11; n++) replies.push(await guess(n))
    expect(replies.map(({ status }) => status)).toEqual([...Array(10).fill(422), 429])
    expect(replies[10]?.body.error.retryAfter).toBe(900)
    expect(replies[10]?.headers['retry-after']).toBe('900')
    expect((await guess(12, PASSWORD)).status).toBe(429)
    house.clock.advance(15 * 60_000 + 1)
    expect((await guess(13, PASSWORD)).status).toBe(200)
  })

  it('does not lock a member out of a device that he has used before', async () => {
    const { email, ip } = await memberOf()
    const known = await ask('POST', LOGIN, { ip, body: { email, password: PASSWORD } })
    for (let n = 0; n < 10; n++) await ask('POST', LOGIN, { ip: '10.2.0.1', body: { email, password: 'wrong' } })
    const cookie = `millrace-device=${known.cookies['millrace-device']}`
    expect((await ask('POST', LOGIN, { ip, cookie, body: { email, password: PASSWORD } })).status).toBe(200)
  })

  it('ends after sixty wrong tries from one place, whatever the addresses', async () => {
    const statuses = []
    for (let n = 0; n <= 60; n++) {
      const body = { email: `nobody-${n}@acme.example`, password: 'wrong' }
      statuses.push((await ask('POST', LOGIN, { ip: '10.3.0.1', body })).status)
    }
    expect([statuses.filter((status) => status === 422).length, statuses[60]]).toEqual([60, 429])
  })

  it('counts what comes at the same time', async () => {
    const { email } = await memberOf()
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        ask('POST', LOGIN, { ip: `10.4.0.${n}`, body: { email, password: 'wrong' } }),
      ),
    )
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(10)
  })
})

describe('a new device', () => {
  it('is confirmed by a mailed link that works once, where it is opened', async () => {
    const { accountId, email, ip } = await memberOf({})
    const reply = await ask('POST', LOGIN, { ip, body: { email, password: PASSWORD } })
    expect([reply.status, reply.body.error]).toEqual([403, { name: 'NewDevice', message: NEW_DEVICE }])
    expect(reply.cookies).toEqual({})
    const link = mails.linkIn(mails.mails.findLast(({ to }) => to === email))
    expect(link.pathname).toBe('/login')
    const body = { token: link.searchParams.get('confirm') }
    const confirmed = await ask('POST', '/v1/accounts/login/confirm', { ip, body })
    expect(confirmed.body).toMatchObject({ accountId, email })
    expect((await ask('POST', '/v1/accounts/login/confirm', { ip, body })).status).toBe(422)
    const device = `millrace-device=${confirmed.cookies['millrace-device']}`
    const again = await ask('POST', LOGIN, { ip, cookie: device, body: { email, password: PASSWORD } })
    expect(again.status).toBe(200)
  })

  it('is not told to somebody with a wrong password', async () => {
    const { email, ip } = await memberOf({})
    const count = mails.mails.length
    await ask('POST', LOGIN, { ip, body: { email, password: 'wrong' } })
    expect(mails.mails).toHaveLength(count)
  })

  it('is not confirmed by a link that is over its hour', async () => {
    const { email, ip } = await memberOf({})
    await ask('POST', LOGIN, { ip, body: { email, password: PASSWORD } })
    const token = mails.linkIn(mails.mails.at(-1)).searchParams.get('confirm')
    house.clock.advance(3_600_000)
    expect((await ask('POST', '/v1/accounts/login/confirm', { ip, body: { token } })).status).toBe(422)
  })
})

describe('signing out', () => {
  it('ends the session at once and takes the cookie away', async () => {
    const { email, ip } = await memberOf()
    const { cookies } = await ask('POST', LOGIN, { ip, body: { email, password: PASSWORD } })
    const cookie = cookieOf(cookies)
    expect((await ask('GET', '/v1/heartbeat/authenticated', { cookie })).status).toBe(200)
    const reply = await ask('POST', '/v1/accounts/logout', { cookie })
    expect([reply.status, reply.cookies]).toEqual([204, { 'millrace-session': '' }])
    expect((await ask('GET', '/v1/heartbeat/authenticated', { cookie })).status).toBe(401)
    expect((await ask('POST', '/v1/accounts/logout', { cookie })).status).toBe(204)
  })
})

describe('sessions', () => {
  it('are listed with their device, and end one by one or all but this', async () => {
    const { email, ip } = await memberOf()
    const enter = async (agent: string) => {
      const headers = { 'user-agent': agent }
      const { cookies } = await ask('POST', LOGIN, { ip, headers, body: { email, password: PASSWORD } })
      return cookieOf(cookies)
    }
    const here = await enter('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/140.0 Safari/537.36')
    const there = await enter('Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0')
    await enter('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1')
    const { body } = await ask('GET', '/v1/accounts/sessions', { cookie: here })
    expect(body.sessions[0]).toMatchObject({ device: 'Chrome on macOS', ip, isCurrent: true })
    expect(body.sessions.map(({ device }: { device: string }) => device).sort()).toEqual([
      'Chrome on macOS',
      'Firefox on Windows',
      'Safari on iPhone',
    ])
    const firefox = body.sessions.find(({ device }: { device: string }) => device.startsWith('Firefox'))
    const gone = await ask('DELETE', `/v1/accounts/sessions/${firefox.id}`, { cookie: here })
    expect(gone.status).toBe(204)
    expect((await ask('GET', '/v1/heartbeat/authenticated', { cookie: there })).status).toBe(401)
    await ask('DELETE', '/v1/accounts/sessions', { cookie: here })
    const left = await ask('GET', '/v1/accounts/sessions', { cookie: here })
    expect(left.body.sessions).toHaveLength(1)
  })

  it('of somebody else are not found', async () => {
    const one = await memberOf()
    const other = await memberOf()
    const mine = await ask('POST', LOGIN, { ip: one.ip, body: { email: one.email, password: PASSWORD } })
    const theirs = await ask('POST', LOGIN, { ip: other.ip, body: { email: other.email, password: PASSWORD } })
    const list = await ask('GET', '/v1/accounts/sessions', { cookie: cookieOf(theirs.cookies) })
    const url = `/v1/accounts/sessions/${list.body.sessions[0].id}`
    expect((await ask('DELETE', url, { cookie: cookieOf(mine.cookies) })).status).toBe(404)
  })

  it('do not switch to an account that the member does not belong to', async () => {
    const { email, ip } = await memberOf()
    const other = await house.newAccount()
    const { cookies } = await ask('POST', LOGIN, { ip, body: { email, password: PASSWORD } })
    const cookie = cookieOf(cookies)
    expect((await ask('POST', `/v1/accounts/${other.accountId}/switch`, { cookie })).status).toBe(404)
    expect((await ask('POST', '/v1/accounts/x/switch', { cookie })).status).toBe(400)
  })
})
