import { buildMember } from '@millrace/access/testing'
import { callServer, type TestServer } from '@millrace/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bareDomain, type deliveryContract, type SenderDomain } from '../../contract/index.ts'
import { type DnsServer, openWorld, startDns, type World } from '../../testing/index.ts'
import { domainHosts } from './domainHosts.ts'

let world: World
let server: TestServer<typeof deliveryContract>
let dns: DnsServer
const HOUR_MS = 3_600_000

beforeAll(async () => {
  dns = await startDns()
  const hosts = { RETURN_HOST: 'bounces.mill.example', TRACKING_HOST: 'links.mill.example' }
  world = await openWorld({ DNS_SERVERS: dns.address, ...hosts })
  server = (await callServer(world.delivery)) as never
})
afterAll(async () => {
  await world.close()
  await dns.close()
})

const newDomain = async (prefix = '') => {
  const account = await world.house.newAccount({ name: 'Acme' })
  const client = server.as(account)
  const name = `${prefix}acme${account.accountId}.example`
  const { domain } = await client.call('addSenderDomain', { body: { domain: `https://www.${name}/` } })
  const verify = async () => (await client.call('verifySenderDomain', { params: { id: domain.id } })).domain
  const of = (purpose: string) => domain.dns.filter((record) => record.purpose === purpose)
  const isSendable = () =>
    world.house.db.account(account.accountId, (tx) =>
      world.delivery.isSendable(tx, account.accountId, `Anyone@${name.toUpperCase()}`),
    )
  const [rsa, ed] = of('dkim')
  return { account, client, name, domain, verify, of, isSendable, rsa: rsa!, ed: ed! }
}

const stateOf = (domain: SenderDomain, host: string) => {
  const { valid, seen, reason, found } = domain.dns.find((record) => record.host === host)!
  return { valid, seen, reason, found }
}

