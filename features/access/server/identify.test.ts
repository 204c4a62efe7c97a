import { type Contract, call } from '@millrace/kit/contract'
import type { AnyFeatureServer } from '@millrace/kit/server'
import { type TestHouse, testHouse } from '@millrace/kit/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Ask, buildMember, openDoor, signIn } from '../testing/index.ts'
import { newApiKey } from './apiKeys.ts'
import type { Access } from './index.ts'
import { shareToken } from './shareTokens.ts'

const basics = { summary: 'x', fail: 'x', returns: z.looseObject({}) } as const
const contract = {
  read: call({ ...basics, method: 'GET', path: '/v1/read', scopes: ['flows:read'] }),
  act: call({ ...basics, method: 'GET', path: '/v1/act', scopes: ['flows:read'], acts: true }),
  write: call({ ...basics, method: 'POST', path: '/v1/write', scopes: ['flows:write'], body: z.object({}) }),
  own: call({ ...basics, method: 'GET', path: '/v1/own', auth: 'session' }),
  shared: call({ ...basics, method: 'GET', path: '/v1/shared', auth: 'member-or-share', scopes: ['flows:read'] }),
  ingest: call({ ...basics, method: 'POST', path: '/v1/ingest', auth: 'write-key' }),
  ingestAt: call({
    ...basics,
    method: 'POST',
    path: '/v1/ingest/{writeKey}',
    auth: 'write-key',
    params: z.object({ writeKey: z.string() }),
  }),
  admin: call({ ...basics, method: 'GET', path: '/v1/admin/x', auth: 'admin' }),
  open: call({ ...basics, method: 'POST', path: '/v1/open', auth: 'public' }),
} satisfies Contract

type Told = { accountId: number; memberId: number; via: string; share?: string }
const tell = (_input: unknown, { accountId, memberId, via, share }: Told) => ({ accountId, memberId, via, share })
const feature: AnyFeatureServer = {
  contract,
  handlers: Object.fromEntries(Object.keys(contract).map((name) => [name, tell])) as never,
}

let house: TestHouse
let ask: Ask
let access: Access
beforeAll(async () => {
  house = await testHouse()
  ;({ ask, access } = await openDoor(house, () => [feature]))
})

const memberOf = async (wanted: Partial<Parameters<typeof buildMember>[1]> = {}) => {
  const { accountId, writeKey } = await house.newAccount()
  const member = await buildMember(house, { accountId, ...wanted })
  return { ...member, writeKey, cookie: await signIn(house, member) }
}

const NOT_SIGNED_IN = { error: { name: 'NotSignedIn', message: 'User not logged in' } }

describe('a session', () => {
  it('tells the member and the account', async () => {
    const { accountId, memberId, cookie } = await memberOf()
    const reply = await ask('GET', '/v1/read', { cookie })
    expect(reply.body).toEqual({ accountId, memberId, via: 'session' })
  })

  it.each(['', 'millrace-session=', 'millrace-session=nobody-has-this', 'millrace-session=%00%ff'])(
    'is needed: %j is nobody',
    async (cookie) => {
      const reply = await ask('GET', '/v1/read', { cookie })
      expect([reply.status, reply.body]).toEqual([401, NOT_SIGNED_IN])
    },
  )

  it('needs the permission of the call', async () => {
    const { cookie } = await memberOf({ scopes: ['emails:read', 'flows:read'] })
    expect((await ask('GET', '/v1/read', { cookie })).status).toBe(200)
    const reply = await ask('POST', '/v1/write', { cookie, body: {} })
    expect([reply.status, reply.body.error.message]).toEqual([403, 'Required permission: flows:write'])
  })

  it('names the permission that another one needs', async () => {
    const { cookie } = await memberOf({ scopes: ['flows:write', 'flows:read'] })
    const reply = await ask('POST', '/v1/write', { cookie, body: {} })
    expect(reply.body.error.message).toBe('Required permission: emails:read')
  })

  it('of an owner may do everything', async () => {
    const { cookie } = await memberOf({ isOwner: true, scopes: [] })
    expect((await ask('POST', '/v1/write', { cookie, body: {} })).status).toBe(200)
  })

  it('ends after 14 days without use, and lives on with use up to 60', async () => {
    const { cookie } = await memberOf()
    const start = house.clock.now()
    const inDays = (days: number) => house.clock.set(new Date(start.getTime() + days * 86_400_000))
    const statusAt = async (days: number) => {
      inDays(days)
      return (await ask('GET', '/v1/read', { cookie })).status
    }
    const statuses = []
    for (const day of [13, 26, 39, 52, 59.9, 60.1]) statuses.push(await statusAt(day))
    expect(statuses).toEqual([200, 200, 200, 200, 200, 401])
    const other = await memberOf()
    inDays(75)
    expect((await ask('GET', '/v1/read', { cookie: other.cookie })).status).toBe(401)
  })

  it('ends when the member is removed from the account', async () => {
    const { accountId, memberId, cookie } = await memberOf()
    await house.db.system((tx) =>
      tx.run('delete from memberships where account_id = $1 and member_id = $2', [accountId, memberId]),
    )
    expect((await ask('GET', '/v1/read', { cookie })).status).toBe(401)
  })

  it('is asked of the database once for calls that follow each other', async () => {
    const { cookie } = await memberOf()
    await ask('GET', '/v1/read', { cookie })
    await house.db.system((tx) => tx.run('delete from sessions'))
    expect((await ask('GET', '/v1/read', { cookie })).status).toBe(200)
    house.clock.advance(5_001)
    expect((await ask('GET', '/v1/read', { cookie })).status).toBe(401)
  })
})

