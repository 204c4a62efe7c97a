import { testHouse } from '@millrace/kit/testing'
import { beforeAll, expect, test } from 'vitest'
import { buildBlock, buildDesign } from '../../testing/buildDesign.ts'
import { openTestEmails } from '../../testing/openTestEmails.ts'
import { templateOf } from '../template/templateOf.ts'

let opened: Awaited<ReturnType<typeof openTestEmails>>
beforeAll(async () => {
  await testHouse()
  opened = await openTestEmails()
})

const editor = (text: string) => ({ type: 'unlayer' as const, state: buildDesign([buildBlock('text', { text })]) })

const begin = async () => {
  const account = await opened.house.newAccount()
  const client = opened.server.as(account)
  const body = { name: 'Welcome', subject: 'One', fromEmail: 'mara@acme.example', editor: editor('<p>one</p>') }
  const { email } = await client.call('createEmail', { body })
  return { account, client, params: { id: email.id } }
}

test('a draft changes in place, and what is sent stays until it is saved', async () => {
  const { account, client, params } = await begin()
  const live = () => opened.house.db.system((tx) => templateOf(tx, account.accountId, params.id))
  const first = await client.call('autoSaveEmail', { params, body: { subject: 'Two', editor: editor('<p>two</p>') } })
  expect(first.version).toMatchObject({ version: 2, isDraft: true, isLive: false })
  const second = await client.call('autoSaveEmail', { params, body: { subject: '' } })
  expect(second.version).toMatchObject({ version: 2, isDraft: true, subject: '' })
  expect(await live()).toMatchObject({ version: 1 })
  expect((await client.call('getEmail', { params })).email).toMatchObject({
    subject: 'One',
    hasDraft: true,
    version: 1,
  })
  const latest = (await client.call('latestVersion', { params })).version
  expect(latest.html).toContain('two')
  await client.call('updateEmail', { params, body: { subject: 'Two', editor: latest.editor } })
  expect((await client.call('getEmail', { params })).email).toMatchObject({
    subject: 'Two',
    hasDraft: false,
    version: 2,
  })
  expect(await live()).toMatchObject({ version: 2 })
  const { versions } = await client.call('listVersions', { params, query: {} })
  expect(versions.map(({ version, isDraft, isLive }) => [version, isDraft, isLive])).toEqual([
    [2, false, true],
    [1, false, false],
  ])
  expect(versions[0]?.savedBy).toEqual({ id: account.memberId, name: 'Olive Owner' })
})

test('a partial save leaves a draft to be found again', async () => {
  const { client, params } = await begin()
  await client.call('autoSaveEmail', { params, body: { editor: editor('<p>draft</p>') } })
  await client.call('updateEmail', { params, body: { subject: 'Other' } })
  const { email } = await client.call('getEmail', { params })
  expect(email).toMatchObject({ version: 3, subject: 'Other' })
  expect(email.html).toContain('one')
  expect((await client.call('getVersion', { params: { ...params, version: 2 } })).version.html).toContain('draft')
})

test('restoring makes a new version of the old content', async () => {
  const { account, client, params } = await begin()
  await client.call('updateEmail', { params, body: { subject: 'Two' } })
  expect((await client.call('selectedVersion', { params })).version.version).toBe(2)
  const restored = await client.call('restoreVersion', { params: { ...params, version: 1 } })
  expect(restored).toMatchObject({ newVersion: 3, restoredFromVersion: 1, email: { subject: 'One', version: 3 } })
  expect((await client.call('selectedVersion', { params })).version.version).toBe(1)
  expect((await client.call('latestVersion', { params })).version).toMatchObject({ version: 3, restoredFrom: 1 })
  const template = await opened.house.db.system((tx) => templateOf(tx, account.accountId, params.id))
  expect(template?.version).toBe(3)
  expect((await client.send('restoreVersion', { params: { ...params, version: 9 } })).status).toBe(404)
})

test('what was written elsewhere meanwhile is not written over, unless that is wanted', async () => {
  const { client, params } = await begin()
  const read = (await client.call('latestVersion', { params })).version.updatedAt
  opened.house.clock.advance(1_000)
  const mine = await client.call('autoSaveEmail', { params, body: { subject: 'Mine', ifUpdatedAt: read } })
  opened.house.clock.advance(1_000)
  const late = { params, body: { subject: 'Theirs', editor: editor('<p>theirs</p>'), ifUpdatedAt: read } }
  const refused = { status: 409, body: { error: { message: 'This email was changed elsewhere meanwhile.' } } }
  expect(await client.send('autoSaveEmail', late)).toMatchObject(refused)
  expect(await client.send('updateEmail', late)).toMatchObject(refused)
  expect((await client.call('latestVersion', { params })).version.subject).toBe('Mine')
  const body = { ...late.body, ifUpdatedAt: mine.version.updatedAt }
  const { email } = await client.call('updateEmail', { params, body })
  expect(email.latestAt).toBe(opened.house.clock.now().toISOString())
  expect(
    (await client.send('autoSaveEmail', { params, body: { subject: 'Mine', ifUpdatedAt: undefined } })).status,
  ).toBe(200)
})

test('a draft that cannot be sent cannot be restored', async () => {
  const { client, params } = await begin()
  await client.call('autoSaveEmail', { params, body: { subject: '' } })
  const reply = await client.send('restoreVersion', { params: { ...params, version: 2 } })
  expect(reply).toMatchObject({ status: 422, body: { error: { message: 'Email subject is needed.' } } })
})

test('versions come a page at a time', async () => {
  const { client, params } = await begin()
  for (const subject of ['2', '3', '4']) await client.call('updateEmail', { params, body: { subject } })
  const page = await client.call('listVersions', { params, query: { limit: 2, offset: 1 } })
  expect(page.versions.map(({ version }) => version)).toEqual([3, 2])
})

test('readers of emails may look at versions and not change them', async () => {
  const { account, params } = await begin()
  const reader = opened.server.as({ accountId: account.accountId, scopes: ['emails:read'] })
  expect((await reader.send('listVersions', { params, query: {} })).status).toBe(200)
  expect((await reader.send('autoSaveEmail', { params, body: { subject: 'x' } })).status).toBe(403)
  expect((await reader.send('restoreVersion', { params: { ...params, version: 1 } })).status).toBe(403)
})

test('there is no template of an email that is not there', async () => {
  const { account } = await begin()
  expect(await opened.house.db.system((tx) => templateOf(tx, account.accountId, 999_999))).toBeUndefined()
})
