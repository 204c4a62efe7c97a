import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  openWorld,
  type Receiver,
  type SendingAccount,
  sendingAccount,
  startReceiver,
  type World,
} from '../../testing/index.ts'

let world: World
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
  world = await openWorld({ SMTP_URL: `smtp://127.0.0.1:${receiver.port}?tls=never` })
})

afterAll(async () => {
  await world.delivery.close()
  await receiver.close()
})

const plan = (account: SendingAccount, reasonKey: string, more: Record<string, unknown> = {}) =>
  world.house.db.system((tx) =>
    world.delivery.planSends(
      tx,
      account.accountId,
      account.personIds.map((personId) => ({
        personId,
        emailId: account.emailId,
        reasonKind: 'broadcast' as const,
        reasonKey,
        reasonAt: new Date('2026-03-10T09:00:00.000Z'),
        broadcastId: 7,
        dueAt: world.house.clock.now(),
        ...more,
      })),
    ),
  )

// A fifth of the 100 ms that a text may take, in HTML and in plain text: a slower processor may need several times as long.
const SLOW = `<html><body>Slow {% for i in (1..5000) %}{% assign last = i %}{% endfor %}</body></html>`

const SLOW_PEOPLE = 100

const to = (words: string) => receiver.mails.filter(({ source }) => source.includes(words))

it("mail that takes long to be filled leaves other accounts' mail its pace, and nobody gets it twice", {
  timeout: 150_000,
}, async () => {
  const slow = await sendingAccount(world, { people: SLOW_PEOPLE, html: SLOW, subject: 'Slow' })
  const quick = await sendingAccount(world, { people: 100, subject: 'Quick' })
  await plan(slow, 'slow')
  // It begins before there is anything else to do.
  const all = world.sendAll()
  await expect.poll(() => to('Subject: Slow').length, { timeout: 60_000 }).toBeGreaterThan(0)
  await plan(quick, 'quick', { isTransactional: true })
  await expect.poll(() => to('Subject: Quick').length, { timeout: 60_000 }).toBe(100)
  const slowBefore = to('Subject: Slow').length
  await all
  await world.sendAll()
  expect(slowBefore).toBeLessThan(SLOW_PEOPLE)
  const names = to('Subject: Slow').map((mail) => mail.to)
  expect(names.length).toBe(SLOW_PEOPLE)
  expect(new Set(names).size).toBe(SLOW_PEOPLE)
})
