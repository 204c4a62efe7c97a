import { testHouse } from '@millrace/kit/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildBlock, buildDesign } from '../../testing/buildDesign.ts'
import { openTestEmails } from '../../testing/openTestEmails.ts'

let opened: Awaited<ReturnType<typeof openTestEmails>>
beforeAll(async () => {
  await testHouse()
  opened = await openTestEmails()
})

const EMAIL = {
  name: 'Copies',
  subject: 'Hi',
  fromEmail: 'mara@acme.example',
  editor: { type: 'unlayer' as const, state: buildDesign([buildBlock('text', { text: '<p>Hi</p>' })]) },
}
const LINES = {
  replyName: '{{ account.name }} help',
  replyEmail: 'help@acme.example',
  cc: "{{ person.owner_email | default: 'owner@acme.example' }}",
  bcc: 'crm@acme.example, Log <log@acme.example>',
}

const openWriter = async () => opened.server.as(await opened.house.newAccount())

describe('where answers and copies go', () => {
  test('is saved with the version and copied with the email', async () => {
    const client = await openWriter()
    const { email } = await client.call('createEmail', { body: EMAIL })
    await client.call('updateEmail', { params: { id: email.id }, body: LINES })
    const { version } = await client.call('latestVersion', { params: { id: email.id } })
    expect(version).toMatchObject({ version: 2, isLive: true, ...LINES })
    const { email: copy } = await client.call('duplicateEmail', { body: { id: email.id } })
    expect(copy).toMatchObject(LINES)
  })

  test('is shown filled in a preview', async () => {
    const client = await openWriter()
    const preview = await client.call('previewEmail', { body: { email: { ...EMAIL, ...LINES } } })
    expect(preview).toMatchObject({ replyEmail: 'help@acme.example', cc: 'owner@acme.example', bcc: LINES.bcc })
    expect(preview.replyName).toMatch(/\S+ help$/)
    expect(preview.warnings.filter(({ kind }) => kind === 'copies')).toEqual([])
  })

  test.each([
    [{ replyEmail: 'help' }, 'Reply to: “help” is not an email address.', 'replyEmail'],
    [{ cc: 'mara@acme.example, paul' }, 'Cc: “paul” is not an email address.', 'cc'],
    [{ bcc: 'nobody' }, 'Bcc: “nobody” is not an email address.', 'bcc'],
  ])('is refused where it is none: %j', async (lines, message, where) => {
    const client = await openWriter()
    const { email } = await client.call('createEmail', { body: EMAIL })
    const answer = await client.send('updateEmail', { params: { id: email.id }, body: lines })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ error: { message, issues: [{ path: [where] }] } })
    const { warnings } = await client.call('previewEmail', { body: { email: { ...EMAIL, ...lines } } })
    expect(warnings).toContainEqual({ kind: 'copies', level: 'error', message, where })
  })

  test('a draft keeps what is being typed', async () => {
    const client = await openWriter()
    const { email } = await client.call('createEmail', { body: EMAIL })
    const body = { ...email, ...LINES, cc: 'mara@' }
    const { subject, preheader, fromName, fromEmail, replyName, replyEmail, cc, bcc, type, editor } = body
    const content = { subject, preheader, fromName, fromEmail, replyName, replyEmail, cc, bcc, type, editor }
    await client.call('autoSaveEmail', { params: { id: email.id }, body: content })
    const { version } = await client.call('latestVersion', { params: { id: email.id } })
    expect(version).toMatchObject({ cc: 'mara@', isDraft: true })
  })

  test('Liquid in them is looked at', async () => {
    const client = await openWriter()
    const { email } = await client.call('createEmail', { body: EMAIL })
    const answer = await client.send('updateEmail', { params: { id: email.id }, body: { cc: '{{ person.' } })
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer.body)).toContain("Couldn't process Liquid tags")
  })
})
