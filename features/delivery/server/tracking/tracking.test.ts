import { callServer, type TestServer } from '@millrace/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  countsOf,
  eventsOf,
  openWorld,
  type SendingAccount,
  sendingAccount,
  sendMails,
  type TrackedMail,
  trackedIn,
  type World,
} from '../../testing/index.ts'
import { readerOf } from './reader.ts'

const PERSON =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const HTML = `<html><head></head><body>${[1, 2, 3].map((n) => `<a href="https://acme.example/${n}?a=1&amp;b=2">${n}</a>`).join('')}
  <a href="https://acme.example/p/{{ person.id }}">P</a><a href="{{ unsubscribe_url }}">U</a></body></html>`

let world: World
let server: TestServer<never>

beforeAll(async () => {
  world = await openWorld()
  server = (await callServer(world.preferences, world.delivery)) as never
})
afterAll(() => world.close())

type Mail = TrackedMail & { account: SendingAccount; html: string }

/** A mail that was sent to one person, from the built-in mailbox. */
const sentMail = async (): Promise<Mail> => {
  const account = await sendingAccount(world, { html: HTML })
  const { accountId } = account
  await sendMails(world, account, { flowId: 3, stepId: 4 })
  world.house.clock.advance(60_000)
  const client = server.as(account) as never as {
    call(name: string, input: object): Promise<{ mails: { id: number; accountId: number }[] }>
  }
  const { mails } = await client.call('listMailbox', { query: {} })
  const id = mails.find((mail) => mail.accountId === accountId)?.id
  const html = (await server.fastify.inject({ url: `/v1/mailbox/${id}/html`, headers: { host: 'localhost' } })).payload
  return { account, html, ...trackedIn(html) }
}

const get = (url: string, agent = PERSON, method: 'GET' | 'HEAD' = 'GET') =>
  server.fastify.inject({ url, method, headers: { 'user-agent': agent } })

const rowOf = async ({ account }: Mail) => {
  const row = await world.house.db.system((tx) =>
    tx.one<Record<string, unknown>>('select * from sends where account_id = $1', [account.accountId]),
  )
  return row ?? {}
}

describe('opening', () => {
  it('is counted once as opened, each time as an opening, and becomes an event', async () => {
    const mail = await sentMail()
    const reply = await get(mail.pixel)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'image/gif',
      'cache-control': expect.stringContaining('no-store'),
    })
    await get(mail.pixel)
    expect(await rowOf(mail)).toMatchObject({ state: 'delivered', opens: 2, bot_opens: 0 })
    expect(await countsOf(world, mail.account)).toMatchObject({ accepted: 1, delivered: 1, opened: 1, opens: 2 })
    expect((await eventsOf(world, mail.account)).map((event) => event.name)).toEqual([
      'Email sent',
      'Email delivered',
      'Email opened',
    ])
  })

  it('by a machine is kept, but marked', async () => {
    const mail = await sentMail()
    await get(mail.pixel, 'Googlebot/2.1 (+http://www.google.com/bot.html)')
    await get(mail.pixel, PERSON, 'HEAD')
    expect(await rowOf(mail)).toMatchObject({ opened_at: null, opens: 0, bot_opens: 2 })
    expect(await countsOf(world, mail.account)).toMatchObject({ opened: 0, botOpens: 2 })
    expect((await eventsOf(world, mail.account)).at(-1)).toMatchObject({ name: 'Email opened', props: { isBot: true } })
  })
})

