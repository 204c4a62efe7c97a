import { callServer, type TestAccount, type TestHouse, type TestServer, testHouse } from '@millrace/kit/testing'
import { peopleDoor } from '@millrace/people/server'
import { beforeAll, describe, expect, it } from 'vitest'
import type { preferencesContract } from '../contract/index.ts'
import { type OwnMail, openPreferences, type PreferencesPorts, preferenceToken } from './index.ts'
import { suppress } from './suppressions/suppress.ts'

let house: TestHouse
let server: TestServer<typeof preferencesContract>
const mails: OwnMail[] = []
const recorded: { personId: number; name: string; props: object }[] = []

beforeAll(async () => {
  house = await testHouse()
  const people = peopleDoor(house)
  const recordEvents: PreferencesPorts['recordEvents'] = async (_tx, _accountId, items) => recorded.push(...items)
  const preferences = openPreferences(house, {
    people,
    recordEvents,
    noteUnsubscribed: async () => ({ emailId: 7 }),
    sendMail: async (_tx, mail) => void mails.push(mail),
  })
  server = (await callServer(preferences)) as never
})

const reader = async () => {
  const account = await house.newAccount({ name: 'Acme', site: 'https://acme.example' })
  const person = await house.db.system(async (tx) => {
    await peopleDoor(house).seedFields(tx, account.accountId)
    return tx.one<{ id: number }>(
      `insert into people (account_id, email, created_at, updated_at) values ($1, 'ada@readers.example', $2, $2) returning id`,
      [account.accountId, house.clock.now()],
    )
  })
  const personId = person?.id ?? 0
  const token = preferenceToken(house, { accountId: account.accountId, personId })
  return { account, personId, token, query: { token } }
}

const stateOf = (account: TestAccount) =>
  house.db.system((tx) =>
    tx.one<{ at: Date | null; reason: string | null; changes: number }>(
      `select unsubscribed_at as at, unsubscribe_reason as reason,
        (select count(*)::int from changes c where c.account_id = $1 and c.kind = 'person.changed') as changes
       from people where account_id = $1`,
      [account.accountId],
    ),
  )

describe('the preferences page', () => {
  it('shows whose it is without showing the whole address, and changes nothing by being looked at', async () => {
    const { account, query } = await reader()
    const page = await server.nobody.call('getPreferences', { query })
    expect(page).toMatchObject({
      accountId: account.accountId,
      accountName: 'Acme',
      accountSite: 'https://acme.example',
      email: 'a•••@readers.example',
      personUnsubscribed: false,
      categories: [{ isDefault: true, type: 'marketing' }],
      categoriesForPerson: {},
      snippets: {},
    })
    expect((await stateOf(account))?.at).toBeNull()
  })

  it('unsubscribes from all and takes it back, each as one change', async () => {
    const { account, personId, query } = await reader()
    expect((await server.nobody.call('unsubscribeFromAll', { query })).personUnsubscribed).toBe(true)
    await server.nobody.call('unsubscribeFromAll', { query })
    expect(recorded.filter((event) => event.personId === personId)).toMatchObject([{ name: 'Email unsubscribed' }])
    expect(await stateOf(account)).toMatchObject({ reason: 'On the preferences page', changes: 1 })
    expect((await server.nobody.call('subscribeAgain', { query })).personUnsubscribed).toBe(false)
    expect((await stateOf(account))?.at).toBeNull()
  })

  it('writes again to who called a mail spam and then comes back, but not to a dead address', async () => {
    const { account, query } = await reader()
    const left = () =>
      house.db.account(account.accountId, async (tx) => {
        const rows = await tx.rows<{ reason: string }>('select reason from suppressions where account_id = $1', [
          account.accountId,
        ])
        return rows.map(({ reason }) => reason)
      })
    const items = (['complained', 'bounced'] as const).map((reason) => ({ address: 'ada@readers.example', reason }))
    await house.db.account(account.accountId, (tx) => suppress(tx, account.accountId, items, house.clock.now()))
    await server.nobody.call('unsubscribeFromAll', { query })
    expect((await left()).sort()).toEqual(['bounced', 'complained'])
    await server.nobody.call('subscribeAgain', { query })
    expect(await left()).toEqual(['bounced'])
  })

  it('keeps choices by category; an empty value takes one back', async () => {
    const { query } = await reader()
    const { categories } = await server.nobody.call('getPreferences', { query })
    const id = String(categories[0]?.id)
    const save = (choice: 'optIn' | 'optOut' | '') =>
      server.nobody.call('savePreferences', { query, body: { [id]: choice } })
    expect((await save('optOut')).categoriesForPerson).toEqual({ [id]: 'optOut' })
    expect((await save('optIn')).categoriesForPerson).toEqual({ [id]: 'optIn' })
    expect((await save('')).categoriesForPerson).toEqual({})
  })

  it('refuses forged links, foreign categories and people who are gone', async () => {
    const { account, personId, token, query } = await reader()
    for (const bad of ['nonsense', `${token}x`, token.replace(/^\w+/, 'zz')]) {
      expect((await server.nobody.send('getPreferences', { query: { token: bad } })).status).toBe(404)
      expect((await server.nobody.send('unsubscribeFromAll', { query: { token: bad } })).status).toBe(404)
    }
    const foreign = await server.as((await reader()).account).call('listCategories', {})
    const body = { [String(foreign.categories[0]?.id)]: 'optOut' as const }
    expect((await server.nobody.send('savePreferences', { query, body })).status).toBe(422)
    await house.db.system((tx) =>
      tx.run('delete from people where account_id = $1 and id = $2', [account.accountId, personId]),
    )
    expect((await server.nobody.send('getPreferences', { query })).status).toBe(404)
  })
})

