import { callServer, type TestServer } from '@millrace/kit/testing'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { longestTurn, openRelayedWorld, type RelayedWorld, sendingAccount, sendMails } from '../../testing/index.ts'

let world: RelayedWorld
let server: TestServer<never>

beforeAll(async () => {
  world = await openRelayedWorld()
  server = (await callServer(world.preferences, world.delivery)) as never
})

afterAll(() => world.close())

const HTML = `<html><body><p>Hello {{ person.firstName }}</p>
  <a href="https://acme.example/a?x=1#top">A</a><a href="https://acme.example/p/{{ person.id }}">P</a>
  <a href="https://acme.example/own?utm_source=own">O</a><a href="mailto:a@b.example">M</a>
  <a href="{{ unsubscribe_url }}">U</a><a href="{{ preferences_url }}">C</a><a href="{{ view_in_browser_url }}">V</a></body></html>`

const SET = `update accounts set settings = jsonb_set(settings, '{linkUTMs}', $2::jsonb) where id = $1`

const sent = async (utms: object, { html = HTML, change = '' } = {}) => {
  const account = await sendingAccount(world, { html })
  const { accountId, personIds } = account
  world.receiver.mails.length = 0
  await world.house.db.system(async (tx) => {
    await tx.run(SET, [accountId, JSON.stringify(utms)])
    if (change) await tx.run(change, [accountId])
  })
  await sendMails(world, account)
  const mail = await simpleParser(world.receiver.mails[0]?.source ?? '')
  const addresses = [...String(mail.html).matchAll(/href="([^"]+)"/g)].map(([, url]) => url ?? '')
  const pathOf = (url: string | undefined) => String(url).replace('http://localhost:3000', '')
  const get = (url: string | undefined) => server.fastify.inject({ url: pathOf(url) })
  const leadTo = async () => {
    // The one that no reader sees leads nowhere.
    const tracked = addresses.filter((url) => url.includes('/t/c/') && !url.endsWith('.0'))
    return Promise.all(tracked.map(async (url) => String((await get(url)).headers.location)))
  }
  return { ...account, mail, addresses, leadTo, get, personId: personIds[0] ?? 0 }
}

const clickedUrls = (accountId: number) =>
  world.house.db.system((tx) =>
    tx.rows<{ url: string }>('select url from email_links where account_id = $1 order by url', [accountId]),
  )

