import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testHouse } from '@millrace/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestEmails } from '../../testing/openTestEmails.ts'
import { forgetImages } from './forgetImages.job.ts'
import { imageFiles } from './imageFiles.ts'
import { sniffImage } from './sniff.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQI12OICr0NRAwoFABeBQk9t0mfcwAAAABJRU5ErkJggg==',
  'base64',
)
const GIF = Buffer.from('R0lGODlhBQAHAIAAAP///wAAACwAAAAABQAHAAACBYSPqctRADs=', 'base64')

let opened: Awaited<ReturnType<typeof openTestEmails>>
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'images-'))
  await testHouse({ DATA_DIR: folder })
  opened = await openTestEmails()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const put = (url: string, payload: Buffer, type = 'image/png') =>
  opened.server.fastify.inject({ method: 'PUT', url, payload, headers: { 'content-type': type } })

test('an image is kept, listed and served as what its bytes say', async () => {
  const client = opened.server.as(await opened.house.newAccount())
  const { url } = await client.call('signImageUpload', { body: { name: 'logo.svg' } })
  const reply = await put(url, PNG, 'image/svg+xml')
  expect(reply.statusCode).toBe(200)
  const { image } = reply.json()
  expect(image).toMatchObject({ name: 'logo.svg', contentType: 'image/png', width: 2, height: 3, bytes: PNG.length })
  expect((await client.call('listImages', { query: {} })).images).toEqual([image])
  const served = await opened.server.fastify.inject({ url: new URL(image.url).pathname })
  expect(served.rawPayload).toEqual(PNG)
  expect(served.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect((await client.send('deleteImage', { params: { key: image.key } })).status).toBe(204)
  expect((await client.call('listImages', { query: {} })).images).toEqual([])
  expect((await client.send('deleteImage', { params: { key: image.key } })).status).toBe(404)
  expect((await opened.server.fastify.inject({ url: `/images/${image.key}` })).statusCode).toBe(200)
})

test('what was removed goes a month later, unless something still shows it', async () => {
  const { house } = opened
  const account = await house.newAccount()
  const client = opened.server.as(account)
  const upload = async () => {
    const { url } = await client.call('signImageUpload', { body: { name: 'x.png' } })
    return (await put(url, PNG)).json().image.key as string
  }
  const [kept, shown, gone] = [await upload(), await upload(), await upload()]
  const html = `<p><img src="https://m.example/images/${shown}" alt=""></p>`
  await client.call('createEmail', {
    body: {
      name: 'Shows it',
      subject: 'Hi',
      fromEmail: 'mara@acme.example',
      editor: { type: 'richtext', state: { html } },
    },
  })
  for (const key of [shown, gone]) await client.call('deleteImage', { params: { key }, query: { force: 'true' } })
  const statuses = async () => {
    const files = imageFiles(house.db, join(folder, 'images'), () => {})
    await forgetImages(house, files).run({}, new AbortController().signal)
    return Promise.all(
      [kept, shown, gone].map(
        async (key) => (await opened.server.fastify.inject({ url: `/images/${key}` })).statusCode,
      ),
    )
  }
  expect(await statuses()).toEqual([200, 200, 200])
  house.clock.advance(31 * 86_400_000)
  expect(await statuses()).toEqual([200, 200, 404])
})

test.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['HTML', '<html><script>alert(1)</script></html>'],
  ['half a PNG', '\x89PNG\r\n'],
])('%s is refused', async (_what, text) => {
  const client = opened.server.as(await opened.house.newAccount())
  const { url } = await client.call('signImageUpload', { body: { name: 'x.png' } })
  const reply = await put(url, Buffer.from(text, 'latin1'))
  expect(reply.statusCode).toBe(422)
  expect(reply.json().error.message).toBe('This is no image that mails can show. Please use PNG, JPEG, GIF or WebP.')
})