describe('a request from another site', () => {
  const cases: [string, Record<string, string>, number][] = [
    ['our own page', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }, 200],
    ['a program without origin', {}, 200],
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
    ['another site that hides', { origin: 'null' }, 403],
    ['a sister domain', { 'sec-fetch-site': 'same-site' }, 403],
    ['another port', { origin: 'http://localhost:3001' }, 403],
  ]
  it.each(cases)('%s', async (_name, headers, status) => {
    const { cookie } = await memberOf()
    expect((await ask('POST', '/v1/write', { cookie, headers, body: {} })).status).toBe(status)
  })

  it.each(cases)('%s, where reading does something', async (_name, headers, status) => {
    const { cookie } = await memberOf()
    expect((await ask('GET', '/v1/act', { cookie, headers })).status).toBe(status)
  })

  it('may read nothing that a cookie opens, but its reading changes nothing', async () => {
    const { cookie } = await memberOf()
    const reply = await ask('GET', '/v1/read', { cookie, headers: { origin: 'https://evil.example' } })
    expect(reply.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('is nobody to a public call', async () => {
    const { cookie } = await memberOf()
    const reply = await ask('POST', '/v1/open', { cookie, headers: { origin: 'https://evil.example' } })
    expect(reply.body.via).toBe('nobody')
    expect((await ask('POST', '/v1/open', { cookie })).body.via).toBe('session')
  })
})

describe('an API key', () => {
  const keyOf = async (scopes?: Parameters<typeof newApiKey>[3]) => {
    const { accountId, writeKey } = await house.newAccount()
    const { key } = await house.db.system((tx) => newApiKey(tx, house, accountId, scopes))
    return { accountId, key, writeKey }
  }

  it('is taken from our header, the compatible one, a bearer and the address', async () => {
    const { accountId, key } = await keyOf()
    const vias = [
      await ask('GET', '/v1/read', { headers: { 'x-millrace-token': key } }),
      await ask('GET', '/v1/read', { headers: { 'x-encharge-token': key } }),
      await ask('GET', '/v1/read', { headers: { authorization: `Bearer ${key}` } }),
      await ask('GET', `/v1/read?token=${key}`),
    ]
    expect(vias.map(({ body }) => body)).toEqual(vias.map(() => ({ accountId, memberId: 0, via: 'api-key' })))
  })

  it('needs no same origin, as it is never sent by itself', async () => {
    const { key } = await keyOf()
    const headers = { 'x-millrace-token': key, origin: 'https://their.example' }
    expect((await ask('POST', '/v1/write', { headers, body: {} })).status).toBe(200)
  })

  it('does what it was given and no more', async () => {
    const { key } = await keyOf({ scopes: ['people:read'] })
    const reply = await ask('GET', '/v1/read', { headers: { 'x-millrace-token': key } })
    expect([reply.status, reply.body.error.message]).toEqual([403, 'Required permission: flows:read'])
  })

  it('is refused by calls for signed-in members', async () => {
    const { key } = await keyOf()
    expect((await ask('GET', '/v1/own', { headers: { 'x-millrace-token': key } })).status).toBe(403)
    expect((await ask('GET', '/v1/admin/x', { headers: { 'x-millrace-token': key } })).status).toBe(403)
  })

  it('that is unknown is nobody', async () => {
    const reply = await ask('GET', '/v1/read', { headers: { 'x-millrace-token': `mrk_${'x'.repeat(43)}` } })
    expect([reply.status, reply.body.error.name]).toEqual([401, 'NotSignedIn'])
  })

  it('counts more than a session that comes along', async () => {
    const { accountId, key } = await keyOf()
    const { cookie } = await memberOf()
    const reply = await ask('GET', '/v1/read', { cookie, headers: { 'x-millrace-token': key } })
    expect(reply.body).toMatchObject({ accountId, via: 'api-key' })
  })

  it('also opens what a write key opens', async () => {
    const { accountId, key } = await keyOf()
    const reply = await ask('POST', '/v1/ingest', { headers: { 'x-millrace-token': key } })
    expect(reply.body).toMatchObject({ accountId, via: 'api-key' })
  })
})

describe('a write key', () => {
  it('is taken from the header, HTTP Basic and the path', async () => {
    const { accountId, writeKey } = await house.newAccount()
    const basic = Buffer.from(`${writeKey}:`).toString('base64')
    const replies = [
      await ask('POST', '/v1/ingest', { headers: { 'x-millrace-token': writeKey } }),
      await ask('POST', '/v1/ingest', { headers: { authorization: `Basic ${basic}` } }),
      await ask('POST', `/v1/ingest/${writeKey}`),
    ]
    expect(replies.map(({ body }) => body)).toEqual(replies.map(() => ({ accountId, memberId: 0, via: 'write-key' })))
  })

  it('opens nothing else', async () => {
    const { writeKey } = await house.newAccount()
    expect((await ask('GET', '/v1/read', { headers: { 'x-millrace-token': writeKey } })).status).toBe(401)
  })

  it('is needed: a session is none', async () => {
    const { cookie } = await memberOf()
    expect((await ask('POST', '/v1/ingest', { cookie })).status).toBe(401)
    expect((await ask('POST', '/v1/ingest/unknown')).status).toBe(401)
  })
})

describe('a share token', () => {
  it('opens what it was made for, without a sign-in', async () => {
    const { accountId } = await house.newAccount()
    const token = shareToken(house.keys, { accountId, subject: 'flow:12' })
    const reply = await ask('GET', `/v1/shared?read-only-auth=${token}`)
    expect(reply.body).toEqual({ accountId, memberId: 0, via: 'share', share: 'flow:12' })
  })

  it('opens no other call', async () => {
    const { accountId } = await house.newAccount()
    const token = shareToken(house.keys, { accountId, subject: 'flow:12' })
    expect((await ask('GET', `/v1/read?read-only-auth=${token}`)).status).toBe(401)
  })

  it.each(['nonsense', 'a.b', 'eyJkIjp7ImEiOjEsInMiOiJmbG93OjEyIn19.AAAA'])(
    'that is forged opens nothing: %s',
    async (token) => {
      expect((await ask('GET', `/v1/shared?read-only-auth=${token}`)).status).toBe(401)
    },
  )
})

describe('an administrator', () => {
  it('is made by name, at once, and ended', async () => {
    const { cookie, email } = await memberOf()
    const set = (address: string, isAdmin: boolean) =>
      house.db.system((tx) => access.setAdministrator(tx, address, isAdmin))
    const status = async () => (await ask('GET', '/v1/admin/x', { cookie })).status
    expect(await status()).toBe(403)
    expect(await set(email.toUpperCase(), true)).toBe(true)
    expect(await status()).toBe(200)
    expect(await set(email, false)).toBe(true)
    expect(await status()).toBe(403)
    expect(await set('nobody@acme.example', true)).toBe(false)
  })

  it('is a member with the mark', async () => {
    const { cookie } = await memberOf({ isAdmin: true, scopes: [] })
    expect((await ask('GET', '/v1/admin/x', { cookie })).status).toBe(200)
  })

  it('is not any owner', async () => {
    const { cookie } = await memberOf({ isOwner: true })
    expect((await ask('GET', '/v1/admin/x', { cookie })).status).toBe(403)
    expect((await ask('GET', '/v1/admin/x')).status).toBe(401)
  })
})
