import { afterAll, beforeAll, expect, it } from 'vitest'
import { openRelayedWorld, planMails, type RelayedWorld, sendingAccount } from '../../testing/index.ts'

let world: RelayedWorld

beforeAll(async () => {
  world = await openRelayedWorld()
})

afterAll(() => world.close())

// A fifth of the 100 ms that a text may take, in HTML and in plain text: a slower processor may need several times as long.
const SLOW = `<html><body>Slow {% for i in (1..5000) %}{% assign last = i %}{% endfor %}</body></html>`

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
