import { callServer, type TestServer } from '@millrace/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  BROWSER,
  countsOf,
  openRelayedWorld,
  type RelayedWorld,
  readTracked,
  sendingAccount,
  sendMails,
} from '../../testing/index.ts'

const HTML = `<html><body>${[1, 2, 3].map((n) => `<a href="https://acme.example/${n}">${n}</a>`).join('')}
  <a href="{{ unsubscribe_url }}">U</a><a href="{{ preferences_url }}">C</a><a href="{{ view_in_browser_url }}">V</a></body></html>`

let world: RelayedWorld
let server: TestServer<never>

beforeAll(async () => {
  world = await openRelayedWorld()
  server = (await callServer(world.preferences, world.delivery)) as never
})

afterAll(() => world.close())

/** What each of some people of an account got. */
const sent = async (people = 1, html = HTML) => {
  const account = await sendingAccount(world, { html, people })
  world.receiver.mails.length = 0
  await sendMails(world, account, { flowId: 3, stepId: 4 })
  const mails = await Promise.all(world.receiver.mails.map(readTracked))
  return { ...account, mails, mail: mails[0]! }
}

const ask = (url: string | undefined, { method = 'GET', from = '192.0.2.1', agent = BROWSER } = {}) =>
  server.fastify.inject({
    url: url ?? '',
    method: method as 'GET',
    remoteAddress: from,
    headers: { 'user-agent': agent },
  })

const figuresOf = async (account: { accountId: number; emailId: number }) => {
  const { opened, opens, clicked, clicks, botOpens, botClicks } = await countsOf(world, account)
  return { opened, opens, clicked, clicks, botOpens, botClicks }
}

/** Names of what people, not machines, are told to have done with the mail. */
const toldOf = async (accountId: number) =>
  (
    await world.house.db.system((tx) =>
      tx.rows<{ name: string }>(
        `select n.name from events e join event_names n on n.account_id = $1 and n.id = e.name_id
         where e.account_id = $1 and not coalesce((e.props ->> 'isBot')::boolean, false)
           and n.name in ('Email opened', 'Email clicked', 'Email unsubscribed') order by e.account_id, e.id`,
        [accountId],
      ),
    )
  ).map(({ name }) => name)

const countOf = (accountId: number, sql: string) =>
  world.house.db.system(async (tx) => (await tx.one<{ n: number }>(sql, [accountId]))?.n)

/** Openings and clicks of people, as they are counted by the hour. */
const humanHours = (accountId: number) =>
  countOf(
    accountId,
    `select sum(h.human)::int as n from event_hours h join event_names n on n.account_id = $1 and n.id = h.name_id
     where h.account_id = $1 and n.name in ('Email opened', 'Email clicked')`,
  )

const changesOf = async (accountId: number) =>
  (await countOf(accountId, `select count(*)::int as n from changes where account_id = $1 and kind = 'event'`)) ?? 0

const rowOf = (accountId: number) =>
  world.house.db.system((tx) =>
    tx.one('select opened_at, clicked_at, unsubscribed_at from sends where account_id = $1', [accountId]),
  )

const UNREAD = { opened_at: null, clicked_at: null, unsubscribed_at: null }

