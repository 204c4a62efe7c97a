import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testHouse } from '@millrace/kit/testing'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestEmails } from '../../testing/openTestEmails.ts'
import { imageFiles } from '../images/imageFiles.ts'
import { drawBlocks } from './drawBlocks.ts'
import { makePictures } from './makePictures.job.ts'
import { readBlocks } from './readBlocks.ts'

const written = (html: string) => ({ editor: { type: 'preview' as const, state: null, html } })

describe('what a picture shows', () => {
  test('words, buttons, images and lines in their colours, nothing that is hidden', () => {
    const { background, blocks } = readBlocks(`<!doctype html><html><head><title>No</title><style>p{}</style></head>
      <body style="background-color:#eeeeee"><div style="display:none">Preheader</div><!-- no -->
      <table bgcolor="#ffffff" align="center"><tr><td><h1>Hello {{ person.first_name | default: 'there' }}</h1>
      <p style="color:#333333;font-size:14px">One <b>two</b>{% if x %}!{% endif %}</p>
      <a href="x" style="background:#5a55db;color:#fff;padding:10px;display:inline-block">Start now</a>
      <img src="https://a.example/x.png" width="200" height="100" alt=""><hr><img src="pixel.gif" width="1" height="1" alt="">
      </td></tr></table></body></html>`)
    expect(background).toBe('#eeeeee')
    expect(blocks).toEqual([
      expect.objectContaining({
        kind: 'text',
        text: 'Hello there',
        isBold: true,
        size: 28,
        background: '#ffffff',
        align: 'left',
      }),
      expect.objectContaining({ kind: 'text', text: 'One two!', color: '#333333', size: 14 }),
      expect.objectContaining({ kind: 'button', text: 'Start now', fill: '#5a55db', color: '#fff' }),
      expect.objectContaining({ kind: 'image', src: 'https://a.example/x.png', width: 200, height: 100 }),
      expect.objectContaining({ kind: 'line' }),
    ])
  })

  test.each([
    '',
    '<',
    '<p',
    '<a style=">',
    '</td></table>x',
    `<p>${'&#x110000;'.repeat(3)}</p>`,
    '<p>\u0000\uffff</p>',
  ])('whatever stands there is drawn: %j', async (html) => {
    const svg = drawBlocks(readBlocks(html), new Map(), true)
    expect((await sharp(Buffer.from(svg)).metadata()).width).toBe(600)
  })

  test('colours and words of a mail cannot be markup of the picture', () => {
    const evil = '<p style="color:red&quot;/><image href=x>">&lt;image href="file:///etc/passwd"/&gt;</p>'
    expect(drawBlocks(readBlocks(evil), new Map(), true)).not.toContain('<image')
  })

  test('long mails take no long time', () => {
    const html = `${'<div style="color:#111">word '.repeat(40_000)}${'<'.repeat(40_000)}`
    const start = performance.now()
    expect(readBlocks(html).blocks.length).toBeGreaterThan(10)
    expect(performance.now() - start).toBeLessThan(2_000)
  })
})

describe('the job', () => {
  let opened: Awaited<ReturnType<typeof openTestEmails>>
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pictures-'))
    await testHouse({ DATA_DIR: folder })
    opened = await openTestEmails()
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const run = async () => {
    const files = imageFiles(opened.house.db, join(folder, 'images'), () => {})
    await makePictures(opened.house, files).run({}, new AbortController().signal)
  }
  const newEmail = async (more: object = {}) => {
    const client = opened.server.as(await opened.house.newAccount())
    const body = { name: 'A', subject: 'Hi', fromEmail: 'mara@acme.example', ...written('<p>Hello</p>'), ...more }
    const { id } = (await client.call('createEmail', { body })).email
    const read = async () => (await client.call('getEmail', { params: { id } })).email.previewImage
    return { client, id, read }
  }
  const get = async (url: string | null) => opened.server.fastify.inject({ url: new URL(url ?? '').pathname })

  test('makes a picture of what is saved, once, and another one of what is saved next', async () => {
    const { client, id, read } = await newEmail()
    expect(await read()).toBeNull()
    await run()
    const first = await read()
    const reply = await get(first)
    expect(reply.headers['content-type']).toBe('image/webp')
    expect((await sharp(reply.rawPayload).metadata()).width).toBe(320)
    await run()
    expect(await read()).toBe(first)
    await client.call('updateEmail', { params: { id }, body: written('<h1>Other</h1>') })
    await run()
    const second = await read()
    expect(second).not.toBe(first)
    expect((await get(second)).rawPayload.equals(reply.rawPayload)).toBe(false)
    const kept = await opened.house.db.system((tx) =>
      tx.rows<{ key: string }>('select key from image_files where key like $1', ['picture-%']),
    )
    expect(kept.map(({ key }) => key)).toContain(second?.split('/').pop())
    expect(kept.map(({ key }) => key)).not.toContain(first?.split('/').pop())
  })

  test("leaves a picture of somebody's own, and archived emails", async () => {
    const own = await newEmail({ previewImage: 'https://acme.example/own.png' })
    const gone = await newEmail()
    await gone.client.call('deleteEmail', { params: { id: gone.id } })
    await run()
    expect(await own.read()).toBe('https://acme.example/own.png')
    expect(await gone.read()).toBeNull()
  })
})
