import { mkdtempSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { openEvents } from '@millrace/events/server'
import { peopleDoor } from '@millrace/people/server'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  countsOf,
  eventsOf,
  openRelayedWorld,
  type RelayedWorld,
  type SendingAccount,
  sendingAccount,
  sendMails,
  suppressedOf,
  TEST_CERTIFICATE,
  TEST_CERTIFICATE_KEY,
} from '../../testing/index.ts'
import { openPool } from '../smtp/pool.ts'
import { type Inbound, startInbound } from './inbound.ts'
import { watchCertificate } from './inboundTls.ts'

let world: RelayedWorld
let inbound: Inbound
let pool: ReturnType<typeof openPool>
let reasonAt = new Date('2026-03-10T09:00:00.000Z')

beforeAll(async () => {
  world = await openRelayedWorld({
    settings: {
      PUBLIC_URL: 'https://mill.example',
      RETURN_HOST: 'bounces.mill.example',
      REPLY_HOST: 'answers.mill.example',
      INBOUND_PORT: '0',
    },
  })
  const { recordEvents } = openEvents(world.house, { people: peopleDoor(world.house), identify: undefined as never })
  const ports = { recordEvents, unsubscribe: world.preferences.unsubscribe }
  inbound = await startInbound(world.house, ports, { port: 0, host: '127.0.0.1' })
  pool = openPool({ host: '127.0.0.1', port: inbound.port, tls: 'never' } as never, { connections: 1 })
})
afterAll(async () => {
  pool.close()
  await inbound.close()
  await world.close()
})

/** Sends a mail and answers it as the relay got it. */
const sent = async (account: SendingAccount, more: object = {}) => {
  reasonAt = new Date(reasonAt.getTime() + 1_000)
  await sendMails(world, account, { reasonAt, ...more })
  const mail = world.receiver.mails.at(-1)!
  const head = await simpleParser(mail.source)
  return { returnPath: mail.from, source: mail.source, messageId: head.messageId!, replyTo: head.replyTo?.value[0] }
}

const bring = (from: string, to: string, source: string) =>
  pool.send({ from, to, source: [source.replace(/\r?\n/g, '\r\n')] } as never)

const dsn = (
  original: string,
  { status = '5.1.1', action = 'failed', to = 'p0@example.org' } = {},
) => `From: Mail Delivery System <MAILER-DAEMON@mx.example.org>
To: <sender@example.org>
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"

--b1
Content-Type: text/plain

I'm sorry.

--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org

Final-Recipient: rfc822; ${to}
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; 550 ${status} the other server's words

--b1
Content-Type: message/rfc822

${original}
--b1--
`

const arf = (original: string) => `From: <feedback@mx.example.org>
To: fbl@bounces.mill.example
Subject: complaint
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="b1"

--b1
Content-Type: text/plain

This is an email abuse report.

--b1
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: SomeGenerator/1.0
Version: 1

--b1
Content-Type: message/rfc822

${original}
--b1--
`

const stateOf = async ({ accountId }: SendingAccount) => {
  const row = await world.house.db.system((tx) =>
    tx.one<{ state: string; reply: string | null }>(
      `select state, reply from sends where account_id = $1 and reason_kind = 'flow' order by account_id, reason_at desc limit 1`,
      [accountId],
    ),
  )
  return row!
}