describe('a scanner that follows every link', () => {
  it.each([
    ['at once', 0],
    ['after five minutes', 300_000],
  ])('twice, by GET and HEAD, %s, is no reader; a person two minutes later is', async (_when, later) => {
    const account = await sent()
    const { accountId, mail } = account
    world.house.clock.advance(later)
    for (const _round of [1, 2]) {
      for (const method of ['HEAD', 'GET']) for (const url of mail.all) await ask(url, { method })
      world.house.clock.advance(1_500)
    }
    await world.judgeReadings()
    expect(await rowOf(accountId)).toEqual(UNREAD)
    expect(await figuresOf(account)).toMatchObject({ opened: 0, opens: 0, clicked: 0, clicks: 0 })
    expect(await toldOf(accountId)).toEqual([])
    const people = await world.house.db.system((tx) =>
      tx.rows('select 1 from people where account_id = $1 and unsubscribed_at is not null', [accountId]),
    )
    expect(people).toEqual([])
    world.house.clock.advance(120_000)
    await ask(mail.pixel)
    await ask(mail.links[1])
    expect(await figuresOf(account)).toMatchObject({ opened: 1, opens: 1, clicked: 1, clicks: 1 })
    expect(await toldOf(accountId)).toEqual(['Email opened', 'Email clicked'])
    const links = await world.house.db.account(accountId, (tx) =>
      tx.rows<{ clicked: number }>('select sum(clicked)::int as clicked from link_deltas where account_id = $1', [
        accountId,
      ]),
    )
    expect(links).toEqual([{ clicked: 1 }])
  })

  it('by GET alone, right after the mail was accepted, was never told to be a person', async () => {
    const account = await sent()
    for (const url of [account.mail.pixel, ...account.mail.links.slice(0, 2)]) await ask(url)
    expect(await toldOf(account.accountId)).toEqual([])
    await world.judgeReadings()
    expect(await toldOf(account.accountId)).toEqual([])
    expect(await figuresOf(account)).toEqual({ opened: 0, opens: 0, clicked: 0, clicks: 0, botOpens: 1, botClicks: 2 })
  })

  it('much later is taken back, the opening and what was told too', async () => {
    const account = await sent()
    const { accountId } = account
    world.house.clock.advance(3_600_000)
    await ask(account.mail.links[0])
    expect(await toldOf(accountId)).toEqual(['Email opened', 'Email clicked'])
    expect(await humanHours(accountId)).toBe(2)
    for (const url of account.mail.links.slice(1)) await ask(url)
    const before = await changesOf(accountId)
    await world.judgeReadings()
    expect(await rowOf(accountId)).toEqual(UNREAD)
    expect(await figuresOf(account)).toEqual({ opened: 0, opens: 0, clicked: 0, clicks: 0, botOpens: 0, botClicks: 3 })
    expect(await toldOf(accountId)).toEqual([])
    expect(await humanHours(accountId)).toBe(0)
    // Two that were told, and two clicks that waited.
    expect((await changesOf(accountId)) - before).toBe(4)
    await ask(account.mail.links[0])
    await world.judgeReadings()
    expect(await humanHours(accountId)).toBe(2)
  })

  it('is known by the link that no reader sees', async () => {
    const account = await sent(1, '<html><body><a href="https://acme.example/1">1</a></body></html>')
    world.house.clock.advance(60_000)
    await ask(account.mail.links[0])
    expect((await ask(account.mail.trap)).statusCode).toBe(204)
    await world.judgeReadings()
    expect(await rowOf(account.accountId)).toEqual(UNREAD)
    await ask(account.mail.links[0])
    expect(await figuresOf(account)).toMatchObject({ clicked: 0, clicks: 0 })
  })

  it('is known by the mails of many that it follows a link of', async () => {
    const account = await sent(6)
    for (const { links } of account.mails.slice(0, 5)) await ask(links[0], { from: '198.51.100.7' })
    await ask(account.mails[5]?.links[0], { from: '192.0.2.9' })
    await world.judgeReadings()
    expect(await figuresOf(account)).toMatchObject({ clicked: 1, clicks: 1, botClicks: 5 })
  })
})

describe('a person', () => {
  it('who is quick counts a moment later, at the time when they clicked', async () => {
    const account = await sent()
    world.house.clock.advance(5_000)
    const at = world.house.clock.now()
    expect((await ask(account.mail.links[0])).headers.location).toBe('https://acme.example/1')
    expect(await figuresOf(account)).toMatchObject({ clicked: 0 })
    await world.judgeReadings()
    expect(await rowOf(account.accountId)).toMatchObject({ clicked_at: at, opened_at: at })
    expect(await toldOf(account.accountId)).toEqual(['Email opened', 'Email clicked'])
  })

  it('is told at once later on, and may click one link after the other', async () => {
    const account = await sent()
    world.house.clock.advance(30_000)
    await ask(account.mail.links[0])
    expect(await toldOf(account.accountId)).toEqual(['Email opened', 'Email clicked'])
    world.house.clock.advance(1_500)
    await ask(account.mail.links[1])
    await world.judgeReadings()
    expect(await figuresOf(account)).toMatchObject({ clicked: 1, clicks: 2, botClicks: 0 })
  })

  it('whose gateway looks at the address as they click it counts', async () => {
    const account = await sent()
    world.house.clock.advance(60_000)
    await ask(account.mail.links[0], { agent: 'Barracuda Sentinel (EE)' })
    await ask(account.mail.links[0], { method: 'HEAD' })
    await ask(account.mail.links[0])
    await world.judgeReadings()
    expect(await figuresOf(account)).toMatchObject({ clicked: 1, clicks: 1, botClicks: 2 })
  })
})
