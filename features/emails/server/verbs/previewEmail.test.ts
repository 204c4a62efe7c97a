import { testHouse } from '@millrace/kit/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildBlock, buildDesign } from '../../testing/buildDesign.ts'
import { openTestEmails } from '../../testing/openTestEmails.ts'

let opened: Awaited<ReturnType<typeof openTestEmails>>
beforeAll(async () => {
  await testHouse()
  opened = await openTestEmails()
})

const editor = (...blocks: ReturnType<typeof buildBlock>[]) => ({
  type: 'unlayer' as const,
  state: buildDesign(blocks),
})
const FOOTER = buildBlock('text', { text: '<a href="{{ unsubscribe_url }}">Unsubscribe</a>' })
const DRAFT = {
  subject: 'Hi {{ person.first_name }}',
  fromEmail: 'mara@acme.example',
  editor: editor(buildBlock('text', { text: '<p>{{ person.company }}</p>' }), FOOTER),
}

const newPerson = (accountId: number) =>
  opened.house.db.system(async (tx) => {
    const now = opened.house.clock.now()
    const row = await tx.one<{ id: number }>(
      'insert into people (account_id, email, fields, created_at, updated_at) values ($1, $2, $3, $4, $4) returning id',
      [accountId, 'grace@example.com', { firstName: 'Grace', company: '<Navy>' }, now],
    )
    return row?.id ?? 0
  })

describe('a preview', () => {
  test('shows a draft as a person of the account would get it', async () => {
    const account = await opened.house.newAccount()
    const personId = await newPerson(account.accountId)
    const preview = await opened.server.as(account).call('previewEmail', { body: { email: DRAFT, personId } })
    expect(preview.subject).toBe('Hi Grace')
    expect(preview.html).toContain('<p>&lt;Navy&gt;</p>')
    expect(preview.text).toContain('<Navy>')
    expect(preview.warnings).toEqual([])
    expect(preview.bytes).toBeGreaterThan(1000)
  })

  test('shows it to a made-up person and to an example', async () => {
    const client = opened.server.as(await opened.house.newAccount())
    const made = await client.call('previewEmail', { body: { email: DRAFT, person: { first_name: 'Zoë' } } })
    expect(made.subject).toBe('Hi Zoë')
    expect((await client.call('previewEmail', { body: { email: DRAFT } })).subject).toBe('Hi Ada')
  })

  test('does not show people of other accounts, nor people to those who may not read them', async () => {
    const account = await opened.house.newAccount()
    const personId = await newPerson(account.accountId)
    const body = { email: DRAFT, personId }
    expect((await opened.server.as(await opened.house.newAccount()).send('previewEmail', { body })).status).toBe(404)
    const writer = opened.server.as({ accountId: account.accountId, scopes: ['emails:read', 'emails:write'] })
    expect((await writer.send('previewEmail', { body })).status).toBe(403)
    expect((await writer.send('previewEmail', { body: { email: DRAFT } })).status).toBe(200)
  })

  test.each([
    [{ subject: '' }, { kind: 'subject', level: 'error', message: 'Email subject is needed.' }],
    [{ fromEmail: '' }, { kind: 'from', level: 'error', message: 'From email is needed.' }],
    [{ subject: 'x {% if %}' }, { kind: 'liquid', where: 'subject', line: 1 }],
    [
      { editor: editor(buildBlock('text', { text: '{% endif %}' }), FOOTER) },
      { kind: 'liquid', where: 'text-1', line: 1, column: 1 },
    ],
    [{ editor: editor(buildBlock('button', { text: 'Go' }), FOOTER) }, { kind: 'link', where: 'button-1' }],
    [
      { editor: editor(buildBlock('image', { src: { url: 'https://x.example/a.png' }, altText: '' }), FOOTER) },
      { kind: 'alt' },
    ],
    [{ editor: editor(buildBlock('image', { src: { url: '' } }), FOOTER) }, { kind: 'content' }],
    [
      { editor: editor(buildBlock('text', { text: 'x'.repeat(110_000) }), FOOTER) },
      { kind: 'size', message: expect.stringContaining('102 KB') },
    ],
    [{ editor: editor(buildBlock('text', { text: 'x' })) }, { kind: 'unsubscribe', level: 'warning' }],
    [{ editor: editor() }, { kind: 'content', message: 'The email is still empty.' }],
    [
      {
        editor: {
          type: 'richtext' as const,
          state: { html: '<p><a href="">x</a><img src="https://x.example/a.png"></p>' },
        },
      },
      { kind: 'link' },
    ],
    [{ editor: editor(buildBlock('text', { text: '{{ account.mailing_address }}' }), FOOTER) }, { kind: 'address' }],
    [
      {
        editor: editor(buildBlock('text', { text: '{% for i in (1..5000) %}{% assign x = i %}{% endfor %}' }), FOOTER),
      },
      { kind: 'speed', message: expect.stringMatching(/^This email takes \d+ ms a person/) },
    ],
  ])('warns of %j', async (own, warning) => {
    const client = opened.server.as(await opened.house.newAccount())
    const { warnings } = await client.call('previewEmail', { body: { email: { ...DRAFT, ...own } } })
    expect(warnings).toContainEqual(expect.objectContaining(warning))
  })

  test('of transactional mail asks for no unsubscribe link', async () => {
    const client = opened.server.as(await opened.house.newAccount())
    const email = { ...DRAFT, isTransactional: true, editor: editor(buildBlock('text', { text: 'x' })) }
    expect((await client.call('previewEmail', { body: { email } })).warnings).toEqual([])
  })
})

