import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callServer, type TestServer, testHouse } from '@millrace/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { deliveryContract } from '../../contract/index.ts'
import { bareDomain } from '../../contract/index.ts'
import { openWorld, type World } from '../../testing/index.ts'

let world: World
let server: TestServer<typeof deliveryContract>
const dns = new Map<string, string[] | undefined>()

beforeAll(async () => {
  await testHouse({ DATA_DIR: mkdtempSync(join(tmpdir(), 'millrace-')) })
  world = await openWorld({}, async (host) => (dns.has(host) ? dns.get(host) : []))
  server = (await callServer(world.delivery)) as never
})
afterAll(() => world.delivery.close())

const newClient = async () => {
  const account = await world.house.newAccount({ name: 'Acme' })
  return { account, client: server.as(account) }
}

const linkTo = async (email: string) => {
  await world.sendAll()
  const { mails } = await server.as({ accountId: 1, isAdmin: true }).call('listMailbox', { query: { q: email } })
  const { mail } = await server
    .as({ accountId: 1, isAdmin: true })
    .call('getMailboxMail', { params: { id: mails[0]?.id ?? 0 } })
  return new URL(/https?:\S+confirm\?token=\S+/.exec(mail.text ?? '')?.[0] ?? 'http://nothing')
}

describe('sender addresses', () => {
  it('are pending until the mailed link is opened', async () => {
    const { account, client } = await newClient()
    const email = `news-${account.accountId}@acme.example`
    const added = await client.call('addSenderAddress', { body: { email: ` ${email.toUpperCase()} ` } })
    expect(added.address).toMatchObject({ email, status: 'pending', accountId: account.accountId })
    const link = await linkTo(email)
    const reply = await server.fastify.inject({ url: link.pathname + link.search })
    expect([reply.statusCode, reply.headers.location]).toEqual([
      302,
      `/settings/email/addresses?confirmed=${encodeURIComponent(email)}`,
    ])
    const { addresses } = await client.call('listSenderAddresses', {})
    expect(addresses).toMatchObject([{ email, status: 'verified' }])
    const isSendable = (from: string) =>
      world.house.db.account(account.accountId, (tx) => world.delivery.isSendable(tx, account.accountId, from))
    expect(await isSendable(email.toUpperCase())).toBe(true)
    expect(await isSendable('other@acme.example')).toBe(false)
    expect((await client.send('addSenderAddress', { body: { email } })).status).toBe(409)
  })

  it('are mailed again, but not at once', async () => {
    const { client, account } = await newClient()
    const email = `twice-${account.accountId}@acme.example`
    const mails = async () => {
      await world.sendAll()
      return (await server.as({ accountId: 1, isAdmin: true }).call('listMailbox', { query: { q: email } })).total
    }
    await client.call('addSenderAddress', { body: { email } })
    await client.call('addSenderAddress', { body: { email } })
    expect(await mails()).toBe(1)
    world.house.clock.advance(31_000)
    await client.call('addSenderAddress', { body: { email } })
    expect(await mails()).toBe(2)
  })

  it('refuse what is no address, and links that are forged or over', async () => {
    const { client } = await newClient()
    expect((await client.send('addSenderAddress', { body: { email: 'nobody' } })).status).toBe(400)
    const confirm = (token: string) => server.nobody.send('confirmSenderAddress', { query: { token } })
    expect((await confirm('forged.token')).headers.location).toContain('confirmed=failed')
    const { client: other, account } = await newClient()
    const email = `late-${account.accountId}@acme.example`
    await other.call('addSenderAddress', { body: { email } })
    const token = (await linkTo(email)).searchParams.get('token') ?? ''
    world.house.clock.advance(8 * 86_400_000)
    expect((await confirm(token)).headers.location).toContain('confirmed=failed')
  })

  it('belong to one account, and need the permission', async () => {
    const { account, client } = await newClient()
    const email = `mine-${account.accountId}@acme.example`
    await client.call('addSenderAddress', { body: { email } })
    const { client: stranger } = await newClient()
    expect((await stranger.call('listSenderAddresses', {})).addresses).toEqual([])
    expect((await stranger.send('deleteSenderAddress', { params: { email } })).status).toBe(404)
    const weak = server.as({ accountId: account.accountId, scopes: ['emails:read'] })
    expect((await weak.send('addSenderAddress', { body: { email } })).status).toBe(403)
    expect((await client.send('deleteSenderAddress', { params: { email } })).status).toBe(204)
    expect((await client.call('listSenderAddresses', {})).addresses).toEqual([])
  })
})

