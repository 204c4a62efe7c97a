import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AbTest, CONTROL_VARIANT_ID } from '../contract/index.ts'
import { broadcastingAccount, openWorld, type World } from '../testing/index.ts'
import { personBroadcasts } from './people/personBroadcasts.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => {
  world.receiver.mails.length = 0
})
afterAll(() => world.close())

const HOUR = 3_600_000
const OTHER = '11111111-1111-4111-8111-111111111111'
const words = { preheader: '', fromName: '', fromEmail: '' }
const details = (variantId: string, subject: string) => ({
  type: 'emailDetails' as const,
  variantId,
  subject,
  ...words,
})
const test: AbTest = {
  enabled: true,
  variants: [details(CONTROL_VARIANT_ID, ''), details(OTHER, 'Second try')],
  pickWinner: true,
  pickWinnerBy: 'open',
  waitBeforeWinnerPeriod: 4,
  waitBeforeWinnerPeriodType: 'hours',
  distribution: [20, 20],
  winner: null,
  winnerPickedAt: null,
}

const subjects = () => {
  const count: Record<string, number> = {}
  for (const { source } of world.receiver.mails) {
    const subject = /^Subject: (.*)$/m.exec(source)?.[1]?.trim().replace(/ \d+$/, '') ?? ''
    count[subject] = (count[subject] ?? 0) + 1
  }
  return count
}

describe('an A/B test', () => {
  it('tries variants on parts of the exact size, and sends the rest what people opened most', async () => {
    const account = await broadcastingAccount(world)
    const { id } = await account.draft({ abTest: test })
    await account.send(id)
    await world.work()
    await world.pass(1_000)
    expect(subjects()).toEqual({ 'Hello Person': 2, 'Second try': 2 })
    const testing = await account.get(id)
    expect(testing.status).toBe('ab-testing')
    expect((await account.results(id)).variants.map(({ chance }) => chance)).toEqual([null, null])
    const mails = await account.mails(id)
    const [control] = mails.map(({ variantId }) => variantId).sort()
    await account.read(
      id,
      mails.filter(({ variantId }) => variantId !== control).map(({ personId }) => personId),
    )
    const { variants, rest } = await account.results(id)
    expect(rest).toBe(6)
    expect(variants).toMatchObject([
      { variantId: CONTROL_VARIANT_ID, people: 2, figures: { opened: 0, delivered: 2 } },
      { variantId: OTHER, people: 2, subject: 'Second try', figures: { opened: 2, delivered: 2 } },
    ])
    // Figures of mail tell them apart by the same numbers.
    expect(variants.map(({ wayId }) => wayId).sort()).toEqual(
      [...new Set(mails.map(({ variantId }) => variantId))].sort(),
    )
    expect((variants[0]?.chance ?? 1) + (variants[1]?.chance ?? 1)).toBeCloseTo(1)
    expect(variants[1]?.chance).toBeGreaterThan(0.8)
    await world.pass(3.9 * HOUR)
    expect(world.receiver.mails).toHaveLength(4)
    expect((await account.client.send('broadcastStatus', { params: { id } })).body).toEqual({
      item: { id, status: 'ab-testing' },
    })
    await world.pass(0.2 * HOUR)
    expect(subjects()).toEqual({ 'Hello Person': 2, 'Second try': 8 })
    const sent = await account.get(id)
    expect(sent).toMatchObject({ status: 'sent', winnerBy: 'open', peopleEntered: 10, peopleExited: 10 })
    expect(sent.abTest).toMatchObject({ winner: OTHER })
    expect(new Set((await account.mails(id)).map(({ personId }) => personId)).size).toBe(10)
  })

  it('takes a winner by hand, and cannot be canceled once it is being sent', async () => {
    const account = await broadcastingAccount(world)
    const { id } = await account.draft({ abTest: test })
    await account.send(id)
    const pick = (variantId: string) => account.client.send('pickWinner', { params: { id }, body: { variantId } })
    expect((await pick(OTHER)).status).toBe(409)
    await world.work()
    await world.pass(1_000)
    expect((await pick('22222222-2222-4222-8222-222222222222')).status).toBe(422)
    const picked = await pick(OTHER)
    expect(picked.body.item).toMatchObject({ status: 'ab-test-sending-winner', winnerBy: 'hand' })
    expect((await account.client.send('cancelBroadcast', { params: { id } })).status).toBe(409)
    await world.work()
    await world.pass(1_000)
    expect(subjects()).toEqual({ 'Hello Person': 2, 'Second try': 8 })
  })

  it('goes to everybody in the parts that were asked for where no winner is picked', async () => {
    const account = await broadcastingAccount(world)
    const { id } = await account.draft({ abTest: { ...test, pickWinner: false, distribution: [70, 30] } })
    await account.send(id)
    await world.work()
    await world.pass(1_000)
    expect(subjects()).toEqual({ 'Hello Person': 7, 'Second try': 3 })
    expect((await account.get(id)).status).toBe('sent')
    const asked = { params: { id }, query: { figure: 'delivered' as const, variantId: OTHER } }
    const { people } = await account.client.call('listBroadcastPeople', asked)
    expect(people.map(({ variantId }) => variantId)).toEqual([OTHER, OTHER, OTHER])
  })

  it('is refused where its variants or shares make no sense', async () => {
    const account = await broadcastingAccount(world)
    const { id } = await account.draft()
    const refusal = async (abTest: Partial<AbTest>) => {
      await account.client.call('updateBroadcast', { params: { id }, body: { abTest: { ...test, ...abTest } } })
      const { status, body } = await account.client.send('sendBroadcast', { params: { id } })
      return [status, (body as never as { error: { message: string } }).error.message]
    }
    const [first, second] = test.variants
    expect(await refusal({ variants: [first!] })).toEqual([422, 'An A/B test has 2 to 5 variants.'])
    expect(await refusal({ variants: [first!, details(OTHER, '')] })).toEqual([422, 'Two variants are the same.'])
    expect(await refusal({ variants: [first!, { type: 'email', emailId: null, variantId: OTHER }] })).toEqual([
      422,
      'The variants of an A/B test are all of one kind.',
    ])
    expect(await refusal({ variants: [second!, first!], distribution: [80, 30] })).toEqual([
      422,
      'The shares of the variants are more than 100 %.',
    ])
    const unverified = { ...details(OTHER, 'x'), fromEmail: 'new@acme.example' }
    expect(await refusal({ variants: [first!, unverified] })).toEqual([
      422,
      'Address new@acme.example has not been verified for sending email.',
    ])
  })
})

