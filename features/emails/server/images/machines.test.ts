import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callServer, testHouse } from '@millrace/kit/testing'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestEmails } from '../../testing/openTestEmails.ts'
import { openEmails } from '../openEmails.ts'
import { adoptFiles } from './adoptFiles.ts'
import { keepFiles, PART_BYTES } from './imageBytes.ts'
import { COPIES, copyKey, imageFiles } from './imageFiles.ts'

let here: Awaited<ReturnType<typeof openTestEmails>>
/** Another machine: the same database, a folder of its own. */
let there: Awaited<ReturnType<typeof callServer>>
let photo: Buffer
const folders: string[] = []

const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'machine-'))
  folders.push(folder)
  return folder
}

const machine = async () => {
  const DATA_DIR = await newFolder()
  const ports = { sendTest: async () => {}, senders: async () => [], stats: async () => new Map() }
  const house = { ...here.house, settings: { ...here.house.settings, DATA_DIR } }
  return { DATA_DIR, server: await callServer(openEmails(house, { ...ports, usedIn: async () => new Map() })) }
}

beforeAll(async () => {
  await testHouse({ DATA_DIR: await newFolder() })
  here = await openTestEmails()
  there = (await machine()).server
  const width = 900
  photo = await sharp(randomBytes(width * width * 3), { raw: { width, height: width, channels: 3 } })
    .png()
    .toBuffer()
})
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

const upload = async (bytes: Buffer) => {
  const client = here.server.as(await here.house.newAccount())
  const { url } = await client.call('signImageUpload', { body: { name: 'photo.png' } })
  const headers = { 'content-type': 'image/png' }
  const reply = await here.server.fastify.inject({ method: 'PUT', url, payload: bytes, headers })
  return reply.json().image as { key: string; bytes: number; sizes: { width: number; url: string }[] }
}

test('an image put to one machine is shown by another, copies too, and fetched once', async () => {
  const { key, bytes } = await upload(photo)
  expect(bytes).toBeGreaterThan(2 * PART_BYTES)
  const ask = (name: string) => there.fastify.inject({ url: `/images/${name}` })
  const [first, second, third] = await Promise.all([ask(key), ask(key), ask(key)])
  const own = await here.server.fastify.inject({ url: `/images/${key}` })
  expect(own.rawPayload.length).toBe(bytes)
  for (const reply of [first, second, third]) {
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-length']).toBe(String(bytes))
    expect(reply.rawPayload.equals(own.rawPayload)).toBe(true)
  }
  expect((await sharp((await ask(copyKey(key, 600))).rawPayload).metadata()).width).toBe(600)
})

test('a browser that has an image is told so, and another key is another image', async () => {
  const { key } = await upload(photo)
  const { etag = '' } = (await there.fastify.inject({ url: `/images/${key}` })).headers
  const again = await there.fastify.inject({ url: `/images/${key}`, headers: { 'if-none-match': String(etag) } })
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  const other = await upload(photo)
  const reply = await there.fastify.inject({ url: `/images/${other.key}`, headers: { 'if-none-match': String(etag) } })
  expect(reply.statusCode).toBe(200)
})

test('a machine that cannot write shows images all the same', async () => {
  const { key, bytes } = await upload(photo)
  const file = join(await newFolder(), 'a-file')
  await writeFile(file, 'in the way')
  const troubles: Error[] = []
  const files = imageFiles(here.house.db, join(file, 'images'), (error) => troubles.push(error))
  const image = await files.open(key)
  let length = 0
  for await (const piece of image?.stream ?? []) length += (piece as Buffer).length
  expect(length).toBe(bytes)
  expect(troubles).toHaveLength(1)
})

test('files that lie on a machine from before are put into the database, once, also those no library lists', async () => {
  const { DATA_DIR, server } = await machine()
  const { key } = await upload(photo)
  const folder = join(DATA_DIR, 'images')
  await mkdir(folder)
  expect((await server.fastify.inject({ url: `/images/${key}` })).statusCode).toBe(200)
  const [known, unknown] = [`${'k'.repeat(24)}.png`, `${'u'.repeat(22)}_7.png`]
  const { accountId } = await here.house.newAccount()
  await here.house.db.account(accountId, (tx) =>
    tx.run(
      `insert into images (account_id, key, name, content_type, bytes, created_at) values ($1, $2, 'Old', 'image/png', 3, $3)`,
      [accountId, known, here.house.clock.now()],
    ),
  )
  for (const name of [known, copyKey(known, 600), unknown]) await writeFile(join(folder, name), name)
  await writeFile(join(folder, `${known}.part`), 'half')
  expect(await adoptFiles(here.house, { folder })).toBe(3)
  expect(await adoptFiles(here.house, { folder })).toBe(0)
  for (const name of [known, copyKey(known, 600), unknown])
    expect((await there.fastify.inject({ url: `/images/${name}` })).payload).toBe(name)
  const rows = await here.house.db.system((tx) =>
    tx.rows('select key, account_id from image_files where key ~ $1 order by key', ['^[ku]{20}']),
  )
  expect(rows.map((row) => row.account_id)).toEqual([accountId, accountId, null])
  expect((await readdir(folder)).sort()).toEqual([COPIES, `${known}.part`])
  expect((await readdir(join(folder, COPIES))).length).toBe(4)
  // What the database has let go since does not come back from a copy.
  await here.house.db.system((tx) => tx.run('delete from image_files where key = $1', [unknown]))
  expect(await adoptFiles(here.house, { folder })).toBe(0)
})

test('what lies under a key is never changed', async () => {
  const key = `${'c'.repeat(24)}.gif`
  const keep = (text: string) =>
    here.house.db.system((tx) => keepFiles(tx, null, [{ key, bytes: Buffer.from(text) }], here.house.clock.now()))
  await keep('first')
  await keep('second')
  expect((await there.fastify.inject({ url: `/images/${key}` })).payload).toBe('first')
})

test('an image that is refused leaves no bytes', async () => {
  const count = () =>
    here.house.db.system((tx) => tx.one<{ count: number }>('select count(*)::int as count from image_files'))
  const before = await count()
  const client = here.server.as(await here.house.newAccount())
  const { url } = await client.call('signImageUpload', { body: { name: 'cut.png' } })
  const reply = await here.server.fastify.inject({
    method: 'PUT',
    url,
    payload: photo.subarray(0, 9_000),
    headers: { 'content-type': 'image/png' },
  })
  expect(reply.statusCode).toBe(422)
  expect(await count()).toEqual(before)
})
