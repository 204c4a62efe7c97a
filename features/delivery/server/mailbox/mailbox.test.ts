import { type AddressInfo, connect, createServer } from 'node:net'
import { callServer, type TestServer } from '@millrace/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { deliveryContract } from '../../contract/index.ts'
import { openWorld, sendingAccount, sendMails, statesOf, type World } from '../../testing/index.ts'
import { isAtHome } from './access.ts'
import { decodeWords, readHead } from './readMail.ts'

let world: World
let server: TestServer<typeof deliveryContract>
let port = 0

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })

beforeAll(async () => {
  port = await freePort()
  world = await openWorld({ PUBLIC_URL: 'https://mail.acme.example', MAILBOX_PORT: String(port) })
  server = (await callServer(world.delivery)) as never
})
afterAll(() => world.close())

const sentBy = async (people = 1) => {
  const account = await sendingAccount(world, { people })
  await sendMails(world, account)
  return account
}

describe('the built-in mailbox', () => {
  it('has delivered what it took, and shows an account its own mail', async () => {
    const account = await sentBy(3)
    const client = server.as(account)
    const { mails, total, hasMore } = await client.call('listMailbox', { query: { limit: 2 } })
    expect([mails.length, total, hasMore]).toEqual([2, 3, true])
    expect(mails[0]).toMatchObject({ accountId: account.accountId, isRead: false, from: 'Acme <news@acme.example>' })
    const older = await client.call('listMailbox', { query: { before: mails[1]?.id } })
    expect(older.mails).toHaveLength(1)
    const found = await client.call('listMailbox', { query: { q: 'P2@example' } })
    expect(found.mails.map((mail) => mail.to)).toEqual([['p2@example.org']])
    expect((await client.call('listMailbox', { query: { q: '100%' } })).mails).toEqual([])
    const { mail } = await client.call('getMailboxMail', { params: { id: mails[0]?.id ?? 0 } })
    expect(mail).toMatchObject({ isRead: true, unsubscribe: expect.stringContaining('/u/') })
    expect(mail.headers.map(({ name }) => name)).toContain('List-Unsubscribe-Post')
    expect(new Set(await statesOf(world, account))).toEqual(new Set(['delivered']))
  })

  it('shows nobody the mail of others, and strangers nothing', async () => {
    const account = await sentBy()
    const { mails } = await server.as(account).call('listMailbox', { query: {} })
    const id = mails[0]?.id ?? 0
    const other = server.as(await world.house.newAccount())
    expect((await other.call('listMailbox', { query: {} })).mails).toEqual([])
    expect((await other.send('getMailboxMail', { params: { id } })).status).toBe(404)
    expect((await server.nobody.send('listMailbox', { query: {} })).status).toBe(403)
    expect((await server.nobody.send('getMailboxMail', { params: { id } })).status).toBe(403)
    expect((await server.fastify.inject({ url: `/v1/mailbox/${id}/html` })).statusCode).toBe(403)
  })

  it('takes mail of any program, and lets mail unsubscribe', async () => {
    const account = await sentBy()
    const { mails } = await server.as(account).call('listMailbox', { query: {} })
    const { mail } = await server.as(account).call('getMailboxMail', { params: { id: mails[0]?.id ?? 0 } })
    const list = mail.headers.find(({ name }) => name === 'List-Unsubscribe')?.value ?? ''
    const [, address = ''] = /<mailto:([^?>]+)/.exec(list) ?? []
    expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64)
    await talk(port, [
      'EHLO me',
      'MAIL FROM:<p0@example.org>',
      `RCPT TO:<${address}>`,
      'DATA',
      'Subject: unsubscribe\r\n\r\n\r\n.',
    ])
    const person = await world.house.db.system((tx) =>
      tx.one<{ at: Date | null }>('select unsubscribed_at as at from people where account_id = $1', [
        account.accountId,
      ]),
    )
    expect(person?.at).not.toBeNull()
  })
})

const talk = (port: number, lines: string[]) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const left = [...lines, 'QUIT']
    socket.setEncoding('latin1')
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.on('data', (chunk: string) => {
      if (/^\d{3} /m.test(chunk)) socket.write(`${left.shift() ?? 'QUIT'}\r\n`)
    })
  })

describe('who may see all mail without signing in', () => {
  const asking = (headers: Record<string, string> = {}, ip = '127.0.0.1') =>
    ({ ip, headers: { host: 'localhost:3000', ...headers } }) as never
  it.each([
    ['somebody at the machine', {}, asking(), true],
    ['over IPv6', {}, asking({}, '::1'), true],
    ['from elsewhere', {}, asking({}, '10.0.0.5'), false],
    ['through a proxy', {}, asking({ 'x-forwarded-for': '10.0.0.5' }), false],
    ['under another name (DNS rebinding)', {}, asking({ host: 'evil.example' }), false],
    ['with a relay', { SMTP_URL: 'smtp://x' }, asking(), false],
    ['with a public address', { PUBLIC_URL: 'https://mail.acme.example' }, asking(), false],
    ['with a local address', { PUBLIC_URL: 'http://localhost:3000' }, asking(), true],
  ])('%s', (_who, settings, request, may) =>
    expect(isAtHome({ SMTP_URL: undefined, PUBLIC_URL: undefined, ...settings }, request)).toBe(may),
  )
})

describe('the head of a mail', () => {
  it('is read without taking the mail apart', () => {
    const source =
      'From: =?UTF-8?B?w4RkYQ==?= <a@b.c>\r\nTo: <x@y.z>\r\nSubject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe_aus?=\r\n =?UTF-8?Q?_K=C3=B6ln?=\r\nMessage-ID: <1@x>\r\nContent-Type: multipart/alternative; boundary=q\r\n\r\n--q\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nHallo =C3=9Cber=\r\nall\r\n--q\r\n'
    expect(readHead(source)).toEqual({
      messageId: '<1@x>',
      from: 'Äda <a@b.c>',
      to: '<x@y.z>',
      subject: 'Grüße aus Köln',
      snippet: 'Hallo Überall',
    })
  })
  it('leaves words alone that it cannot read', () => {
    expect(decodeWords('=?x-unknown?Q?abc?= plain')).toBe('abc plain')
  })
})