describe('domains', () => {
  it.each([
    ['acme.com', 'acme.com'],
    [' HTTPS://www.Acme.com/path?x#y ', 'acme.com'],
    ['mail.acme.co.uk', 'mail.acme.co.uk'],
    ['acme', undefined],
    ['acme.c', undefined],
    ['-acme.com', undefined],
    [`${'a'.repeat(64)}.com`, undefined],
    ['acme..com', undefined],
    ['acme.com:8080', undefined],
    ['exa mple.com', undefined],
    ['acme.123', undefined],
  ])('%j is %j', (typed, bare) => expect(bareDomain(typed)).toBe(bare))

  it('are verified by what DNS says, and then any address on them may be written from', async () => {
    const { account, client } = await newClient()
    const name = `acme${account.accountId}.example`
    const { domain } = await client.call('addSenderDomain', { body: { domain: `https://www.${name}/` } })
    expect(domain).toMatchObject({ domain: name, status: 'pending' })
    const verify = async () => (await client.call('verifySenderDomain', { params: { id: domain.id } })).domain
    expect(await verify()).toMatchObject({ status: 'failed', error: expect.stringContaining('millrace._domainkey') })
    const [dkim, , dmarc] = domain.dns
    dns.set(dkim?.host ?? '', ['v=DKIM1; k=rsa; p=another'])
    expect((await verify()).dns[0]?.reason).toBe('There is a record, but with another key.')
    dns.set(dkim?.host ?? '', undefined)
    expect((await verify()).dns[0]?.reason).toContain('could not be asked')
    dns.set(dkim?.host ?? '', [(dkim?.data ?? '').replaceAll('; ', ';')])
    dns.set(dmarc?.host ?? '', ['v=DMARC1; p=reject'])
    const verified = await verify()
    expect(verified.status).toBe('verified')
    expect(verified.dns.map((record) => record.valid)).toEqual([true, false, true])
    const isSendable = (from: string) =>
      world.house.db.account(account.accountId, (tx) => world.delivery.isSendable(tx, account.accountId, from))
    expect(await isSendable(`Anyone@${name.toUpperCase()}`)).toBe(true)
    expect((await client.call('deleteSenderDomain', { params: { id: domain.id } })).domain.domain).toBe(name)
    expect(await isSendable(`anyone@${name}`)).toBe(false)
  })

  it('refuse bad names, repeats, strangers and members without the permission', async () => {
    const { account, client } = await newClient()
    const body = { domain: `twice${account.accountId}.example` }
    const bad = await client.send('addSenderDomain', { body: { domain: 'nope' } })
    expect(bad).toMatchObject({ status: 422, body: { error: { message: 'Invalid domain name' } } })
    const { domain } = await client.call('addSenderDomain', { body })
    expect((await client.send('addSenderDomain', { body })).status).toBe(409)
    const { client: stranger } = await newClient()
    expect((await stranger.send('verifySenderDomain', { params: { id: domain.id } })).status).toBe(404)
    expect((await stranger.send('deleteSenderDomain', { params: { id: domain.id } })).status).toBe(404)
    const weak = server.as({ accountId: account.accountId, scopes: ['emails:read'] })
    expect((await weak.send('addSenderDomain', { body })).status).toBe(403)
  })
})