describe('a test mail', () => {
  test('goes to each address once, filled', async () => {
    const account = await opened.house.newAccount()
    const body = { email: DRAFT, sendTo: 'a@b.example, c@d.example a@b.example' as never }
    const reply = await opened.server.as(account).call('sendTestEmail', { body })
    expect(reply.message).toBe('Test email sent to a@b.example, c@d.example')
    const sent = opened.sent.filter(({ accountId }) => accountId === account.accountId)
    expect(sent.map(({ to }) => to)).toEqual(['a@b.example', 'c@d.example'])
    expect(sent[0]).toMatchObject({ fromEmail: 'mara@acme.example', mail: { subject: 'Hi Ada' } })
  })

  test.each([
    [{ sendTo: [] }, 400, 'Name at least one address.'],
    [
      { sendTo: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@x.example`) },
      400,
      'A test goes to 5 addresses at the most.',
    ],
    [{ sendTo: ['nobody'] }, 400, 'This is not an email address.'],
    [{ email: { ...DRAFT, subject: '' } }, 422, 'Email subject is needed.'],
    [{ email: { ...DRAFT, fromEmail: '' } }, 422, 'From email is needed.'],
    [{ email: { ...DRAFT, subject: '{% if %}' } }, 422, "Couldn't process Liquid tags"],
  ])('is refused for %j', async (own, status, message) => {
    const client = opened.server.as(await opened.house.newAccount())
    const reply = await client.send('sendTestEmail', { body: { email: DRAFT, sendTo: ['a@b.example'], ...own } })
    expect(reply.status).toBe(status)
    expect(JSON.stringify(reply.body)).toContain(message)
  })

  test('needs emails:write', async () => {
    const { accountId } = await opened.house.newAccount()
    const reader = opened.server.as({ accountId, scopes: ['emails:read'] })
    expect((await reader.send('sendTestEmail', { body: { email: DRAFT, sendTo: ['a@b.example'] } })).status).toBe(403)
  })
})

test('senders carry the name that they were used with', async () => {
  const client = opened.server.as(await opened.house.newAccount())
  await client.call('createEmail', { body: { name: 'x', ...DRAFT, fromName: 'Mara' } })
  expect((await client.call('listSenders', {})).senders).toEqual([
    { email: 'mara@acme.example', name: 'Mara', isVerified: true },
  ])
})
