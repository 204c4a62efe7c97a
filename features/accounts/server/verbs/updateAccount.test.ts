import { buildMember, signIn } from '@millrace/access/testing'
import { type TestHouse, testHouse } from '@millrace/kit/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { openAccountsDoor } from '../../testing/index.ts'

let house: TestHouse
let door: Awaited<ReturnType<typeof openAccountsDoor>>
beforeAll(async () => {
  house = await testHouse()
  door = await openAccountsDoor(house)
})

const ME = '/v1/accounts/me'

const ownerOf = async () => {
  const account = await house.newAccount({ name: 'Acme', site: 'https://acme.example' })
  const cookie = await signIn(house, account)
  const patch = (body: object) => door.ask('PATCH', ME, { cookie, body })
  return { ...account, cookie, patch }
}

describe('changing an account', () => {
  it('saves what was given and answers the account', async () => {
    const { patch } = await ownerOf()
    const changes = {
      name: 'Northwind',
      industry: 'Software',
      phone: '+359 2 123 456',
      timezone: 'Europe/Sofia',
      mailingAddress: '1 Main Street\nSofia',
      goals: 'More trials',
    }
    const { status, body } = await patch({ ...changes, site: 'northwind.io/about', teamMemberName: 'Mara' })
    expect([status, body]).toMatchObject([
      200,
      { ...changes, accountName: 'Northwind', site: 'https://northwind.io/about', teamMemberName: 'Mara' },
    ])
  })

  it('leaves empty and unchanged texts alone', async () => {
    const { patch } = await ownerOf()
    const { body } = await patch({ name: '', site: ' ', phone: '', timezone: '', mailingAddress: '', industry: '' })
    expect(body).toMatchObject({ name: 'Acme', site: 'https://acme.example', timezone: 'UTC' })
    expect((await patch({ name: 'Acme', site: 'https://acme.example' })).body).toMatchObject({ name: 'Acme' })
  })

  it('strips HTML and addresses from names', async () => {
    const { patch } = await ownerOf()
    const { body } = await patch({ name: '<b>North</b>wind https://spam.example/x <img src=x onerror=y>' })
    expect(body.name).toBe('Northwind')
    expect((await patch({ name: 'www.only-an-address.example' })).body.name).toBe('Northwind')
  })

  it.each([
    ['acme', false],
    ['http://', false],
    ['acme.c', false],
    [`acme.${'x'.repeat(26)}`, false],
    ['ftp://acme.example', false],
    ['javascript:alert(1)', false],
    ['acme.example:123456', false],
    ['a b.example', false],
    ['acme.example', true],
    ['www.acme.co.uk:8080/path?x=1', true],
    ['HTTPS://Acme.example', true],
    ['bücher.example', true],
  ])('takes the site %s: %s', async (site, isSite) => {
    const { patch } = await ownerOf()
    const { status, body } = await patch({ site })
    if (isSite) expect(body.site).toBe(/^https?:/i.test(site) ? site : `https://${site}`)
    else expect([status, body.error.message]).toEqual([422, 'Double-check your site.'])
  })

  it('names an account without a name after its site', async () => {
    const { accountId, patch } = await ownerOf()
    await house.db.system((tx) => tx.run(`update accounts set name = '', site = '' where id = $1`, [accountId]))
    expect((await patch({ site: 'www.north-wind.co.uk' })).body.name).toBe('North Wind')
  })

  it('merges flags and the checklist', async () => {
    const { patch } = await ownerOf()
    await patch({ flags: { providedSiteAndName: true }, onboarding: { email: true } })
    const { body } = await patch({ flags: { hideAnonymous: true }, onboarding: { flow: true } })
    expect(body.flags).toEqual({ providedSiteAndName: true, hideAnonymous: true, hasSetInitialPassword: false })
    expect(body.onboarding).toEqual({ email: true, flow: true })
  })

  it.each([
    { status: 'active' },
    { blocked: false },
    { flags: { showCreativeJourneysPlans: 'yes' } },
    { name: 'x'.repeat(201) },
    { peopleTableFields: 'all' },
  ])('refuses %j', async (changes) => {
    expect((await (await ownerOf()).patch(changes)).status).toBe(400)
  })

  it('refuses a time zone that there is not', async () => {
    expect((await (await ownerOf()).patch({ timezone: 'Mars/Olympus' })).status).toBe(422)
  })

  it('lets a member without account:write change only how he sees things', async () => {
    const { accountId } = await ownerOf()
    const member = await buildMember(house, { accountId })
    const cookie = await signIn(house, member)
    const refused = await door.ask('PATCH', ME, { cookie, body: { name: 'Mine' } })
    expect([refused.status, refused.body.error.message]).toEqual([403, 'Required permission: account:write'])
    const body = { peopleTableFields: [{ name: 'email', enabled: true }] }
    expect((await door.ask('PATCH', ME, { cookie, body })).body).toMatchObject(body)
    expect((await door.ask('PATCH', ME, { body })).status).toBe(401)
  })

  it('takes the letters of a currency', async () => {
    const { patch } = await ownerOf()
    expect((await patch({})).body.currency).toBe('USD')
    expect((await patch({ currency: 'EUR' })).body.currency).toBe('EUR')
    expect((await patch({ currency: 'euros' })).status).toBe(400)
  })

  it('keeps both of two changes at the same time', async () => {
    const { patch } = await ownerOf()
    await Promise.all([
      patch({ goals: 'More' }),
      patch({ previousTool: 'Spreadsheet' }),
      patch({ autoSaveEmails: false }),
    ])
    expect((await patch({})).body).toMatchObject({ goals: 'More', previousTool: 'Spreadsheet', autoSaveEmails: false })
  })
})