describe('links', () => {
  it('lead with the parameters of the account, but for those that the author has set', async () => {
    const { leadTo, addresses, personId, accountId } = await sent({
      utm_source: 'news',
      utm_campaign: '{{ email.name }}',
    })
    expect(await leadTo()).toEqual([
      'https://acme.example/a?x=1&utm_source=news&utm_campaign=Welcome#top',
      `https://acme.example/p/${personId}?utm_source=news&utm_campaign=Welcome`,
      'https://acme.example/own?utm_source=own&utm_campaign=Welcome',
    ])
    expect(addresses.filter((url) => url.includes('utm_'))).toEqual([])
    expect((await clickedUrls(accountId)).map(({ url }) => url)).toContain('https://acme.example/a?x=1#top')
  })

  it('keep those that they left with, however the account changes them', async () => {
    const { leadTo, accountId } = await sent({ utm_source: 'may' })
    await world.house.db.system((tx) => tx.run(SET, [accountId, '{"utm_source":"june"}']))
    expect((await leadTo())[0]).toBe('https://acme.example/a?x=1&utm_source=may#top')
  })

  it('lead with what their reader makes of them', async () => {
    const { leadTo, personId } = await sent({ utm_content: '{{ person.id }}', utm_term: '{% broken' })
    expect((await leadTo())[0]).toBe(`https://acme.example/a?x=1&utm_content=${personId}#top`)
  })

  it('lead as they are written where nothing is set', async () => {
    expect((await (await sent({})).leadTo())[0]).toBe('https://acme.example/a?x=1#top')
  })

  it('of mail by API lead with the parameters that come with it', async () => {
    const { accountId, get } = await sent({ utm_source: 'news' })
    world.receiver.mails.length = 0
    const client = server.as({ accountId, isOwner: true }) as never as {
      call(name: string, input: object): Promise<unknown>
    }
    const mail = { from: 'news@acme.example', to: 'x@example.org', UTMTags: { utm_campaign: 'may' } }
    await client.call('sendEmail', { body: { ...mail, template: 'Welcome' } })
    await client.call('sendEmail', { body: { ...mail, subject: 'x', html: '<a href="https://acme.example/z">Z</a>' } })
    await world.sendAll()
    const parsed = await Promise.all(world.receiver.mails.map(({ source }) => simpleParser(source)))
    const htmls = parsed.map(({ html }) => String(html))
    expect(htmls.find((html) => html.includes('/z'))).toContain('/z?utm_source=news&amp;utm_campaign=may"')
    const tracked = htmls.join('').match(/http:\/\/localhost:3000\/t\/c\/[^"]+/)?.[0]
    expect((await get(tracked)).headers.location).toBe(
      'https://acme.example/a?x=1&utm_source=news&utm_campaign=may#top',
    )
  })
})

describe('the mail in a browser', () => {
  const CHANGE = `update email_versions set html = '<html><body>Changed</body></html>' where account_id = $1`
  const NEXT = `with next as (insert into email_versions (account_id, email_id, version, html, created_at, updated_at)
      select $1, id, 2, '<html><body>Changed</body></html>', now(), now() from emails where account_id = $1 returning email_id)
    update emails set version = 2 where account_id = $1`
  const opensOf = async (accountId: number) =>
    world.house.db.system((tx) => tx.one('select opens, bot_opens from sends where account_id = $1', [accountId]))

  it('is shown as its reader got it, and looking at it is no opening', async () => {
    const { get, addresses, accountId } = await sent({})
    const url = addresses.find((one) => one.includes('/e/'))
    await world.house.db.system((tx) => tx.run(NEXT, [accountId]))
    const reply = await get(url)
    expect(reply.statusCode).toBe(200)
    expect(reply.payload).toContain('<p>Hello Person 0</p>')
    expect(reply.payload).not.toContain('/t/o/')
    expect(reply.payload).toContain('/t/c/')
    expect(reply.headers).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'content-security-policy': expect.stringContaining('sandbox'),
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store',
    })
    expect(await opensOf(accountId)).toEqual({ opens: 0, bot_opens: 0 })
  })

  it('is shown as text where it left as text', async () => {
    const change = `update email_versions set type = 'text', html = replace(html, 'Hello', 'Hello <3') where account_id = $1`
    const { get, mail } = await sent({}, { change })
    expect(mail.html).toBe(false)
    const url = /http:\/\/localhost:3000\/e\/[^\s)]+/.exec(mail.text ?? '')?.[0]
    expect((await get(url)).payload).toContain('<pre')
  })

  it.each([
    ['forged', (url: string) => url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['that of a pixel', (url: string, pixel: string) => url.replace(/\/e\/.*/, `/e/${pixel}`)],
    ['nonsense', () => '/e/nonsense'],
  ])('is 404 where its address is %s', async (_what, forge) => {
    const { get, addresses, mail } = await sent({})
    const pixel = /\/t\/o\/(.+?)\.gif/.exec(String(mail.html))?.[1] ?? ''
    expect((await get(forge(addresses.find((one) => one.includes('/e/')) ?? '', pixel))).statusCode).toBe(404)
  })

  it('holds up nobody where filling it does not end any more', { timeout: 60_000 }, async () => {
    const endless = '{% for i in (1..9999) %}{% for j in (1..9999) %}{% assign x = j %}{% endfor %}{% endfor %}'
    const change = `update email_versions set html = replace(html, 'Hello', 'Hello {% if person.slow %}${endless}{% endif %}')
      where account_id = $1`
    const { get, addresses, accountId } = await sent({}, { change })
    const url = addresses.find((one) => one.includes('/e/'))
    expect((await get(url)).statusCode).toBe(200)
    await world.house.db.system((tx) =>
      tx.run(`update people set fields = fields || '{"slow": true}' where account_id = $1`, [accountId]),
    )
    const asked = get(url)
    expect(await longestTurn(asked)).toBeLessThan(150)
    const { statusCode, payload } = await asked
    expect([statusCode, payload]).toEqual([422, 'This email cannot be shown any more.'])
  })

  it('is shown no more once its reader is gone', async () => {
    const { get, addresses, accountId } = await sent({})
    await world.house.db.system(async (tx) => {
      await tx.run('delete from people where account_id = $1', [accountId])
      await tx.run(CHANGE, [accountId])
    })
    expect((await get(addresses.find((one) => one.includes('/e/')))).statusCode).toBe(404)
  })
})
