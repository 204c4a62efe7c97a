import { callServer, type TestServer } from '@millrace/kit/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openRelayedWorld, planMails, type RelayedWorld, sendingAccount, sendsOf } from '../../testing/index.ts'

let world: RelayedWorld
let server: TestServer<RelayedWorld['delivery']['contract']>

beforeAll(async () => {
  world = await openRelayedWorld()
  server = (await callServer(world.delivery)) as never
})

afterAll(() => world.close())

// A fifth of the 100 ms that a text may take, in HTML and in plain text: a slower processor may need several times as long.
const SLOW = `<html><body>Slow {% for i in (1..5000) %}{% assign last = i %}{% endfor %}</body></html>`

const LOOP = '{% for i in (1..5000) %}{% assign last = i %}{% endfor %}'

const SLOW_PEOPLE = 100

const OF_BROADCAST = { reasonKind: 'broadcast', broadcastId: 7 } as const

const to = (words: string) => world.receiver.mails.filter(({ source }) => source.includes(words))

it("mail that takes long to be filled leaves other accounts' mail its pace, and nobody gets it twice", {
  timeout: 150_000,
}, async () => {
  const slow = await sendingAccount(world, { people: SLOW_PEOPLE, html: SLOW, subject: 'Slow' })
  const quick = await sendingAccount(world, { people: 100, subject: 'Quick' })
  await planMails(world, slow, OF_BROADCAST)
  // It begins before there is anything else to do.
  const all = world.sendAll()
  await expect.poll(() => to('Subject: Slow').length, { timeout: 60_000 }).toBeGreaterThan(0)
  await planMails(world, quick, { ...OF_BROADCAST, isTransactional: true })
  await expect.poll(() => to('Subject: Quick').length, { timeout: 60_000 }).toBe(100)
  const slowBefore = to('Subject: Slow').length
  await all
  await world.sendAll()
  expect(slowBefore).toBeLessThan(SLOW_PEOPLE)
  const names = to('Subject: Slow').map((mail) => mail.to)
  expect(names.length).toBe(SLOW_PEOPLE)
  expect(new Set(names).size).toBe(SLOW_PEOPLE)
})

it('what a batch has no time for is given back to whoever lets so many through a day', {
  timeout: 150_000,
}, async () => {
  const account = await sendingAccount(world, { people: 60, html: SLOW, subject: `Warm ${LOOP}` })
  const { accountId } = account
  const now = world.house.clock.now()
  await server.as(account).call('addSenderDomain', { body: { domain: 'acme.example' } })
  await world.house.db.system(async (tx) => {
    await tx.run(`update sender_addresses set status = 'pending' where account_id = $1`, [accountId])
    await tx.run(`update sender_domains set status = 'verified', verified_at = $2 where account_id = $1`, [
      accountId,
      now,
    ])
    await tx.run(
      `insert into mail_rules (account_id, throttle, warm_up, hold_days, updated_at)
       values ($1, '{"perSecond":null,"perDomain":null}', true, 7, $2)`,
      [accountId, now],
    )
  })
  await planMails(world, account, OF_BROADCAST)
  await world.sendAll()
  const rows = await sendsOf(world, account)
  const standing = Map.groupBy(rows, ({ state, why }) => why ?? state)
  expect([...standing].map(([what, { length }]) => [what, length]).toSorted()).toEqual([
    ['accepted', 50],
    ['warming up', 10],
  ])
})