describe('a follow-up', () => {
  it('goes to those who did not open, with a new subject, when its time has come', async () => {
    const account = await broadcastingAccount(world)
    const followUp = {
      newSubjectLine: 'Did you see this?',
      emailId: null,
      time: { period: 2, periodType: 'days' as const },
      audience: 'not-opened' as const,
    }
    const { id } = await account.draft({ followUp })
    await account.send(id)
    await world.work()
    await world.pass(1_000)
    expect((await account.get(id)).followUpAt).not.toBeNull()
    await account.read(id, account.personIds.slice(0, 7))
    await account.unsubscribe(account.personIds.slice(9))
    world.receiver.mails.length = 0
    await world.pass(47 * HOUR)
    expect(world.receiver.mails).toEqual([])
    await world.pass(2 * HOUR)
    await world.pass(1_000)
    expect(subjects()).toEqual({ 'Did you see this?': 2 })
    const parent = await account.get(id)
    expect(parent).toMatchObject({ status: 'sent', followUpAt: null })
    const child = await account.get(parent.followUpId ?? 0)
    expect(child).toMatchObject({
      parentId: id,
      name: 'News (Follow-up)',
      peopleEntered: 2,
      peopleExcluded: 1,
      status: 'sent',
    })
    const { status } = await account.client.send('updateBroadcast', { params: { id }, body: { followUp: null } })
    expect(status).toBe(409)
  })

  it('can be added after the broadcast has been sent, and left out again', async () => {
    const account = await broadcastingAccount(world, { people: 2 })
    const { id } = await account.draft()
    await account.send(id)
    await world.work()
    await world.pass(1_000)
    const followUp = {
      newSubjectLine: 'Again',
      emailId: null,
      time: { period: 1, periodType: 'days' as const },
      audience: 'not-clicked' as const,
    }
    const change = (body: object) => account.client.call('updateBroadcast', { params: { id }, body })
    expect((await change({ followUp })).item.followUpAt).not.toBeNull()
    expect((await change({ followUp: null })).item.followUpAt).toBeNull()
    await world.pass(25 * HOUR)
    expect((await account.get(id)).followUpId).toBeNull()
    await change({ followUp })
    await account.client.call('archiveBroadcast', { params: { id } })
    // Brought back it promises no mail that will not come.
    expect((await change({ archived: false })).item).toMatchObject({ followUp: null, followUpAt: null })
    expect((await change({ followUp })).item.followUpAt).not.toBeNull()
  })
})

describe('people', () => {
  it('get it at the same time of day in their own zones, those whose time has passed at once', async () => {
    const account = await broadcastingAccount(world, { people: 3 })
    const [tokyo, newYork] = account.personIds
    await world.house.db.system(async (tx) => {
      for (const [id, zone] of [
        [tokyo, 'Asia/Tokyo'],
        [newYork, 'America/New_York'],
      ])
        await tx.run('update people set timezone = $3 where account_id = $1 and id = $2', [account.accountId, id, zone])
    })
    const now = world.house.clock.now()
    const noon = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, 12))
    const zoned = { sendAt: noon.toISOString(), time: { useContactsTimezones: true } }
    const { id } = await account.draft(zoned)
    expect((await account.send(id)).startsAt).toBe(new Date(noon.getTime() - 14 * HOUR).toISOString())
    const own = new RegExp(`^feedback-id: b${id}:`, 'im')
    const at = async (hoursFromNoon: number) => {
      world.house.clock.set(new Date(noon.getTime() + hoursFromNoon * HOUR))
      await world.work()
      return world.receiver.mails.filter(({ source }) => own.test(source)).map(({ to }) => to)
    }
    expect(await at(-10)).toEqual([])
    expect(await at(-8.9)).toEqual(['p0@example.org'])
    expect(await at(0.1)).toEqual(['p0@example.org', 'p2@example.org'])
    expect((await account.get(id)).status).toBe('sending')
    expect(await at(5.1)).toEqual(['p0@example.org', 'p2@example.org', 'p1@example.org'])
  })

  it('who become one get one mail', async () => {
    const account = await broadcastingAccount(world, { people: 3 })
    const { id } = await account.draft({ abTest: test })
    await account.send(id)
    await world.work()
    const [kept = 0, gone = 0] = account.personIds
    const part = personBroadcasts(world.house)
    await world.house.db.system((tx) => part.merge(tx, account.accountId, { kept, gone } as never))
    const { people } = await account.client.call('listBroadcastPeople', {
      params: { id },
      query: { figure: 'entered' },
    })
    expect(people.map((person) => person.id)).toContain(kept)
  })
})