describe('bounces by mail', () => {
  it('come to the signed address that the mail said, and end it', async () => {
    const account = await sendingAccount(world)
    const mail = await sent(account)
    expect(mail.returnPath).toMatch(/^b\.[0-9a-z.]+@bounces\.mill\.example$/)
    expect(await bring('', mail.returnPath, dsn(mail.source))).toMatchObject({ kind: 'accepted' })
    expect(await bring('', mail.returnPath, dsn(mail.source))).toMatchObject({ kind: 'accepted' })
    expect(await stateOf(account)).toEqual({ state: 'bounced', reply: "550 5.1.1 the other server's words" })
    expect(await suppressedOf(world, account)).toEqual([{ address: 'p0@example.org', reason: 'bounced' }])
    expect((await eventsOf(world, account)).map(({ name }) => name)).toEqual(['Email sent', 'Email bounced'])
  })

  it('suppress the address that was written to, whatever the report claims', async () => {
    const account = await sendingAccount(world)
    const mail = await sent(account)
    await bring('', mail.returnPath, dsn(mail.source, { to: 'stranger@example.org' }))
    expect(await suppressedOf(world, account)).toEqual([{ address: 'p0@example.org', reason: 'bounced' }])
  })

  it('of delays and arrivals say so', async () => {
    const account = await sendingAccount(world)
    const mail = await sent(account)
    await bring('', mail.returnPath, dsn(mail.source, { action: 'delayed', status: '4.4.1' }))
    expect(await stateOf(account)).toMatchObject({ state: 'accepted' })
    await bring('', mail.returnPath, dsn(mail.source, { action: 'delivered', status: '2.0.0' }))
    expect(await stateOf(account)).toMatchObject({ state: 'delivered' })
    expect(await suppressedOf(world, account)).toEqual([])
  })

  it('are believed at the post office where they show our mail, and nowhere where nobody signed', async () => {
    const account = await sendingAccount(world)
    const mail = await sent(account)
    const forged = mail.source.replace(/^Message-ID: <[^>]*>/m, 'Message-ID: <1.1.1.aaaaaaaa@acme.example>')
    await bring('', 'postmaster@bounces.mill.example', dsn(forged))
    expect(await stateOf(account)).toMatchObject({ state: 'accepted' })
    const unsigned = await bring('', mail.returnPath.replace(/.@/, '_@'), dsn(mail.source))
    expect(unsigned).toMatchObject({ kind: 'refused', reply: { code: 550 } })
    expect(await bring('', 'anybody@elsewhere.example', dsn(mail.source))).toMatchObject({ kind: 'refused' })
    await bring('', 'postmaster@bounces.mill.example', dsn(mail.source))
    expect(await stateOf(account)).toMatchObject({ state: 'bounced' })
  })

  it('of a copy say nothing of the mail', async () => {
    const account = await sendingAccount(world)
    await world.house.db.system((tx) =>
      tx.run(`update email_versions set cc = 'boss@example.org' where account_id = $1`, [account.accountId]),
    )
    const mail = await sent(account)
    await bring('', mail.returnPath, dsn(mail.source, { to: 'boss@example.org' }))
    expect(await stateOf(account)).toMatchObject({ state: 'accepted' })
    expect(await suppressedOf(world, account)).toEqual([])
  })

  it('that are no mail at all harm nothing', async () => {
    const account = await sendingAccount(world)
    const mail = await sent(account)
    for (const source of ['', '\0\0\0', 'x'.repeat(1 << 20), `Subject: \0\nFrom: \0@\0\n\n550 5.1.1 \0`]) {
      expect(await bring('', mail.returnPath, source)).toMatchObject({ kind: 'accepted' })
    }
    const tooLarge = await bring('', mail.returnPath, `Subject: x\n\n${'x'.repeat(16 << 20)}`)
    expect(tooLarge).toMatchObject({ kind: 'refused', reply: { code: 552 } })
    expect(await suppressedOf(world, account)).toEqual([])
  })

  it('take many at once', async () => {
    const account = await sendingAccount(world)
    const mail = await sent(account)
    const many = await Promise.all(
      Array.from({ length: 100 }, () => bring('', mail.returnPath, dsn(mail.source, { status: '4.2.2' }))),
    )
    expect(many.every(({ kind }) => kind === 'accepted')).toBe(true)
    expect((await eventsOf(world, account)).map(({ name }) => name)).toEqual(['Email sent', 'Email bounced'])
  })
})

describe('complaints by mail', () => {
  it('suppress and unsubscribe whoever complains, once', async () => {
    const account = await sendingAccount(world)
    const mail = await sent(account)
    for (const _time of [1, 2]) await bring('x@mx.example.org', 'fbl@bounces.mill.example', arf(mail.source))
    expect(await stateOf(account)).toMatchObject({ state: 'complained' })
    expect(await suppressedOf(world, account)).toEqual([{ address: 'p0@example.org', reason: 'complained' }])
    expect((await eventsOf(world, account)).map(({ name }) => name)).toEqual([
      'Email sent',
      'Email complained',
      'Email unsubscribed',
    ])
  })

  it('about mail that is not ours are nothing', async () => {
    const account = await sendingAccount(world)
    await bring('x@mx.example.org', 'fbl@bounces.mill.example', arf('Message-ID: <a.b.c.d@acme.example>\n\nhi'))
    expect(await suppressedOf(world, account)).toEqual([])
  })
})

