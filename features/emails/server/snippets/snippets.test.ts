import { testHouse } from '@millrace/kit/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildMailData, buildSlots, openTestEmails } from '../../testing/index.ts'
import { renderFor } from '../template/compileTemplate.ts'
import { templateOf } from '../template/templateOf.ts'

let opened: Awaited<ReturnType<typeof openTestEmails>>
beforeAll(async () => {
  await testHouse()
  opened = await openTestEmails()
})

const account = async () => {
  const by = await opened.house.newAccount()
  return { ...by, client: opened.server.as(by) }
}

type Client = Awaited<ReturnType<typeof account>>['client']

const snippet = async (client: Client, name: string, content: string, type: 'HTML' | 'text' = 'HTML') =>
  (await client.call('createSnippet', { body: { name, content, type } })).snippet

const email = async (client: Client, html: string, subject = 'Hello') =>
  (
    await client.call('createEmail', {
      body: {
        name: 'Welcome',
        subject,
        fromEmail: 'mara@acme.example',
        editor: { type: 'richtext', state: { html } },
      },
    })
  ).email

const sent = (accountId: number, id: number) =>
  opened.house.db.account(accountId, async (tx) => {
    const template = await templateOf(tx, accountId, id)
    if (!template) throw new Error('There is no template.')
    return renderFor(template, buildMailData({ firstName: 'Ada <b>' }), buildSlots())
  })

describe('a snippet in a mail', () => {
  test('is filled for its reader, and changes with the snippet without a save of the email', async () => {
    const { client, accountId } = await account()
    const { id, key } = await snippet(client, 'Päge footer!', '<b>Bye {{ person.first_name }}</b>')
    expect(key).toBe('page_footer')
    const mail = await email(client, `<p>Hi</p><p>{{ snippets.${key} }}</p>{{ snippets[${id}] }}`)
    expect((await sent(accountId, mail.id)).html).toContain('<b>Bye Ada &lt;b&gt;</b>')
    await client.call('updateSnippet', { params: { id }, body: { content: '<i>Farewell</i>', name: 'Renamed' } })
    const { html } = await sent(accountId, mail.id)
    expect(html.match(/<i>Farewell<\/i>/g)).toHaveLength(2)
    expect(html).not.toContain('Bye')
  })

  test('shows its words alone in a subject', async () => {
    const { client, accountId } = await account()
    const { key } = await snippet(client, 'Greeting', '<p>Hi <b>there</b> &amp; all</p>')
    await snippet(client, 'Plain', 'a < b', 'text')
    const mail = await email(client, '<p>{{ snippets.plain }}</p>', `{{ snippets.${key} | raw }} {{ snippets.plain }}`)
    const { subject, html, text } = await sent(accountId, mail.id)
    expect(subject).toBe('Hi there & all a < b')
    expect(html).toContain('a &lt; b')
    expect(text).toContain('a < b')
  })

  test('shows others in it, but not itself without end, and nothing where there is none', async () => {
    const { client, accountId } = await account()
    await snippet(client, 'Inner', '<i>in</i>')
    await snippet(client, 'Outer', 'out {{ snippets.inner }} {{ snippets["outer"] }}')
    const mail = await email(client, '<p>{{ snippets.outer }}</p><p>[{{ snippets.nobody }}]</p>')
    const { html } = await sent(accountId, mail.id)
    expect(html.match(/<i>in<\/i>/g)).toHaveLength(4)
    expect(html).toContain('[]')
  })

  test('is shown in previews too', async () => {
    const { client } = await account()
    await snippet(client, 'Footer', '<b>Yours {{ account.name }}</b>')
    const draft = {
      subject: 'S',
      fromEmail: 'a@b.example',
      editor: { type: 'richtext', state: { html: '{{ snippets.footer }}' } },
    }
    const { html } = await client.call('previewEmail', { body: { email: draft as never } })
    expect(html).toMatch(/<b>Yours .+<\/b>/)
  })
})

