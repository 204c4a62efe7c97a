import { callServer, type TestServer } from '@millrace/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { deliveryContract } from '../../contract/index.ts'
import { openWorld, type World } from '../../testing/index.ts'

let world: World
let server: TestServer<typeof deliveryContract>

beforeAll(async () => {
  world = await openWorld({}, async () => [])
  server = (await callServer(world.delivery)) as never
})
afterAll(() => world.close())

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
  return new URL(/https?:\S+confirm-sender\?token=\S+/.exec(mail.text ?? '')?.[0] ?? 'http://nothing')
}

describe('sender addresses', () => {
  it('are pending until the button behind the mailed link is pressed', async () => {
    const { account, client } = await newClient()
    const email = `news-${account.accountId}@acme.example`
    const added = await client.call('addSenderAddress', { body: { email: ` ${email.toUpperCase()} ` } })
    expect(added.address).toMatchObject({ email, status: 'pending', accountId: account.accountId })
    const link = await linkTo(email)
    const token = link.searchParams.get('token') ?? ''
    const asked = await server.nobody.call('readSenderLink', { query: { token } })
    expect(asked).toEqual({ email, accountName: 'Acme', status: 'pending' })
    expect((await server.nobody.call('confirmSenderAddress', { body: { token } })).status).toBe('verified')
    const { addresses } = await client.call('listSenderAddresses', {})
    expect(addresses).toMatchObject([{ email, status: 'verified' }])
    const isSendable = (from: string) =>
      world.house.db.account(account.accountId, (tx) => world.delivery.isSendable(tx, account.accountId, from))
    expect(await isSendable(email.toUpperCase())).toBe(true)
    expect(await isSendable('other@acme.example')).toBe(false)
    expect((await client.send('addSenderAddress', { body: { email } })).status).toBe(409)
  })

  it('are verified by no program that opens links, however it opens them', async () => {
    const { account, client } = await newClient()
    const email = `victim-${account.accountId}@acme.example`
    await client.call('addSenderAddress', { body: { email } })
    const link = await linkTo(email)
    const { token = '' } = Object.fromEntries(link.searchParams)
    const urls = [
      link.pathname + link.search,
      `/v1/settings/email/addresses/confirm?token=${token}`,
      `/v1/settings/email/addresses/asked?token=${token}`,
    ]
    for (const url of [...urls, ...urls]) {
      await server.fastify.inject({ url })
      await server.fastify.inject({ url, method: 'HEAD' })
    }
    const opened = await server.nobody.send('openSenderLink', { query: { token } })
    expect([opened.status, opened.headers.location]).toEqual([302, link.pathname + link.search])
    expect((await client.call('listSenderAddresses', {})).addresses[0]?.status).toBe('pending')
  })

  it('that were removed in the meantime stay removed', async () => {
    const { account, client } = await newClient()
    const email = `gone-${account.accountId}@acme.example`
    await client.call('addSenderAddress', { body: { email } })
    const token = (await linkTo(email)).searchParams.get('token') ?? ''
    await client.call('deleteSenderAddress', { params: { email } })
    expect((await server.nobody.send('confirmSenderAddress', { body: { token } })).status).toBe(404)
    expect((await client.call('listSenderAddresses', {})).addresses).toEqual([])
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
    const confirm = async (token: string) =>
      (await server.nobody.send('confirmSenderAddress', { body: { token } })).status
    expect(await confirm('forged.token')).toBe(404)
    const { client: other, account } = await newClient()
    const email = `late-${account.accountId}@acme.example`
    await other.call('addSenderAddress', { body: { email } })
    const token = (await linkTo(email)).searchParams.get('token') ?? ''
    world.house.clock.advance(8 * 86_400_000)
    expect(await confirm(token)).toBe(404)
    expect((await server.nobody.send('readSenderLink', { query: { token } })).status).toBe(404)
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