describe('the account', () => {
  it('is told the same at both addresses, with what the member may do', async () => {
    const { accountId } = await ownerOf()
    const member = await buildMember(house, { accountId, scopes: ['flows:read', 'emails:read'] })
    const cookie = await signIn(house, member)
    const info = await door.ask('GET', '/v1/accounts/info', { cookie })
    expect(info.body).toMatchObject({ accountId, isOwner: false, scopes: ['emails:read', 'flows:read'] })
    expect(info.body.apiKeys).toBeUndefined()
    expect((await door.ask('GET', '/v1/accounts/', { cookie })).body).toEqual(info.body)
    expect((await door.ask('GET', '/v1/accounts/info')).status).toBe(401)
  })

  it('counts its own people and not the archived', async () => {
    const { accountId, cookie } = await ownerOf()
    const other = await ownerOf()
    const now = house.clock.now()
    const add = `insert into people (account_id, email, created_at, updated_at, archived_at) values ($1, $2, $3, $3, $4)`
    await house.db.system(async (tx) => {
      await tx.run(add, [accountId, 'a@x.example', now, null])
      await tx.run(add, [accountId, 'b@x.example', now, now])
      await tx.run(add, [other.accountId, 'a@x.example', now, null])
    })
    expect((await door.ask('GET', '/v1/accounts/info', { cookie })).body.peopleCount).toBe(1)
  })

  it('tells its issues', async () => {
    const { accountId, cookie } = await ownerOf()
    const issues = () => door.ask('GET', '/v1/accounts/issues', { cookie })
    expect((await issues()).body).toEqual({ issues: [] })
    await house.db.system((tx) => tx.run('update accounts set is_approved = false where id = $1', [accountId]))
    expect((await issues()).body).toEqual({ issues: [{ name: 'emails-sent', priority: 'error' }] })
    expect((await door.ask('GET', '/v1/accounts/issues')).status).toBe(401)
  })

  it('remembers when the registration was finished, once', async () => {
    const { accountId, cookie } = await ownerOf()
    const url = '/v1/accounts/registration-finished'
    expect((await door.ask('POST', url, { cookie })).status).toBe(204)
    const first = await house.db.system((tx) => door.accounts.accountById(tx, accountId))
    house.clock.advance(1_000)
    await door.ask('POST', url, { cookie })
    const second = await house.db.system((tx) => door.accounts.accountById(tx, accountId))
    expect(first?.settings.registrationFinishedAt).toBeDefined()
    expect(second?.settings).toEqual(first?.settings)
    expect((await door.ask('POST', url)).status).toBe(401)
  })
})
