import { callServer, type TestServer } from '@millrace/kit/testing'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { deliveryContract } from '../../contract/index.ts'
import {
  type DnsServer,
  openRelayedWorld,
  type RelayedWorld,
  sendingAccount,
  sendMails,
  startDns,
} from '../../testing/index.ts'

let world: RelayedWorld
let dns: DnsServer
let server: TestServer<typeof deliveryContract>

beforeAll(async () => {
  dns = await startDns()
  world = await openRelayedWorld({ settings: { DNS_SERVERS: dns.address } })
  server = (await callServer(world.delivery, world.preferences as never)) as never
})

afterAll(async () => {
  await world.close()
  await dns.close()
})

const LONG = 'Ä word that goes on and on, '.repeat(200)
const HTML = `<html><body><p>Hello {{ person.firstName }}</p><p>${LONG}</p><a href="https://acme.example/${'x'.repeat(1_500)}">A</a></body></html>`

/** A broadcast's mail from a domain of the account's own, as it stood on the wire. */
const sent = async () => {
  const fromEmail = 'news@letters.example'
  const account = await sendingAccount(world, { html: HTML, fromEmail, subject: `Grüße – ${'news '.repeat(40)}` })
  const { accountId } = account
  const client = server.as(account)
  const { domain } = await client.call('addSenderDomain', { body: { domain: 'letters.example' } })
  for (const { host, type, data } of domain.dns)
    dns.hosts.set(host, type === 'CNAME' ? { CNAME: data } : { TXT: [data] })
  await client.call('verifySenderDomain', { params: { id: domain.id } })
  world.receiver.mails.length = 0
  await sendMails(world, account, { reasonKind: 'broadcast', broadcastId: 9 })
  const source = world.receiver.mails[0]?.source ?? ''
  const head = source.slice(0, source.indexOf('\r\n\r\n'))
  const fields = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const named = (name: string) => fields.filter((field) => field.toLowerCase().startsWith(`${name}: `))
  const parsed = await simpleParser(source)
  const resolver = async (name: string) => [[dns.hosts.get(name.toLowerCase())?.TXT?.join('') ?? '']]
  const { results } = await dkimVerify(source, { resolver })
  return { accountId, source, fields, named, parsed, results: results as Signed[] }
}

type Signed = {
  status: { result: string; aligned?: string }
  signingDomain: string
  signingHeaders?: { keys?: string }
}

let mail: Awaited<ReturnType<typeof sent>>
beforeAll(async () => {
  mail = await sent()
})

describe('what Gmail and Yahoo ask of a sender', () => {
  it('every signature holds, and is of the domain that the mail is from', () => {
    expect(mail.results.map(({ status, signingDomain }) => [status.result, signingDomain])).toEqual([
      ['pass', 'letters.example'],
      ['pass', 'letters.example'],
    ])
    expect(mail.parsed.from?.value[0]?.address).toBe('news@letters.example')
  })

  it('the fields of the one-click way out are signed, and no second From can be added', () => {
    for (const field of mail.named('dkim-signature')) {
      const signed = (/\bh=([^;]+)/.exec(field)?.[1] ?? '').replace(/\s/g, '').split(':')
      for (const name of [
        'list-unsubscribe',
        'list-unsubscribe-post',
        'list-id',
        'subject',
        'date',
        'message-id',
        'to',
      ])
        expect(signed).toContain(name)
      expect(signed.filter((name) => name === 'from')).toHaveLength(2)
    }
  })

  it('each field that there may be one of is there once', () => {
    for (const name of [
      'from',
      'to',
      'subject',
      'date',
      'message-id',
      'mime-version',
      'content-type',
      'list-unsubscribe',
      'list-unsubscribe-post',
      'list-id',
      'precedence',
      'feedback-id',
    ])
      expect([name, mail.named(name).length]).toEqual([name, 1])
  })

  it('it says when it was written, and has a name of its own in the domain', () => {
    expect(Math.abs((mail.parsed.date?.getTime() ?? 0) - world.house.clock.now().getTime())).toBeLessThan(60_000)
    expect(mail.parsed.messageId).toMatch(/^<[^@\s<>]+@letters\.example>$/)
  })

  it('no line is longer than mail servers take, and all of it is ASCII', () => {
    expect(Math.max(...mail.source.split('\r\n').map((line) => line.length))).toBeLessThan(998)
    expect(mail.source).toMatch(/^[\t\r\n\x20-\x7e]*$/)
    expect(mail.source.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it('its bulk is said, with a list and a short feedback id', () => {
    expect(mail.named('precedence')).toEqual(['Precedence: bulk'])
    const id = mail.named('feedback-id')[0]?.slice('Feedback-ID: '.length) ?? ''
    expect(id.split(':')).toHaveLength(4)
    expect(id.length).toBeLessThan(128)
  })

  it('the way out is seen in the mail itself, in both of its forms', () => {
    expect(String(mail.parsed.html)).toMatch(/<a href="http[^"]+\/u\/[^"]+"[^>]*>Unsubscribe<\/a>/)
    expect(mail.parsed.text).toMatch(/Unsubscribe: http/)
  })

  it('one POST without cookies is enough, and holds at once; a GET changes nothing', async () => {
    expect(mail.named('list-unsubscribe-post')).toEqual(['List-Unsubscribe-Post: List-Unsubscribe=One-Click'])
    const address = /<(https?:[^>]+)>/.exec(mail.named('list-unsubscribe')[0] ?? '')?.[1] ?? ''
    const isOut = async () =>
      (await world.house.db.system((tx) =>
        tx.one('select 1 from people where account_id = $1 and unsubscribed_at is not null', [mail.accountId]),
      )) !== undefined
    const url = new URL(address).pathname
    await server.fastify.inject({ url })
    await server.fastify.inject({ url, method: 'HEAD' })
    expect(await isOut()).toBe(false)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const reply = await server.fastify.inject({ url, method: 'POST', headers, payload: 'List-Unsubscribe=One-Click' })
    expect([reply.statusCode, reply.headers['set-cookie'], await isOut()]).toEqual([200, undefined, true])
  })
})