describe('answers by mail', () => {
  const answer = (more = '', id = '1') => `From: Ann <p0@example.org>
To: Acme
Message-ID: <answer-${id}@example.org>
Subject: Re: Hello
${more}Content-Type: text/plain

I like it.
`

  it('are told, counted once, and handed on to whoever wrote', async () => {
    const account = await sendingAccount(world)
    const mail = await sent(account)
    expect(mail.replyTo).toMatchObject({
      name: 'Acme',
      address: expect.stringMatching(/^r\..*@answers\.mill\.example$/),
    })
    const { address } = mail.replyTo!
    for (const _time of [1, 2]) await bring('p0@example.org', address!, answer('', `${account.accountId}`))
    expect((await eventsOf(world, account)).map(({ name }) => name)).toEqual(['Email sent', 'Email replied'])
    const before = world.receiver.mails.length
    await world.sendAll()
    expect(world.receiver.mails.length - before).toBe(1)
    const handed = world.receiver.mails.at(-1)!
    const read = await simpleParser(handed.source)
    expect(handed.to).toBe('news@acme.example')
    expect(read.replyTo?.value).toMatchObject([{ address: 'p0@example.org', name: 'Ann' }])
    expect(read.from?.value).toMatchObject([{ address: 'news@acme.example' }])
    expect(read.text?.trim()).toBe('I like it.')
  })

  it('of a machine are told as such, and not counted', async () => {
    const account = await sendingAccount(world)
    const mail = await sent(account)
    await bring(
      'p0@example.org',
      mail.replyTo!.address!,
      answer('Auto-Submitted: auto-replied\n', `m${account.accountId}`),
    )
    const told = (await eventsOf(world, account)).at(-1)
    expect(told).toMatchObject({ name: 'Email replied', props: { isBot: true } })
    expect((await countsOf(world, account)).replied).toBe(0)
  })
})

it('a client that says nothing or nonsense is no trouble', async () => {
  await new Promise<void>((resolve) => {
    const socket = connect(inbound.port, '127.0.0.1', () => socket.end('\0\r\nGET / HTTP/1.1\r\n\r\nQUIT\r\n'))
    socket.on('close', () => resolve()).on('error', () => resolve())
    socket.resume()
  })
  const account = await sendingAccount(world)
  const mail = await sent(account)
  expect(await bring('', mail.returnPath, dsn(mail.source))).toMatchObject({ kind: 'accepted' })
})

describe('an encrypted line', () => {
  const filesOf = (cert: string, key: string) => {
    const folder = mkdtempSync(join(world.folder, 'tls-'))
    const [INBOUND_TLS_CERT, INBOUND_TLS_KEY] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    writeFileSync(INBOUND_TLS_CERT, cert)
    writeFileSync(INBOUND_TLS_KEY, key)
    return { INBOUND_TLS_CERT, INBOUND_TLS_KEY }
  }
  const houseWith = (files: ReturnType<typeof filesOf>) => ({
    ...world.house,
    settings: { ...world.house.settings, ...files },
  })
  const none = { recordEvents: async () => {}, unsubscribe: async () => {} } as never

  it('is offered where a certificate is there, and mail comes in over it', async () => {
    const account = await sendingAccount(world)
    const mail = await sent(account)
    const house = houseWith(filesOf(TEST_CERTIFICATE, TEST_CERTIFICATE_KEY))
    const secure = await startInbound(house, none, { port: 0, host: '127.0.0.1' })
    const lines = openPool({ host: '127.0.0.1', port: secure.port, tls: 'required', rejectUnauthorized: false })
    const source = [dsn(mail.source).replace(/\r?\n/g, '\r\n')]
    expect(await lines.send({ from: '', to: mail.returnPath, source })).toMatchObject({ kind: 'accepted' })
    lines.close()
    await secure.close()
  })

  it('is not offered without one, and a certificate that cannot be used stops the start', async () => {
    const lines = openPool({ host: '127.0.0.1', port: inbound.port, tls: 'required', rejectUnauthorized: false })
    const outcome = await lines.send({ from: '', to: 'x@bounces.mill.example', source: ['x'] })
    expect(outcome).toMatchObject({ kind: 'notSent', error: 'The relay offers no TLS.' })
    lines.close()
    const broken = houseWith(filesOf('nothing', TEST_CERTIFICATE_KEY))
    const start = startInbound(broken, none, { port: 0, host: '127.0.0.1' })
    await expect(start).rejects.toThrow('INBOUND_TLS_CERT and INBOUND_TLS_KEY cannot be used')
  })

  it('shows a renewed certificate, and keeps the old one where the new one cannot be read', async () => {
    const files = filesOf(TEST_CERTIFICATE, TEST_CERTIFICATE_KEY)
    const renewed: string[] = []
    const before = { cert: TEST_CERTIFICATE, key: TEST_CERTIFICATE_KEY }
    const stop = watchCertificate(houseWith(files), before, ({ cert }) => void renewed.push(cert), 5)
    writeFileSync(files.INBOUND_TLS_CERT, 'half of a')
    const next = `${TEST_CERTIFICATE}\n`
    writeFileSync(files.INBOUND_TLS_CERT, next)
    await expect.poll(() => renewed, { timeout: 10_000 }).toEqual([next])
    stop()
  })
})
