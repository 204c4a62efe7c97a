import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONTROL_VARIANT_ID } from '../../contract/index.ts'
import { broadcastingAccount, openWorld, type World } from '../../testing/index.ts'

let world: World

beforeAll(async () => {
  world = await openWorld({ keepSource: false })
})
afterAll(() => world.close())

type Account = Awaited<ReturnType<typeof broadcastingAccount>>

const problemsOf = async ({ client }: Account, id: number) =>
  (await client.call('checkBroadcast', { params: { id }, query: {} })).problems

const giveAddress = ({ accountId }: Account) =>
  world.house.db.system((tx) =>
    tx.run(`update accounts set mailing_address = 'Acme, 1 Road' where id = $1`, [accountId]),
  )

const words = { preheader: '', fromName: '' }
const variant = (variantId: string, fromEmail = '') => ({
  type: 'emailDetails' as const,
  variantId,
  subject: variantId === CONTROL_VARIANT_ID ? '' : 'Second try',
  fromEmail,
  ...words,
})
const OTHER = '11111111-1111-4111-8111-111111111111'
const testWith = (...variants: ReturnType<typeof variant>[]) => ({
  ...{ enabled: true, pickWinner: false, pickWinnerBy: 'open' as const, waitBeforeWinnerPeriod: 1 },
  ...{ waitBeforeWinnerPeriodType: 'hours' as const, winner: null, winnerPickedAt: null },
  variants,
  distribution: variants.map(() => 100 / variants.length),
})

describe('what keeps a broadcast from being sent', () => {
  it('is all told before it is tried, in the words that refuse it', async () => {
    const account = await broadcastingAccount(world, { fromEmail: 'someone@else.example' })
    const { item } = await account.client.call('createBroadcast', { body: {} })
    const refusal = async () => {
      const { status, body } = await account.client.send('sendBroadcast', { params: { id: item.id } })
      return [status, (body as never as { error: { message: string } }).error.message]
    }
    const change = (body: object) => account.client.call('updateBroadcast', { params: { id: item.id }, body })
    expect(await problemsOf(account, item.id)).toEqual([
      { of: 'email', words: 'No email selected.', isAdvice: false },
      { of: 'audience', words: 'No audience selected.', isAdvice: false },
    ])
    await change({ emailId: account.emailId })
    const unverified = 'Address someone@else.example has not been verified for sending email.'
    expect(await problemsOf(account, item.id)).toMatchObject([
      { of: 'sender', words: unverified },
      { of: 'audience' },
      { of: 'address', isAdvice: true },
    ])
    expect(await refusal()).toEqual([422, unverified])
    await change({ abTest: testWith(variant(CONTROL_VARIANT_ID)) })
    expect((await problemsOf(account, item.id))[0]).toMatchObject({
      of: 'test',
      words: 'An A/B test has 2 to 5 variants.',
    })
    await giveAddress(account)
    await change({ abTest: testWith(variant(CONTROL_VARIANT_ID), variant(OTHER, 'other@else.example')) })
    expect((await problemsOf(account, item.id)).map(({ of }) => of)).toEqual(['sender', 'sender', 'audience'])
  })

  it('is nothing where all is there; a missing mailing address is told of marketing mail and keeps nothing back', async () => {
    const account = await broadcastingAccount(world, { people: 1 })
    const { id } = await account.draft()
    expect(await problemsOf(account, id)).toMatchObject([{ of: 'address', isAdvice: true }])
    const receipts = await broadcastingAccount(world, { people: 1, isTransactional: true })
    expect(await problemsOf(receipts, (await receipts.draft()).id)).toEqual([])
    await account.send(id)
    expect(await problemsOf(account, id)).toEqual([])
    await giveAddress(account)
    expect(await problemsOf(account, (await account.draft()).id)).toEqual([])
    await world.pass(1_000)
  })

  it('is nobody else’s business', async () => {
    const account = await broadcastingAccount(world, { people: 1 })
    const other = await broadcastingAccount(world, { people: 1 })
    const { id } = await account.draft()
    const ask = { params: { id }, query: {} }
    expect((await other.client.send('checkBroadcast', ask)).status).toBe(404)
    const weak = world.server.as({ ...account, isOwner: false, scopes: ['emails:read'] })
    expect((await weak.send('checkBroadcast', ask)).status).toBe(403)
  })
})
