import { testHouse } from '@millrace/kit/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildBlock, buildDesign } from '../../testing/buildDesign.ts'
import { openTestEmails } from '../../testing/openTestEmails.ts'

type Opened = Awaited<ReturnType<typeof openTestEmails>>
let opened: Opened
beforeAll(async () => {
  await testHouse()
  opened = await openTestEmails()
})

const design = (text: string) => ({ type: 'unlayer' as const, state: buildDesign([buildBlock('text', { text })]) })
const NEW = { name: 'Welcome', subject: 'Hi {{ person.first_name }}', fromEmail: 'mara@acme.example' }

const owner = async () => {
  const account = await opened.house.newAccount()
  return { account, client: opened.server.as(account) }
}
const withEmail = async (own: object = {}) => {
  const { account, client } = await owner()
  const { email } = await client.call('createEmail', { body: { ...NEW, editor: design('<p>Hello</p>'), ...own } })
  return { account, client, email }
}

describe('creating', () => {
  test('makes a saved first version with HTML', async () => {
    const { email } = await withEmail()
    expect(email).toMatchObject({ name: 'Welcome', version: 1, hasDraft: false, archived: false, type: 'HTML' })
    expect(email.editor.type).toBe('unlayer')
    expect(email.html).toContain('<p>Hello</p>')
    expect(email.mergeTags).toEqual([{ value: '{{ person.first_name }}', label: 'person.first_name' }])
  })

  test('begins empty where no editor is given, and unnamed where no name is', async () => {
    const { client } = await owner()
    const { email } = await client.call('createEmail', { body: { ...NEW, name: '' } })
    expect(email.name).toBe('Unnamed email')
    expect(email.html).toContain('<body')
  })

  test.each([
    [{ subject: '' }, 'Email subject is needed.'],
    [{ fromEmail: ' ' }, 'From email is needed.'],
    [{ editor: null }, 'Missing email content.'],
    [{ editor: { type: 'unlayer', state: { body: 'x' } } }, 'Missing email content.'],
    [{ subject: 'Hi {{ person.first_name' }, "Couldn't process Liquid tags"],
  ])('refuses %j', async (own, message) => {
    const { client } = await owner()
    const reply = await client.send('createEmail', { body: { ...NEW, editor: design('<p>x</p>'), ...own } as never })
    expect(reply.status).toBe(422)
    expect(JSON.stringify(reply.body)).toContain(message)
  })

  test('says in which block Liquid is wrong', async () => {
    const { client } = await owner()
    const body = { ...NEW, editor: design('<p>one</p>\n{% if %}x{% endif %}') }
    const { body: reply } = await client.send('createEmail', { body })
    expect(reply).toMatchObject({ error: { issues: [{ path: ['body', 'text-1', 2, expect.any(Number)] }] } })
  })

  test('needs emails:write', async () => {
    const { accountId } = await opened.house.newAccount()
    const reader = opened.server.as({ accountId, scopes: ['emails:read'] })
    expect((await reader.send('createEmail', { body: NEW })).status).toBe(403)
    expect((await opened.server.nobody.send('createEmail', { body: NEW })).status).toBe(401)
  })
})

describe('listing', () => {
  test('shows lines without content, newest first, and finds by name or subject', async () => {
    const { client } = await withEmail()
    opened.house.clock.advance(1000)
    await client.call('createEmail', { body: { ...NEW, name: '100% off', subject: 'Sale' } })
    const all = await client.call('listEmails', { query: {} })
    expect(all.total).toBe(2)
    expect(all.emails.map(({ name }) => name)).toEqual(['100% off', 'Welcome'])
    expect(all.emails[0]).not.toHaveProperty('html')
    expect(all.emails[0]?.stats).toEqual({ sent: 10, arrived: 9, opened: 5, clicked: 2 })
    const found = async (search: string) =>
      (await client.call('listEmails', { query: { search } })).emails.map((e) => e.name)
    expect(await found('welc')).toEqual(['Welcome'])
    expect(await found('SALE')).toEqual(['100% off'])
    expect(await found('%')).toEqual(['100% off'])
    expect(await found("' or 1=1 --")).toEqual([])
  })

  test.each(['updatedAt', 'createdAt', 'name', 'subject'] as const)(
    'goes page by page by %s, both ways',
    async (sort) => {
      const { client } = await owner()
      for (const name of ['b', 'A', 'a', 'C', 'b']) {
        await client.call('createEmail', { body: { ...NEW, name, subject: `${name}!` } })
        // Two of the same time.
        if (name !== 'A') opened.house.clock.advance(1000)
      }
      const { emails } = await client.call('listEmails', { query: { sort, order: 'asc' } })
      for (const order of ['asc', 'desc'] as const) {
        const ids: number[] = []
        let cursor: string | null = ''
        while (cursor !== null) {
          const query: { sort: typeof sort; order: typeof order; limit: number; cursor?: string } = {
            sort,
            order,
            limit: 2,
            ...(cursor && { cursor }),
          }
          const page = await client.call('listEmails', { query })
          expect(page.total).toBe(5)
          ids.push(...page.emails.map(({ id }) => id))
          cursor = page.next
        }
        const all = emails.map(({ id }) => id)
        expect(ids).toEqual(order === 'asc' ? all : all.reverse())
      }
    },
  )

  test('refuses a cursor that is none', async () => {
    const { client } = await owner()
    const made = Buffer.from('["yesterday",1]').toString('base64url')
    for (const cursor of ['x', '{}', made])
      expect((await client.send('listEmails', { query: { cursor } })).status).toBe(400)
  })

  test('keeps accounts apart', async () => {
    const { email } = await withEmail()
    const { client } = await owner()
    expect((await client.call('listEmails', { query: {} })).emails).toEqual([])
    const params = { id: email.id }
    expect((await client.send('getEmail', { params })).status).toBe(404)
    expect((await client.send('updateEmail', { params, body: { name: 'x' } })).status).toBe(404)
    expect((await client.send('deleteEmail', { params })).status).toBe(404)
    expect((await client.send('autoSaveEmail', { params, body: { subject: 'x' } })).status).toBe(404)
    expect((await client.send('listVersions', { params, query: {} })).status).toBe(404)
    expect((await client.send('latestVersion', { params })).status).toBe(404)
    expect((await client.send('selectedVersion', { params })).status).toBe(404)
    expect((await client.send('getVersion', { params: { ...params, version: 1 } })).status).toBe(404)
    expect((await client.send('restoreVersion', { params: { ...params, version: 1 } })).status).toBe(404)
    expect((await client.send('duplicateEmail', { body: params })).status).toBe(404)
    expect((await client.send('previewEmail', { body: { email: params } })).status).toBe(404)
    expect((await client.send('sendTestEmail', { body: { email: params, sendTo: ['a@b.example'] } })).status).toBe(404)
  })
})

