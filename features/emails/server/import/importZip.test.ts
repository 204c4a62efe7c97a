import { type Packed, packZip, testHouse } from '@millrace/kit/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestEmails } from '../../testing/openTestEmails.ts'
import { listZip, MOST_ENTRIES, readPacked, safePath } from './readZip.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQI12OICr0NRAwoFABeBQk9t0mfcwAAAABJRU5ErkJggg==',
  'base64',
)
const GIF = Buffer.from('R0lGODlhBQAHAIAAAP///wAAACwAAAAABQAHAAACBYSPqctRADs=', 'base64')

let opened: Awaited<ReturnType<typeof openTestEmails>>
beforeAll(async () => {
  await testHouse({ OUTGOING_ALLOW: '' })
  opened = await openTestEmails()
})

const newClient = async () => opened.server.as(await opened.house.newAccount())
type Client = Awaited<ReturnType<typeof newClient>>

const put = async (client: Client, payload: Buffer, type = 'application/octet-stream') => {
  const { url } = await client.call('signZipImport', { body: { withImages: false } })
  const reply = await opened.server.fastify.inject({ method: 'PUT', url, payload, headers: { 'content-type': type } })
  return { status: reply.statusCode, body: reply.json() }
}

const page = (body: string, head = '') => `<html><head><title>x</title>${head}</head><body>${body}</body></html>`