describe('categories', () => {
  it('are listed, made, changed and archived', async () => {
    const { account, query } = await reader()
    const client = server.as(account)
    const body = { name: 'Tips', description: 'Weekly tips' }
    const { category } = await client.call('createCategory', { body })
    expect(category).toMatchObject({ ...body, type: 'marketing', isDefault: false, isArchived: false })
    const change = { params: { id: category.id }, body: { isArchived: true } }
    expect((await client.call('updateCategory', change)).category.isArchived).toBe(true)
    expect((await client.call('listCategories', {})).categories).toHaveLength(2)
    expect((await server.nobody.call('getPreferences', { query })).categories).toHaveLength(1)
  })

  it('refuse missing words, strangers and members without the permission', async () => {
    const { account } = await reader()
    const client = server.as(account)
    expect((await client.send('createCategory', { body: { name: '', description: 'x' } })).status).toBe(400)
    const { category } = await client.call('createCategory', { body: { name: 'Tips', description: 'x' } })
    const change = { params: { id: category.id }, body: { name: 'Mine' } }
    expect((await server.as(await house.newAccount()).send('updateCategory', change)).status).toBe(404)
    const weak = server.as({ accountId: account.accountId, scopes: ['emails:read'] })
    expect((await weak.send('updateCategory', change)).status).toBe(403)
    expect((await server.nobody.send('listCategories', {})).status).toBe(401)
  })
})

describe('the words of the page', () => {
  it('are kept and shown', async () => {
    const { account, query } = await reader()
    const client = server.as(account)
    expect((await client.call('getPreferenceTexts', {})).value).toEqual({})
    await client.call('savePreferenceTexts', { body: { value: { title: 'Was willst du?' } } })
    expect((await server.nobody.call('getPreferences', { query })).snippets).toEqual({ title: 'Was willst du?' })
    const preview = await client.send('previewPreferences', { params: { mode: 'all' } })
    expect([preview.status, String(preview.headers.location)]).toEqual([302, expect.stringContaining('preview=all')])
    expect((await client.send('previewPreferences', { params: { mode: 'other' } as never })).status).toBe(400)
  })
})
