import { openEvents } from '@millrace/events/server'
import { peopleDoor } from '@millrace/people/server'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openRelayedWorld, type RelayedWorld, sendingAccount, sendMails } from '../../testing/index.ts'

const nobody = async () => undefined

let world: RelayedWorld

beforeAll(async () => {
  world = await openRelayedWorld()
})

afterAll(() => world.close())

/** The mail as one reader gets it. */
const mailOf = async (html: string, more: object = {}, change = '') => {
  const account = await sendingAccount(world, { html: `<html><head></head><body>${html}</body></html>` })
  if (change) await world.house.db.system((tx) => tx.run(change, [account.accountId]))
  world.receiver.mails.length = 0
  await sendMails(world, account, more)
  return simpleParser(world.receiver.mails[0]?.source ?? '')
}

const waysOut = (html: string | false) => String(html).match(/>\s*Unsubscribe\s*</g)?.length ?? 0

it.each([
  ['is added where the author has none', '<p>Hello</p>', 1],
  ["is the author's own where it is shown", '<a href="{{ unsubscribe_url }}">Unsubscribe</a>', 1],
  ['is added where the own one stands in a comment', '<!-- {{ unsubscribe_url }} --><p>Hello</p>', 1],
  [
    'is added where the own one is left out for this reader',
    '{% if person.isLoud %}<a href="{{ unsubscribe_url }}">Unsubscribe</a>{% endif %}',
    1,
  ],
  ['stands in the page of preferences too', '<a href="{{ preferences_url }}">What you get</a>', 0],
])('the way out %s', async (_name, html, expected) => {
  expect(waysOut((await mailOf(html)).html)).toBe(expected)
})

it('says of broadcasts alone that they are bulk, and of all marketing mail which list it is of', async () => {
  const flow = await mailOf('Hello', { flowId: 4 })
  expect([flow.headers.has('precedence'), flow.headers.get('feedback-id')]).toEqual([
    false,
    expect.stringMatching(/^f4:/),
  ])
  const broadcast = await mailOf('Hello', { reasonKind: 'broadcast', broadcastId: 9 })
  expect([broadcast.headers.get('precedence'), broadcast.headers.get('feedback-id')]).toEqual([
    'bulk',
    expect.stringMatching(/^b9:\d+:\d+:millrace$/),
  ])
  expect(broadcast.headerLines.find(({ key }) => key === 'list-id')?.line).toMatch(/^List-Id: <\d+\.mail\./)
  const own = await mailOf('Hello', { isTransactional: true })
  expect([own.headers.has('list-id'), own.headers.has('list-unsubscribe')]).toEqual([false, false])
})

it('is text alone where its email is', async () => {
  const mail = await mailOf('<p>Hello</p>', {}, `update email_versions set type = 'text' where account_id = $1`)
  expect(mail.html).toBe(false)
  expect(mail.text).toContain('Hello')
  expect(mail.text).toContain('Unsubscribe: ')
})

it('shows what the event said that it is about', async () => {
  const account = await sendingAccount(world, {
    html: '<html><body><p>{{ event.name }}: {{ event.plan }}</p></body></html>',
  })
  const { accountId, personIds } = account
  const now = world.house.clock.now()
  world.receiver.mails.length = 0
  const event = await world.house.db.system(async (tx) => {
    const items = [
      { personId: personIds[0] ?? 0, name: 'Paid', kind: 'custom' as const, at: now, props: { plan: 'large' } },
    ]
    await openEvents(world.house, { people: peopleDoor(world.house), identify: nobody as never }).recordEvents(
      tx,
      accountId,
      items,
    )
    // The event that was just recorded.
    return tx.one<{ id: number; at: Date }>(`select id, created_at as at from events where account_id = $1`, [
      accountId,
    ])
  })
  await sendMails(world, account, { ...(event && { event }) })
  expect((await simpleParser(world.receiver.mails[0]?.source ?? '')).html).toContain('<p>Paid: large</p>')
})
