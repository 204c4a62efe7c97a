import { callServer, type TestServer } from '@millrace/kit/testing'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  longestTurn,
  openRelayedWorld,
  type RelayedWorld,
  type SendingAccount,
  sendingAccount,
  sendsOf,
} from '../../testing/index.ts'

let world: RelayedWorld
let server: TestServer<RelayedWorld['delivery']['contract']>
let isCovered = true

beforeAll(async () => {
  world = await openRelayedWorld({ ports: { mayUse: async () => isCovered } })
  server = (await callServer(world.delivery)) as never
})

afterAll(() => world.close())

const FROM = 'Acme Shop <news@acme.example>'

const ENDLESS = '{% for i in (1..9999) %}{% for j in (1..9999) %}{% assign x = j %}{% endfor %}{% endfor %}'

const manyEndless = (many: number) => Object.fromEntries(Array.from({ length: many }, (_, at) => [`t${at}`, ENDLESS]))

const send = (account: SendingAccount, body: object, headers: Record<string, string> = {}) =>
  server.as(account).send('sendEmail', { body: body as never }, headers)

const lastMail = async () => {
  await world.sendAll()
  return simpleParser(world.receiver.mails.at(-1)?.source ?? '')
}

describe('a mail that a program sends', () => {
  it('is a saved email, by id or name, filled with what the program gives', async () => {
    const account = await sendingAccount(world, {
      people: 2,
      subject: 'Order {{ event.order }}',
      html: '<html><body>Dear {{ person.firstName }}, {{ event.total }} are due</body></html>',
    })
    const templateProperties = { order: 'A-17', total: '12 EUR' }
    const reply = await send(account, { template: account.emailId, to: 'p1@example.org', templateProperties })
    expect(reply.status).toBe(202)
    expect(reply.body).toMatchObject({ id: expect.any(Number), message: 'The email is on its way.' })
    const mail = await lastMail()
    expect(mail.subject).toBe('Order A-17')
    expect(mail.text).toContain('Dear Person 1, 12 EUR are due')
    expect(mail.headers.has('list-unsubscribe')).toBe(false)
    expect(await sendsOf(world, account)).toMatchObject([
      { state: 'accepted', lane: 0, email_id: account.emailId, person_id: account.personIds[1] },
    ])
    await send(account, {
      template: 'welcome',
      to: 'stranger@example.org',
      from: FROM,
      subject: 'Another',
      reply: 'Help <help@acme.example>',
    })
    const other = await lastMail()
    expect([other.subject, other.from?.text, other.replyTo?.text]).toEqual([
      'Another',
      '"Acme Shop" <news@acme.example>',
      '"Help" <help@acme.example>',
    ])
  })

  it('is what comes with it, its Liquid filled', async () => {
    const account = await sendingAccount(world)
    await world.house.db.system((tx) =>
      tx.run(`update people set user_id = 'u-1' where account_id = $1`, [account.accountId]),
    )
    const html = '<p>Code <b>{{ event.code }}</b> for {{ person.firstName }}</p>'
    await send(account, {
      html,
      subject: 'Your code',
      from: FROM,
      to: { userId: 'u-1' },
      templateProperties: { code: '<42>' },
    })
    expect((await lastMail()).html).toContain('Code <b>&lt;42&gt;</b> for Person 0')
    await send(account, {
      text: 'Code {{ event.code }}\n\nBye',
      subject: 'Your code',
      from: FROM,
      to: 'x@example.org',
      templateProperties: { code: 43 },
    })
    const plain = await lastMail()
    expect([plain.text?.trim(), plain.html]).toEqual(['Code 43\n\nBye', false])
  })

  it('goes once for one key, whatever is asked how often, and another mail under it is refused', async () => {
    const account = await sendingAccount(world)
    const body = { template: account.emailId, to: 'p0@example.org' }
    const replies = await Promise.all([1, 2, 3].map(() => send(account, body, { 'idempotency-key': 'order-17' })))
    expect(replies.map(({ status }) => status)).toEqual([202, 202, 202])
    expect(new Set(replies.map((reply) => (reply.body as { id: number }).id)).size).toBe(1)
    expect((await send(account, { ...body, messageId: 'order-17' })).status).toBe(202)
    expect((await send(account, { ...body, to: 'q@example.org' }, { 'idempotency-key': 'order-17' })).status).toBe(409)
    await world.sendAll()
    expect(await sendsOf(world, account)).toHaveLength(1)
    const other = await sendingAccount(world)
    expect(
      (await send(other, { template: other.emailId, to: 'p0@example.org' }, { 'idempotency-key': 'order-17' })).status,
    ).toBe(202)
  })

  it('leaves out who has unsubscribed unless told, and dead addresses always', async () => {
    const account = await sendingAccount(world)
    await world.house.db.system((tx) =>
      tx.run('update people set unsubscribed_at = updated_at where account_id = $1', [account.accountId]),
    )
    const body = { template: account.emailId, to: 'p0@example.org' }
    await send(account, body)
    await send(account, { ...body, unsubscribeCheck: false })
    await world.sendAll()
    expect((await sendsOf(world, account)).map(({ state, why }) => why ?? state)).toEqual(['unsubscribed', 'accepted'])
  })

  it.each([
    ['loops without end', { html: `<p>${ENDLESS}</p>`, subject: ENDLESS }, 422],
    // They are read, and none is run: how long that takes is another machine's business.
    [
      'very many tags',
      { html: `{% if z %}${'{% if a %}b{% endif %}'.repeat(43_000)}{% endif %}x`, subject: 'Hi' },
      202,
    ],
    ['parameters that never end', { html: 'x', subject: 'Hi', UTMTags: manyEndless(100) }, 202],
  ])('holds up nobody with %s', { timeout: 60_000 }, async (_what, own, status) => {
    const account = await sendingAccount(world)
    // The thread begins with reading its modules, which is not what is looked at.
    await send(account, { ...own, html: ENDLESS, from: FROM, to: 'x@example.org' })
    const asked = send(account, { ...own, from: FROM, to: 'x@example.org' })
    expect(await longestTurn(asked)).toBeLessThan(250)
    expect((await asked).status).toBe(status)
  })

  it('is put off where one account has too many filled at the same time, and others are not', async () => {
    const [greedy, modest] = [await sendingAccount(world), await sendingAccount(world)]
    const body = { html: `<p>${ENDLESS}</p>`, subject: 'Hi', from: FROM, to: 'x@example.org' }
    const asked = Promise.all(Array.from({ length: 40 }, () => send(greedy, body)))
    const other = await send(modest, { ...body, html: '{% for i in (1..3000) %}{% assign x = i %}{% endfor %}x' })
    expect(other.status).toBe(202)
    const statuses = (await asked).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([422, 429]))
    expect(statuses.filter((status) => status === 422).length).toBeGreaterThanOrEqual(20)
  })

  it('is refused where it cannot go', async () => {
    const account = await sendingAccount(world)
    const { emailId } = account
    const stranger = await sendingAccount(world)
    const status = async (body: object) => (await send(account, body)).status
    expect(await status({ to: 'a@example.org' })).toBe(400)
    expect(await status({ template: emailId, html: '<p>', to: 'a@example.org' })).toBe(400)
    expect(await status({ html: '<p>x</p>', to: 'a@example.org' })).toBe(400)
    expect(await status({ template: emailId, to: 'nowhere' })).toBe(400)
    expect(await status({ template: stranger.emailId, to: 'a@example.org' })).toBe(404)
    expect(await status({ template: 'No such', to: 'a@example.org' })).toBe(404)
    expect(await status({ template: emailId, to: { userId: 'nobody' } })).toBe(404)
    expect(await status({ html: '{% if %}', from: FROM, to: 'a@example.org' })).toBe(422)
    const unverified = await send(account, { html: 'x', from: 'a@elsewhere.example', to: 'a@example.org' })
    expect([unverified.status, (unverified.body as unknown as { error: { message: string } }).error.message]).toEqual([
      422,
      'Address a@elsewhere.example has not been verified for sending email.',
    ])
    isCovered = false
    expect(await status({ template: emailId, to: 'a@example.org' })).toBe(402)
    isCovered = true
    expect(
      (await server.nobody.send('sendEmail', { body: { template: emailId, to: 'a@example.org' } as never })).status,
    ).toBe(401)
    const reader = server.as({ ...account, scopes: ['emails:read'], isOwner: false })
    expect((await reader.send('sendEmail', { body: { template: emailId, to: 'a@example.org' } as never })).status).toBe(
      403,
    )
    expect(await sendsOf(world, account)).toEqual([])
  })
})
