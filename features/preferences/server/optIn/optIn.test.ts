import { callServer, type TestHouse, type TestServer, testHouse } from '@millrace/kit/testing'
import { peopleDoor } from '@millrace/people/server'
import { beforeAll, describe, expect, it } from 'vitest'
import type { preferencesContract } from '../../contract/index.ts'
import { type AskedOptIn, categoryRules, type OwnMail, openPreferences, type Preferences, suppress } from '../index.ts'

let house: TestHouse
let server: TestServer<typeof preferencesContract>
let preferences: Preferences
const mails: OwnMail[] = []
const events: { personId: number; name: string; props: object }[] = []

beforeAll(async () => {
  house = await testHouse()
  preferences = openPreferences(house, {
    people: peopleDoor(house),
    recordEvents: async (_tx, _accountId, items) => events.push(...items),
    noteUnsubscribed: async () => ({}),
    sendMail: async (_tx, mail) => void mails.push(mail),
  })
  server = (await callServer(preferences)) as never
})

const newReader = async () => {
  const account = await house.newAccount({ name: 'Acme' })
  const { accountId } = account
  const personId = await house.db.system(async (tx) => {
    await peopleDoor(house).seedFields(tx, accountId)
    const person = await tx.one<{ id: number }>(
      `insert into people (account_id, email, created_at, updated_at) values ($1, 'ada@readers.example', $2, $2) returning id`,
      [accountId, house.clock.now()],
    )
    return person?.id ?? 0
  })
  const client = server.as(account)
  const { category } = await client.call('createCategory', { body: { name: 'Tips', description: 'Weekly' } })
  const ask = (asked: AskedOptIn = {}) =>
    house.db.account(accountId, (tx) => preferences.askOptIn(tx, accountId, personId, asked))
  const choices = async () => (await client.call('getPersonPreferences', { params: { id: personId } })).choices
  const isWanted = async (categoryId: number | null) => {
    const said = await choices()
    return house.db.account(accountId, async (tx) => (await categoryRules(tx, accountId)).isWanted(categoryId, said))
  }
  const tokenOf = () =>
    new URL(/https?:\S+confirm-subscription\S+/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '').searchParams.get('token') ??
    ''
  return { account, accountId, personId, client, category, ask, choices, isWanted, tokenOf }
}