test('an upload address is needed, and it ends', async () => {
  const client = opened.server.as(await opened.house.newAccount())
  expect((await put('/v1/images/upload?signature=forged.token', PNG)).statusCode).toBe(404)
  const { url } = await client.call('signImageUpload', { body: { name: 'x.png' } })
  opened.house.clock.advance(11 * 60_000)
  expect((await put(url, PNG)).statusCode).toBe(404)
})

test('a file too large is refused', async () => {
  const client = opened.server.as(await opened.house.newAccount())
  const { url } = await client.call('signImageUpload', { body: { name: 'x.png' } })
  expect((await put(url, Buffer.alloc((8 << 20) + 1))).statusCode).toBe(413)
})

test('images belong to their account, and only writers upload', async () => {
  const account = await opened.house.newAccount()
  const { url } = await opened.server.as(account).call('signImageUpload', { body: { name: 'x.gif' } })
  const { image } = (await put(url, GIF, 'application/octet-stream')).json()
  expect(image).toMatchObject({ contentType: 'image/gif', width: 5, height: 7 })
  const other = opened.server.as(await opened.house.newAccount())
  expect((await other.call('listImages', { query: {} })).images).toEqual([])
  expect((await other.send('deleteImage', { params: { key: image.key } })).status).toBe(404)
  const reader = opened.server.as({ accountId: account.accountId, scopes: ['emails:read'] })
  expect((await reader.send('signImageUpload', { body: { name: 'x' } })).status).toBe(403)
})

test.each(['../../secret', '..%2f..%2fsecret.png', 'x.png', `${'a'.repeat(24)}.svg`])(
  'nothing is served for %s',
  async (key) => {
    expect((await opened.server.fastify.inject({ url: `/images/${key}` })).statusCode).toBe(404)
  },
)

test('JPEG and WebP tell their size', () => {
  const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108000900100301220002110103110100', 'hex')
  expect(sniffImage(jpeg)).toMatchObject({ contentType: 'image/jpeg', width: 16, height: 9 })
  const webp = Buffer.concat([
    Buffer.from('RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0', 'latin1'),
    Buffer.from([99, 0, 0, 49, 0, 0]),
  ])
  expect(sniffImage(webp)).toMatchObject({ contentType: 'image/webp', width: 100, height: 50 })
})

test('images are found by name and renamed', async () => {
  const client = opened.server.as(await opened.house.newAccount())
  const { url } = await client.call('signImageUpload', { body: { name: 'head_1.png' } })
  const { image } = (await put(url, PNG)).json()
  const names = async (search: string) =>
    (await client.call('listImages', { query: { search } })).images.map(({ name }) => name)
  expect(await names('HEAD_')).toEqual(['head_1.png'])
  expect(await names('headx')).toEqual([])
  await client.call('renameImage', { params: { key: image.key }, body: { name: 'Header' } })
  expect(await names('header')).toEqual(['Header'])
  const other = opened.server.as(await opened.house.newAccount())
  expect((await other.send('renameImage', { params: { key: image.key }, body: { name: 'Taken' } })).status).toBe(404)
})

test('an image that an email in use shows is only removed by force', async () => {
  const client = opened.server.as(await opened.house.newAccount())
  const { url } = await client.call('signImageUpload', { body: { name: 'logo.png' } })
  const { image } = (await put(url, PNG)).json()
  await client.call('createEmail', {
    body: {
      name: 'Welcome',
      subject: 'Hi',
      fromEmail: 'mara@acme.example',
      editor: { type: 'richtext', state: { html: `<img alt="" src="${image.url}">` } },
    },
  })
  const params = { key: image.key }
  const refused = await client.send('deleteImage', { params, query: {} })
  expect(refused.status).toBe(409)
  expect(JSON.stringify(refused.body)).toContain('“Welcome”')
  expect((await client.send('deleteImage', { params, query: { force: 'true' } })).status).toBe(204)
})