describe('the calls', () => {
  test('want a name, content and a type', async () => {
    const { client } = await account()
    for (const missing of ['name', 'content', 'type'] as const) {
      const body = { name: 'A', content: 'b', type: 'HTML' as const, [missing]: undefined }
      expect((await client.send('createSnippet', { body: body as never })).status).toBe(400)
    }
    expect((await client.send('createSnippet', { body: { name: ' ', content: '', type: 'text' } })).status).toBe(400)
  })

  test('refuse Liquid that cannot be processed, with line and column', async () => {
    const { client } = await account()
    const { status, body } = await client.send('createSnippet', {
      body: { name: 'Broken', content: 'a\n {% if x %}', type: 'HTML' },
    })
    expect(status).toBe(422)
    expect(JSON.stringify(body)).toContain('line 2, column 2')
  })

  test('list by words, tag, type and archive, and keep tags tidy', async () => {
    const { client } = await account()
    const { snippet: one } = await client.call('createSnippet', {
      body: { name: 'One', content: '100%', type: 'text', tags: ['foot  er,', 'footer', '  '], description: 'for all' },
    })
    expect(one.tags).toEqual(['foot er', 'footer'])
    const two = await snippet(client, 'Two', 'x')
    await client.call('updateSnippet', { params: { id: two.id }, body: { archived: true } })
    const names = async (query: object) =>
      (await client.call('listSnippets', { query })).snippets.map(({ name }) => name)
    expect(await names({})).toEqual(['One'])
    expect(await names({ search: '0%' })).toEqual(['One'])
    expect(await names({ search: '_0' })).toEqual([])
    expect(await names({ tag: 'footer', type: 'text' })).toEqual(['One'])
    expect(await names({ type: 'HTML' })).toEqual([])
    expect(await names({ archived: 'true' })).toEqual(['Two'])
    const { counts, tags } = await client.call('listSnippets', { query: {} })
    expect({ counts, tags }).toEqual({ counts: { current: 1, archived: 1 }, tags: ['foot er', 'footer'] })
  })

  test('two snippets of one name have keys of their own', async () => {
    const { client } = await account()
    const keys = [
      await snippet(client, 'Copy', 'a'),
      await snippet(client, 'Copy', 'b'),
      await snippet(client, '12', 'c'),
    ]
    expect(keys.map(({ key }) => key)).toEqual(['copy', 'copy_2', 's_12'])
  })

  test('neither archive nor delete what an email in use shows', async () => {
    const { client } = await account()
    const { id } = await snippet(client, 'Footer', 'x')
    const mail = await email(client, '<p>{{ snippets.footer }}</p>')
    const shown = (await client.call('getSnippet', { params: { id } })).snippet.usedIn
    expect(shown).toEqual([{ id: mail.id, name: 'Welcome' }])
    const refused = await client.send('updateSnippet', { params: { id }, body: { archived: true } })
    expect(refused.status).toBe(409)
    expect(JSON.stringify(refused.body)).toContain('“Welcome”')
    expect((await client.send('deleteSnippet', { params: { id } })).status).toBe(409)
    await client.call('updateEmail', { params: { id: mail.id }, body: { archived: true } })
    expect((await client.send('deleteSnippet', { params: { id } })).status).toBe(204)
    expect((await client.send('getSnippet', { params: { id } })).status).toBe(404)
  })

  test('know nothing of other accounts, and readers do not write', async () => {
    const { client, accountId } = await account()
    const { id } = await snippet(client, 'Mine', 'x')
    const other = (await account()).client
    expect((await other.send('getSnippet', { params: { id } })).status).toBe(404)
    expect((await other.send('updateSnippet', { params: { id }, body: { name: 'Taken' } })).status).toBe(404)
    expect((await other.send('deleteSnippet', { params: { id } })).status).toBe(404)
    expect((await other.call('listSnippets', { query: {} })).snippets).toEqual([])
    const reader = opened.server.as({ accountId, scopes: ['emails:read'] })
    expect((await reader.send('deleteSnippet', { params: { id } })).status).toBe(403)
    expect((await reader.call('getSnippet', { params: { id } })).snippet.name).toBe('Mine')
  })
})

test('an email takes its snippets along into another account, those by id too', async () => {
  const { client, accountId, memberId } = await account()
  const other = await account()
  await snippet(other.client, 'Taken', 'theirs')
  await snippet(client, 'Taken', 'mine')
  const { id } = await snippet(client, 'By id', '<i>by id</i>')
  await snippet(client, 'Outer', `out {{ snippets[${id}] }}`)
  await opened.house.db.system((tx) =>
    tx.run('insert into memberships (account_id, member_id, scopes, created_at) values ($1, $2, $3, $4)', [
      other.accountId,
      memberId,
      ['emails:read', 'emails:write'],
      opened.house.clock.now(),
    ]),
  )
  const mail = await email(client, `<p>{{ snippets.outer }} {{ snippets.taken }} [{{ snippets[${id}] }}]</p>`)
  const copied = await client.call('duplicateEmail', {
    query: { 'target-account': other.accountId },
    body: { id: mail.id },
  })
  expect(copied.email.accountId).toBe(other.accountId)
  const { html } = await sent(other.accountId, copied.email.id)
  expect(html).toContain('out <i>by id</i> theirs [<i>by id</i>]')
  expect(accountId).not.toBe(other.accountId)
})
