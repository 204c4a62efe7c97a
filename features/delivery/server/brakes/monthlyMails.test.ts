import { afterAll, beforeAll, expect, it } from 'vitest'
import { openRelayedWorld, planMails, type RelayedWorld, sendingAccount, sendsOf } from '../../testing/index.ts'

let world: RelayedWorld

beforeAll(async () => {
  world = await openRelayedWorld({ settings: { MONTHLY_MAILS: '3' } })
})
afterAll(() => world.close())

it('an account sends as many mails a month as the installation says, and what is over in the next', async () => {
  const { clock } = world.house
  const account = await sendingAccount(world, { people: 5 })
  const standing = async () =>
    (await sendsOf(world, account)).map(({ state, why }) => (why ? `${state}: ${why}` : state)).sort()
  const send = async () => {
    await world.releaseHeld()
    await world.sendAll()
  }
  const now = clock.now()
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  clock.advance(next - now.getTime() - 3_600_000)
  await planMails(world, account, { reasonKey: 'monthly' })
  await send()
  const waiting = Array(2).fill('planned: account out of quota')
  expect(await standing()).toEqual([...Array(3).fill('accepted'), ...waiting])
  clock.advance(3_500_000)
  await send()
  expect(await standing()).toEqual([...Array(3).fill('accepted'), ...waiting])
  clock.advance(200_000)
  await send()
  expect(await standing()).toEqual(Array(5).fill('accepted'))
})