describe('clicking', () => {
  it('leads where the author pointed and counts as opened too', async () => {
    const mail = await sentMail()
    const reply = await get(mail.links[1] ?? '')
    expect([reply.statusCode, reply.headers.location]).toEqual([302, 'https://acme.example/2?a=1&b=2'])
    const own = await get(mail.links[3] ?? '')
    expect(own.headers.location).toBe(`https://acme.example/p/${mail.account.personIds[0]}`)
    await world.judgeReadings()
    expect(await countsOf(world, mail.account)).toMatchObject({ opened: 1, clicked: 1, clicks: 2 })
    const clicked = (await eventsOf(world, mail.account)).filter((event) => event.name === 'Email clicked')
    expect(clicked[0]?.props).toMatchObject({ url: 'https://acme.example/2?a=1&b=2', flowId: 3, stepId: 4 })
  })

  it('all links at once is a scanner, and what was counted as a person is taken back', async () => {
    const mail = await sentMail()
    for (const link of mail.links.slice(0, 3)) await get(link)
    await world.judgeReadings()
    expect(await rowOf(mail)).toMatchObject({ clicks: 0, bot_clicks: 3, clicked_at: null })
    expect(await countsOf(world, mail.account)).toMatchObject({ clicked: 0, clicks: 0, botClicks: 3 })
  })

  it.each([
    ['another signature', (link: string) => link.replace(/\.[\w-]{16}\./, '.AAAAAAAAAAAAAAAA.')],
    ['another mail', (link: string) => link.replace(/\/t\/c\/(\w+)\.(\w+)\./, '/t/c/$1.zz.')],
    [
      'another address',
      (link: string) =>
        link.replace(/\.[\w-]+\.([\w-]+)$/, `.${Buffer.from('https://evil.example').toString('base64url')}.$1`),
    ],
    ['nonsense', () => '/t/c/nonsense'],
  ])('a forged link (%s) leads nowhere', async (_what, forge) => {
    const mail = await sentMail()
    const reply = await get(forge(mail.links[3] ?? ''))
    expect([reply.statusCode, reply.headers.location]).toEqual([404, undefined])
  })

  it('a link of another email leads nowhere', async () => {
    const [one, two] = [await sentMail(), await sentMail()]
    const foreign = two.links[0]?.split('.').at(-1)
    const reply = await get((one.links[0] ?? '').replace(/\.[^.]+$/, `.${foreign}`))
    expect(reply.statusCode).toBe(404)
  })

  it('a forged pixel is 404', async () => {
    expect((await get('/t/o/1.2.3.AAAAAAAAAAAAAAAA.gif')).statusCode).toBe(404)
  })
})

describe('the unsubscribe address', () => {
  const isUnsubscribed = async ({ account }: Mail) =>
    (await world.house.db.system((tx) =>
      tx.one('select 1 from people where account_id = $1 and unsubscribed_at is not null', [account.accountId]),
    )) !== undefined

  it('changes nothing when it is only looked at', async () => {
    const mail = await sentMail()
    const reply = await get(mail.unsubscribe)
    expect(reply.statusCode).toBe(302)
    expect(reply.headers.location).toContain('/public/subscription-preferences?token=')
    expect(await isUnsubscribed(mail)).toBe(false)
  })

  it.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])(
    'unsubscribes at once when it is posted to, as %s',
    async (type) => {
      const mail = await sentMail()
      const post = () =>
        server.fastify.inject({
          url: mail.unsubscribe,
          method: 'POST',
          payload: 'List-Unsubscribe=One-Click',
          headers: { 'content-type': type },
        })
      expect((await post()).statusCode).toBe(200)
      expect((await post()).statusCode).toBe(200)
      expect(await isUnsubscribed(mail)).toBe(true)
      expect(await countsOf(world, mail.account)).toMatchObject({ unsubscribed: 1 })
      const events = (await eventsOf(world, mail.account)).filter((event) => event.name === 'Email unsubscribed')
      expect(events).toHaveLength(1)
      expect(events[0]?.props).toMatchObject({ emailId: mail.account.emailId, flowId: 3 })
    },
  )

  it('is 404 where it is forged', async () => {
    const reply = await server.fastify.inject({ url: '/u/1.2.AAAAAAAAAAAAAAAAAAAA', method: 'POST', payload: '' })
    expect(reply.statusCode).toBe(404)
  })
})

describe('who reads', () => {
  it.each([
    [PERSON, 'GET', { isBot: false }],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
      'GET',
      { isBot: false },
    ],
    ['Microsoft Office/16.0 (Microsoft Outlook 16.0.17328; Pro)', 'GET', { isBot: false }],
    [
      'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
      'GET',
      { isBot: false, proxy: 'google' },
    ],
    [
      'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
      'GET',
      { isBot: false, proxy: 'yahoo' },
    ],
    ['Mozilla/5.0', 'GET', { isBot: true, proxy: 'apple' }],
    ['', 'GET', { isBot: true }],
    [PERSON, 'HEAD', { isBot: true }],
    ['Barracuda Sentinel (EE)', 'GET', { isBot: true }],
    ['python-requests/2.32', 'GET', { isBot: true }],
    ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'GET', { isBot: true }],
  ])('%s %s', (agent, method, expected) => expect(readerOf(agent, method)).toEqual(expected))
})