describe('saving', () => {
  test('makes a version where content changed, and none where it did not', async () => {
    const { client, email } = await withEmail()
    const params = { id: email.id }
    const saved = await client.call('updateEmail', { params, body: { subject: 'New' } })
    expect(saved.email).toMatchObject({ version: 2, subject: 'New' })
    const again = await client.call('updateEmail', { params, body: { subject: 'New', name: 'Other' } })
    expect(again.email).toMatchObject({ version: 2, name: 'Other' })
  })

  test('keeps a design as it came', async () => {
    const state = buildDesign([buildBlock('carousel', { odd: [1, { deep: null }] }), buildBlock('text', { text: 'x' })])
    const { email } = await withEmail({ editor: { type: 'unlayer', state: { ...state, own: { more: true } } } })
    expect(email.editor.state).toEqual({ ...state, own: { more: true } })
  })

  test.each([
    [{ subject: ' ' }, 'Email subject is needed.'],
    [{ fromEmail: '' }, 'From email is needed.'],
    [{ editor: null }, 'Missing email content.'],
  ])('refuses %j and changes nothing', async (body, message) => {
    const { client, email } = await withEmail()
    const reply = await client.send('updateEmail', { params: { id: email.id }, body: { name: 'Lost', ...body } })
    expect(reply).toMatchObject({ status: 422, body: { error: { message } } })
    expect((await client.call('getEmail', { params: { id: email.id } })).email).toMatchObject({
      name: 'Welcome',
      version: 1,
    })
  })

  test('refuses unknown fields', async () => {
    const { client, email } = await withEmail()
    const reply = await client.send('updateEmail', { params: { id: email.id }, body: { accountId: 1 } as never })
    expect(reply.status).toBe(400)
  })
})

describe('archiving', () => {
  test('hides an email and brings it back', async () => {
    const { client, email } = await withEmail()
    const params = { id: email.id }
    expect((await client.send('deleteEmail', { params })).status).toBe(204)
    expect((await client.call('listEmails', { query: {} })).total).toBe(0)
    expect((await client.call('listEmails', { query: { archived: 'true' } })).total).toBe(1)
    await client.call('updateEmail', { params, body: { archived: false } })
    expect((await client.call('listEmails', { query: {} })).total).toBe(1)
  })

  test('is refused while an active flow uses it', async () => {
    const { client, email } = await withEmail()
    opened.uses.set(email.id, [{ id: 3, name: 'Trial', isActive: true }])
    const reply = await client.send('deleteEmail', { params: { id: email.id } })
    expect(reply.status).toBe(409)
    expect(JSON.stringify(reply.body)).toContain('“Trial”')
    opened.uses.set(email.id, [{ id: 3, name: 'Trial', isActive: false }])
    expect((await client.send('deleteEmail', { params: { id: email.id } })).status).toBe(204)
  })
})

test('signs that no database keeps are left out', async () => {
  const { client, email } = await withEmail()
  const editor = { type: 'unlayer' as const, state: buildDesign([buildBlock('text', { text: '<p>a\u0000b</p>' })]) }
  const body = { subject: 'Hel\u0000lo', editor }
  const saved = (await client.call('updateEmail', { params: { id: email.id }, body })).email
  expect(saved.subject).toBe('Hello')
  expect(JSON.stringify(saved.editor.state)).toContain('<p>ab</p>')
})

describe('duplicating', () => {
  test('copies the saved version beside the email', async () => {
    const { client, email } = await withEmail()
    const copy = (await client.call('duplicateEmail', { body: { id: email.id } })).email
    expect(copy).toMatchObject({ name: 'Copy of Welcome', version: 1, subject: email.subject })
    expect(copy.editor.state).toEqual(email.editor.state)
    expect(copy.id).not.toBe(email.id)
  })

  test('into another account needs to be allowed there', async () => {
    const { account, client, email } = await withEmail()
    const other = await opened.house.newAccount()
    const body = { id: email.id, targetAccountId: other.accountId }
    expect((await client.send('duplicateEmail', { body })).status).toBe(404)
    await opened.house.db.system((tx) =>
      tx.run('insert into memberships (account_id, member_id, scopes, created_at) values ($1, $2, $3, $4)', [
        other.accountId,
        account.memberId,
        ['emails:read', 'emails:write'],
        opened.house.clock.now(),
      ]),
    )
    const copy = (await client.call('duplicateEmail', { body })).email
    expect(copy).toMatchObject({ accountId: other.accountId, name: 'Welcome' })
    expect((await opened.server.as(other).call('listEmails', { query: {} })).total).toBe(1)
  })
})