const lookAgain = async () => {
  const job = world.delivery.jobs?.find(({ name }) => name === 'delivery.check-domains')
  await job?.run({}, new AbortController().signal)
}

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
    const { client, name, domain, verify, isSendable, rsa, ed } = await newDomain()
    expect(domain).toMatchObject({ domain: name, status: 'pending' })
    expect(await verify()).toMatchObject({ status: 'pending', error: expect.stringContaining(rsa.host) })
    dns.hosts.set(rsa.host, { TXT: [rsa.data.replaceAll('; ', ';')] })
    const verified = await verify()
    expect(verified).toMatchObject({ status: 'verified' })
    expect(verified.error).toBeUndefined()
    expect(stateOf(verified, rsa.host)).toMatchObject({ valid: true, seen: 'right' })
    expect(stateOf(verified, ed.host)).toMatchObject({ valid: false, seen: 'nothing' })
    expect(await isSendable()).toBe(true)
    expect((await client.call('deleteSenderDomain', { params: { id: domain.id } })).domain.domain).toBe(name)
    expect(await isSendable()).toBe(false)
  })

  it('have a name of their own for their key in every account, and after being added again', async () => {
    const one = await newDomain()
    const two = await world.house.newAccount()
    const body = { domain: one.name }
    const other = (await server.as(two).call('addSenderDomain', { body })).domain
    await one.client.call('deleteSenderDomain', { params: { id: one.domain.id } })
    const again = (await one.client.call('addSenderDomain', { body })).domain
    const hosts = [one.domain, other, again].flatMap(({ dns: records }) => records.filter((r) => r.purpose === 'dkim'))
    expect(new Set(hosts.map(({ host }) => host)).size).toBe(6)
    expect(new Set(hosts.map(({ data }) => data)).size).toBe(6)
  })

  it('say what is there instead', async () => {
    const { verify, rsa, ed, of } = await newDomain()
    const [back] = of('return')
    const [policy] = of('dmarc')
    dns.hosts.set(rsa.host, { TXT: ['v=DKIM1; k=rsa; p=another'] })
    dns.hosts.set(ed.host, { TXT: [ed.data, 'v=DKIM1; p=old'] })
    dns.hosts.set(back!.host, { CNAME: 'elsewhere.example' })
    dns.hosts.set(policy!.host, { TXT: ['v=DMARC1; p=none', 'v=DMARC1; p=reject', 'google-site=1'] })
    const seen = await verify()
    expect(stateOf(seen, rsa.host)).toEqual({
      valid: false,
      seen: 'other',
      reason: 'There is a record, but with another key.',
      found: ['v=DKIM1; k=rsa; p=another'],
    })
    expect(stateOf(seen, ed.host)).toMatchObject({ valid: false, seen: 'other', found: ['v=DKIM1; p=old'] })
    expect(stateOf(seen, back!.host)).toMatchObject({ seen: 'other', found: ['elsewhere.example'] })
    expect(stateOf(seen, policy!.host).found).toHaveLength(2)
  })

  it('take the hosts that their records lead to, and a policy of the domain above', async () => {
    const { account, name, verify, rsa, of } = await newDomain('mail.')
    dns.hosts.set(rsa.host, { TXT: [rsa.data] })
    dns.hosts.set(of('return')[0]!.host, { CNAME: 'Bounces.Mill.example' })
    dns.hosts.set(`_dmarc.${name.slice('mail.'.length)}`, { TXT: ['v=DMARC1; p=reject'] })
    const seen = await verify()
    expect(stateOf(seen, of('dmarc')[0]!.host)).toMatchObject({ valid: true })
    const { accountId } = account
    const hosts = await world.house.db.account(accountId, (tx) => domainHosts(tx, accountId, [name, 'other.example']))
    expect(hosts.get(name)).toEqual({ returnHost: `mb.${name}`, verifiedAt: expect.any(Date) })
    expect(hosts.has('other.example')).toBe(false)
  })

  it('stay verified while DNS is silent or broken, and while the key is away for less than three days', async () => {
    const { verify, isSendable, rsa } = await newDomain()
    dns.hosts.set(rsa.host, { TXT: [rsa.data] })
    await verify()
    dns.hosts.set(rsa.host, { is: 'broken' })
    world.house.clock.advance(100 * HOUR_MS)
    const silent = await verify()
    expect(stateOf(silent, rsa.host)).toMatchObject({ valid: true, seen: 'unanswered' })
    expect(silent).toMatchObject({
      status: 'verified',
      failingSince: null,
      error: `DNS did not answer for ${rsa.host}`,
    })
    dns.hosts.delete(rsa.host)
    const missing = await verify()
    expect(missing).toMatchObject({ status: 'verified', failingSince: expect.any(String) })
    expect(missing.endsAt).toBe(new Date(world.house.clock.now().getTime() + 72 * HOUR_MS).toISOString())
    world.house.clock.advance(71 * HOUR_MS)
    expect((await verify()).status).toBe('verified')
    expect(await isSendable()).toBe(true)
    world.house.clock.advance(HOUR_MS)
    expect((await verify()).status).toBe('failed')
    expect(await isSendable()).toBe(false)
    dns.hosts.set(rsa.host, { TXT: [rsa.data] })
    expect(await verify()).toMatchObject({ status: 'verified', failingSince: null })
  })

  it('are looked at again by themselves, and members are told at first and when its mail stops', async () => {
    const { account, client, domain, rsa } = await newDomain()
    const owner = await buildMember(world.house, { accountId: account.accountId, isOwner: true })
    const reader = await buildMember(world.house, { accountId: account.accountId, scopes: ['emails:read'] })
    const status = async () => (await client.call('listSenderDomains', {})).domains[0]?.status
    const told = async () => {
      await world.sendAll()
      const admin = server.as({ accountId: 1, isAdmin: true })
      const { mails } = await admin.call('listMailbox', { query: { q: `acme${account.accountId}.example` } })
      return mails.map(({ to, subject }) => [String(to), subject])
    }
    dns.hosts.set(rsa.host, { TXT: [rsa.data] })
    await lookAgain()
    expect(await status()).toBe('pending')
    world.house.clock.advance(6 * 60_000)
    await lookAgain()
    expect(await status()).toBe('verified')
    dns.hosts.delete(rsa.host)
    for (const hours of [7, 7, 7, 7]) {
      world.house.clock.advance(hours * HOUR_MS)
      await lookAgain()
    }
    expect(await status()).toBe('verified')
    world.house.clock.advance(80 * HOUR_MS)
    await lookAgain()
    expect(await status()).toBe('failed')
    const mails = await told()
    const subjects = mails.flatMap(([to, subject]) => (to === owner.email ? [subject] : []))
    expect(subjects.toSorted()).toEqual([
      expect.stringContaining('has lost'),
      expect.stringContaining('is not verified any more'),
    ])
    expect(mails.some(([to]) => to === reader.email)).toBe(false)
    const letters = await world.house.db.system((tx) =>
      tx.rows<{ html: string; text: string }>(
        `select content ->> 'html' as html, content ->> 'text' as text from sends where account_id = $1 and to_address = $2`,
        [account.accountId, owner.email],
      ),
    )
    expect(letters).toHaveLength(2)
    for (const { html, text } of letters) {
      expect(html).toContain(`/settings/email/domains/${domain.id}" `)
      expect(html).toContain('>Look at the domain</a>')
      expect([html, text].map((words) => words.includes(rsa.data))).toEqual([true, true])
    }
  })

  it('refuse bad names, repeats, strangers and members without the permission', async () => {
    const { account, client, domain, name } = await newDomain()
    const body = { domain: name }
    const bad = await client.send('addSenderDomain', { body: { domain: 'nope' } })
    expect(bad).toMatchObject({ status: 422, body: { error: { message: 'Invalid domain name' } } })
    expect((await client.send('addSenderDomain', { body })).status).toBe(409)
    const stranger = server.as(await world.house.newAccount())
    expect((await stranger.send('verifySenderDomain', { params: { id: domain.id } })).status).toBe(404)
    expect((await stranger.send('deleteSenderDomain', { params: { id: domain.id } })).status).toBe(404)
    const weak = server.as({ accountId: account.accountId, scopes: ['emails:read'] })
    expect((await weak.send('addSenderDomain', { body })).status).toBe(403)
  })
})
