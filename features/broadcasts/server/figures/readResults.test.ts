import { PLAIN_RULES } from '@millrace/delivery/contract'
import { callServer } from '@millrace/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { broadcastingAccount, openWorld, type World } from '../../testing/index.ts'
import { wordsOf } from './words.ts'

let world: World

beforeAll(async () => {
  world = await openWorld({ keepSource: false })
})
afterAll(() => world.close())

const HOUR = 3_600_000
const DAYS = [1, 2, 3, 4, 5, 6, 7]
const clockOf = (at: number) => new Date(at).toISOString().slice(11, 16)

type Account = Awaited<ReturnType<typeof broadcastingAccount>>

const peopleOf = async ({ client }: Account, id: number, figure: 'waiting' | 'excluded', why: string) =>
  (await client.call('listBroadcastPeople', { params: { id }, query: { figure, why } })).people

describe('what a broadcast waits for', () => {
  it('is told with how many wait and until when, and by person in the same words', async () => {
    const account = await broadcastingAccount(world, { people: 3 })
    const now = world.house.clock.now().getTime()
    const quiet = { from: clockOf(now - HOUR), to: clockOf(now + HOUR), weekdays: DAYS, timezone: 'account' as const }
    const delivery = await callServer(world.mail.delivery)
    await delivery.as(account).call('updateMailRules', { body: { ...PLAIN_RULES, quiet } })
    const { id } = await account.draft()
    await account.send(id)
    await world.work()
    const { waits } = await account.results(id)
    const words = 'It is within the quiet hours.'
    expect(waits).toEqual([{ why: 'quiet hours', words, count: 3, until: expect.any(String) }])
    expect(clockOf(Date.parse(waits[0]?.until ?? ''))).toBe(quiet.to)
    expect((await peopleOf(account, id, 'waiting', 'quiet hours')).map(({ why }) => why)).toEqual([words, words, words])
    expect(await peopleOf(account, id, 'waiting', 'throttled')).toEqual([])
    await world.pass(2 * HOUR)
    expect((await account.results(id)).waits).toEqual([])
  })
})

describe('a broadcast that was canceled in the middle', () => {
  it('accounts for everybody: who got it, and who did not because it was canceled', async () => {
    const account = await broadcastingAccount(world, { people: 5 })
    const far = account.personIds.slice(3)
    await account.unsubscribe(account.personIds.slice(0, 1))
    await world.house.db.system((tx) =>
      tx.run('update people set timezone = $3 where account_id = $1 and id = any($2::bigint[])', [
        account.accountId,
        far,
        'Pacific/Honolulu',
      ]),
    )
    const zoned = { sendAt: world.house.clock.now().toISOString(), time: { useContactsTimezones: true } }
    const { id } = await account.draft(zoned)
    await account.send(id)
    await world.work()
    expect(await account.results(id)).toMatchObject({ toCome: 2, excluded: [{ why: 'unsubscribed', count: 1 }] })
    await account.client.call('cancelBroadcast', { params: { id } })
    const { figures, excluded } = await account.results(id)
    expect(figures.delivered).toBe(2)
    expect(excluded).toMatchObject([
      { why: 'broadcast canceled', words: 'The broadcast was canceled.', count: 2 },
      { why: 'unsubscribed', count: 1 },
    ])
    expect((await peopleOf(account, id, 'excluded', 'broadcast canceled')).map((one) => one.id)).toEqual(far)
    const { people } = await account.client.call('listBroadcastPeople', {
      params: { id },
      query: { figure: 'excluded' },
    })
    expect(people).toHaveLength(3)
  })
})

describe('words', () => {
  it.each([
    ['quiet hours', true, 'It is within the quiet hours.'],
    ['quiet hours', false, 'There was no time for this mail outside the quiet hours.'],
    ['The mail was refused.', false, 'The mail was refused.'],
    ['something of before', false, 'something of before.'],
  ])('of “%s” (waits: %s) are “%s”', (why, waits, words) => {
    expect(wordsOf(why, waits)).toBe(words)
  })
})