describe('double opt-in', () => {
  it('mails a link, and only the button behind it subscribes', async () => {
    const { personId, category, ask, isWanted, tokenOf } = await newReader()
    const from = { name: 'Acme News', address: 'news@acme.example' }
    const redirect = 'https://acme.example/thanks'
    expect(await ask({ categoryId: category.id, isNew: true, from, redirect })).toBe(true)
    expect(mails.at(-1)).toMatchObject({ to: 'ada@readers.example', from, subject: 'Please confirm: Tips', personId })
    expect(await isWanted(category.id)).toBe(false)
    const token = tokenOf()
    const asked = await server.nobody.call('readOptIn', { query: { token } })
    expect(asked).toMatchObject({
      accountName: 'Acme',
      category: 'Tips',
      email: 'a•••@readers.example',
      isConfirmed: false,
    })
    expect(await isWanted(category.id)).toBe(false)
    const done = await server.nobody.call('confirmOptIn', { body: { token } })
    expect(done).toMatchObject({ isConfirmed: true, redirect })
    expect(await isWanted(category.id)).toBe(true)
    await server.nobody.call('confirmOptIn', { body: { token } })
    const own = events.filter((event) => event.personId === personId)
    expect(own.map(({ name, props }) => [name, props])).toEqual([
      ['Subscription confirmed', { categoryId: category.id, category: 'Tips' }],
    ])
    expect(await ask({ categoryId: category.id })).toBe(false)
  })

  it('ends nobody’s subscription because a stranger wrote their address into a form', async () => {
    const { category, ask, isWanted } = await newReader()
    expect(await ask({ categoryId: category.id })).toBe(true)
    expect(await isWanted(category.id)).toBe(true)
  })

  it('holds all marketing mail of somebody new where no kind is named', async () => {
    const { category, ask, isWanted, choices, tokenOf } = await newReader()
    await ask({ isNew: true })
    expect([await isWanted(null), await isWanted(category.id)]).toEqual([false, false])
    await server.nobody.call('confirmOptIn', { body: { token: tokenOf() } })
    expect([await isWanted(null), await isWanted(category.id)]).toEqual([true, true])
    expect(await choices()).toEqual({})
  })

  it('asks again after a while, but not at once', async () => {
    const { ask } = await newReader()
    expect([await ask(), await ask()]).toEqual([true, false])
    house.clock.advance(11 * 60_000)
    expect(await ask()).toBe(true)
  })

  it('does not subscribe again whoever left after confirming, but does on a new yes', async () => {
    const { accountId, personId, ask, tokenOf } = await newReader()
    const isOut = async () => {
      const row = await house.db.system((tx) =>
        tx.one<{ at: Date | null }>('select unsubscribed_at as at from people where account_id = $1', [accountId]),
      )
      return row?.at !== null
    }
    const leave = () =>
      house.db.account(accountId, (tx) => preferences.unsubscribe(tx, { accountId, personId }, 'On the page'))
    await ask()
    const token = tokenOf()
    await server.nobody.call('confirmOptIn', { body: { token } })
    await leave()
    await server.nobody.call('confirmOptIn', { body: { token } })
    expect(await isOut()).toBe(true)
    expect(await ask()).toBe(true)
    await server.nobody.call('confirmOptIn', { body: { token: tokenOf() } })
    expect(await isOut()).toBe(false)
  })

  it('writes to no address that may not be written to, and knows no foreign category', async () => {
    const { accountId, ask } = await newReader()
    const foreign = await newReader()
    await expect(ask({ categoryId: foreign.category.id })).rejects.toThrow('There is no such category.')
    const item = { address: 'ada@readers.example', reason: 'complained' as const }
    await house.db.account(accountId, (tx) => suppress(tx, accountId, [item], house.clock.now()))
    expect(await ask()).toBe(false)
  })

  it('refuses links that are forged or over', async () => {
    const { ask, tokenOf } = await newReader()
    await ask()
    const token = tokenOf()
    expect((await server.nobody.send('readOptIn', { query: { token: `${token}x` } })).status).toBe(404)
    house.clock.advance(31 * 86_400_000)
    expect((await server.nobody.send('confirmOptIn', { body: { token } })).status).toBe(404)
  })
})

describe('kinds of mail', () => {
  it('decide: transactional is sent anyway, and an archived one is what the default says', async () => {
    const { accountId, client, category } = await newReader()
    const { category: receipts } = await client.call('createCategory', {
      body: { name: 'Receipts', description: 'Yours', type: 'transactional' },
    })
    const { categories } = await client.call('listCategories', {})
    const main = categories.find(({ isDefault }) => isDefault)!
    const read = () => house.db.account(accountId, (tx) => categoryRules(tx, accountId))
    const off = { [String(main.id)]: 'optOut' as const }
    const rules = await read()
    expect([receipts.id, category.id, null].map(rules.isTransactional)).toEqual([true, false, false])
    expect([rules.isWanted(null, off), rules.isWanted(category.id, off), rules.isWanted(999, off)]).toEqual([
      false,
      true,
      false,
    ])
    await client.call('updateCategory', { params: { id: category.id }, body: { isArchived: true } })
    const later = await read()
    expect(later.isWanted(category.id, off)).toBe(false)
    expect(later.isWanted(category.id, { [String(category.id)]: 'optOut' })).toBe(false)
    const refused = await client.send('updateCategory', { params: { id: main.id }, body: { isArchived: true } })
    expect(refused.status).toBe(422)
  })
})