test('an exported mail comes in with its images, whatever their addresses look like', async () => {
  const client = await newClient()
  const html = page(
    `<img alt="" src="images/logo.png"><img alt="" src="./images/My%20photo.gif?v=2"><table background="images\\logo.png"></table>
     <p style="background:url('images/logo.png')">images/logo.png {{ person.first_name }}</p>
     <img alt="" src="file:///C:/Users/mara/deep/images/logo.png"><img alt="" src="images/gone.png"><img alt="" src="https://cdn.example/x.png">`,
    '<link rel="stylesheet" href="style.css">',
  )
  const answer = await put(
    client,
    packZip([
      { name: 'mail/index.html', bytes: html },
      { name: 'mail/images/logo.png', bytes: PNG, isStored: true },
      { name: 'mail/images/My photo.gif', bytes: GIF },
      { name: 'mail/style.css', bytes: 'p{color:#123456}' },
      { name: 'mail/parts/footer.html', bytes: '<p>x</p>' },
      { name: '__MACOSX/mail/._index.html', bytes: 'no' },
    ]),
    'application/zip',
  )
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({
    images: 2,
    missing: ['images/gone.png'],
    file: 'mail/index.html',
    otherFiles: ['mail/parts/footer.html'],
  })
  const { images } = await client.call('listImages', { query: {} })
  expect(images.map(({ name }) => name).sort()).toEqual(['My photo.gif', 'logo.png'])
  const logo = images.find(({ name }) => name === 'logo.png')?.url ?? ''
  expect(answer.body.html.split(logo).length - 1).toBe(4)
  expect(answer.body.html).toContain('images/logo.png {{ person.first_name }}')
  expect(answer.body.html).toContain('https://cdn.example/x.png')
  expect(answer.body.html).toMatch(/color: ?#123456/)
  const shown = await opened.server.fastify.inject({ url: new URL(logo).pathname })
  expect(shown.rawPayload.equals(PNG)).toBe(true)
})

test('an archive in ZIP64, with names that Windows wrote, comes in too', async () => {
  const client = await newClient()
  const name = Buffer.from('images\\M\x94we.png', 'latin1')
  const files: Packed[] = [
    { name: 'index.html', bytes: page('<p>Hello</p><img alt="" src="images/M%C3%B6we.png">') },
    { name, bytes: PNG, isStored: true, lie: { flags: 0 } },
  ]
  const { status, body } = await put(client, packZip(files, { isZip64: true }))
  expect([status, body.images, body.missing, body.file]).toEqual([200, 1, [], 'index.html'])
  const { images } = await client.call('listImages', { query: {} })
  expect(images.map((image) => image.name)).toEqual(['Möwe.png'])
})

test.each<[string, Packed[], string]>([
  ['without HTML', [{ name: 'a.png', bytes: PNG }], 'There is no HTML file in this archive.'],
  ['with a password', [{ name: 'a.html', bytes: 'x', lie: { flags: 1 } }], 'This archive has a password.'],
  ['with a stronger password', [{ name: 'a.html', bytes: 'x', lie: { flags: 0x41 } }], 'This archive has a password.'],
  [
    'with a password on what is no page',
    [
      { name: 'a.html', bytes: 'x' },
      { name: 'a.png', bytes: PNG, lie: { flags: 1 } },
    ],
    'This archive has a password.',
  ],
  ['with a page that is too large', [{ name: 'a.html', bytes: 'x'.repeat((2 << 20) + 1) }], 'a.html is too large.'],
  [
    'that unpacks to more than it says',
    [{ name: 'a.html', bytes: 'x'.repeat(30 << 20), lie: { size: 1000 } }],
    'This archive cannot be read.',
  ],
  [
    'whose bytes were changed',
    [{ name: 'a.html', bytes: '<p>x</p>', lie: { checksum: 1 } }],
    'This archive cannot be read.',
  ],
  [
    'packed in a way of its own',
    [{ name: 'a.html', bytes: '<p>x</p>', lie: { method: 14 } }],
    'This archive cannot be read.',
  ],
  [
    'with too many files',
    Array.from({ length: MOST_ENTRIES + 1 }, (_, at) => ({ name: `${at}.html`, bytes: '' })),
    'This archive has too many files.',
  ],
])('an archive %s is refused', async (_what, files, message) => {
  const { status, body } = await put(await newClient(), packZip(files))
  expect(status).toBe(422)
  expect(body.error.message).toContain(message)
})

test('an image that unpacks to more than it says does not come in, the rest does', async () => {
  const client = await newClient()
  const { status, body } = await put(
    client,
    packZip([
      { name: 'a.html', bytes: page('<img alt="" src="bomb.png"><img alt="" src="logo.png">') },
      { name: 'bomb.png', bytes: Buffer.alloc(200 << 20), lie: { size: 5_000 } },
      { name: 'logo.png', bytes: PNG },
    ]),
  )
  expect([status, body.images, body.missing]).toEqual([200, 1, ['bomb.png']])
})

test.each(['', 'PK', 'x'.repeat(100), `PK\x05\x06\0\0\0\0\x01\0\x01\0${'\xff'.repeat(8)}\0\0`])(
  '%j is no archive',
  async (text) => {
    expect((await put(await newClient(), Buffer.from(text, 'latin1'))).status).toBeGreaterThanOrEqual(400)
    await expect(listZip(Buffer.from(text, 'latin1'))).rejects.toThrow('cannot be read')
  },
)

test('an archive that was cut anywhere is refused, never half taken', async () => {
  const whole = packZip([{ name: 'a.html', bytes: page('<p>Hello</p>') }], { comment: 'a comment' })
  expect((await listZip(whole)).map(({ path }) => path)).toEqual(['a.html'])
  for (let length = 0; length < whole.length; length++)
    await expect(listZip(whole.subarray(0, length))).rejects.toThrow('cannot be read')
  const [moved] = await listZip(packZip([{ name: 'a.html', bytes: 'x', lie: { at: 20 } }]))
  await expect(readPacked(moved!, 1_000)).rejects.toThrow('cannot be read')
})

describe('paths', () => {
  test.each([
    ['a/b.png', 'a/b.png'],
    ['./a//b.png', 'a/b.png'],
    ['a\\b.png', 'a/b.png'],
    ['a/../b.png', 'b.png'],
    ['../b.png', undefined],
    ['a/../../b.png', undefined],
    ['/etc/passwd', undefined],
    ['C:\\x.png', undefined],
    ['a\0.png', undefined],
    ['__MACOSX/a.html', undefined],
  ])('%j is %j', (name, path) => expect(safePath(name)).toBe(path))

  test('that lead out of the archive are nobody’s', async () => {
    const files = [
      { name: '../../../../etc/mail.html', bytes: page('<p>evil</p>') },
      { name: 'mail.html', bytes: page('<img alt="" src="../../../../etc/passwd">') },
    ]
    const { body } = await put(await newClient(), packZip(files))
    expect(body).toMatchObject({ file: 'mail.html', otherFiles: [], images: 0, missing: ['../../../../etc/passwd'] })
  })
})

test('an archive is put by who may write, to an address that ends', async () => {
  const account = await opened.house.newAccount()
  const reader = opened.server.as({ accountId: account.accountId, scopes: ['emails:read'] })
  expect((await reader.send('signZipImport', { body: {} })).status).toBe(403)
  const send = async (url: string, payload: Buffer) => {
    const headers = { 'content-type': 'application/octet-stream' }
    return (await opened.server.fastify.inject({ method: 'PUT', url, payload, headers })).statusCode
  }
  const zip = packZip([{ name: 'a.html', bytes: page('<p>Hi</p>') }])
  expect(await send('/v1/emails/import/zip?signature=forged.token', zip)).toBe(404)
  const { url } = await opened.server.as(account).call('signZipImport', { body: {} })
  expect(await send(url, Buffer.alloc((20 << 20) + 1))).toBe(413)
  expect(await send(url, zip)).toBe(200)
  opened.house.clock.advance(11 * 60_000)
  expect(await send(url, zip)).toBe(404)
})
