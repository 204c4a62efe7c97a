import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testHouse } from '@millrace/kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestEmails } from '../../testing/openTestEmails.ts'
import { imagesIn, inlineStyles, withoutScripts } from './importHtml.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQI12OICr0NRAwoFABeBQk9t0mfcwAAAABJRU5ErkJggg==',
  'base64',
)

let opened: Awaited<ReturnType<typeof openTestEmails>>
let folder = ''
let site = ''
const server = createServer((request, response) => {
  const isThere = request.url?.startsWith('/logo')
  response.writeHead(isThere ? 200 : 404).end(isThere ? PNG : 'no')
})
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'))
  await testHouse({ DATA_DIR: folder, OUTGOING_ALLOW: '127.0.0.1' })
  opened = await openTestEmails()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})

describe('styles', () => {
  test('stand in the elements, media queries stay for phones, Liquid is left alone', () => {
    const html = inlineStyles(
      `<html><head><style>p{color:red}@media (max-width:600px){p{color:blue}}</style></head><body><p>{{ "a<b" | upcase }}</p>{% if x < 1 %}<b>b</b>{% endif %}</body></html>`,
    )
    expect(html).toContain('<p style="color: red;">{{ "a<b" | upcase }}</p>')
    expect(html).toContain('@media (max-width:600px)')
    expect(html).toContain('{% if x < 1 %}')
  })

  test('fonts whose names are quoted by &quot; are kept', () => {
    const html = inlineStyles(
      '<html><head><style>p{margin:0}</style></head><body><p style="font-family: &quot;Nunito Sans&quot;, Arial">Hi</p></body></html>',
    )
    expect(html).toContain(`<p style="margin: 0; font-family: 'Nunito Sans', Arial;">Hi</p>`)
  })

  test('a piece of HTML becomes a document', () => {
    expect(inlineStyles('<p>Hi</p>')).toMatch(/^<!DOCTYPE html>[\s\S]*<title><\/title>[\s\S]*<p>Hi<\/p>/)
  })
})

test.each([
  ['<p>a</p><script>x</script>', '<p>a</p>'],
  ['<p>a<script src=x>', '<p>a'],
  ['<img src=x onerror=alert(1) alt="">', '<img src=x alt="">'],
  ['<a href="#" onclick="a()" onfocus=\'b()\'>x</a>', '<a href="#">x</a>'],
  ['<link rel=stylesheet href="https://x.example/a.css"><iframe src=x></iframe>b', 'b'],
])('%s loses what no mail program runs', (html, clean) => {
  expect(withoutScripts(html)).toBe(clean)
})

test('images are found in elements, backgrounds and styles', () => {
  const html = `<img alt="" src="https://a.example/1.png"><td background='http://a.example/2.png' style="background:url(&quot;https://a.example/3.png&quot;)"></td><img src="{{ person.photo }}"><img src="cid:x">`
  expect(imagesIn(html)).toEqual(['https://a.example/1.png', 'http://a.example/2.png', 'https://a.example/3.png'])
})

describe('the call', () => {
  test('brings images into the library and tells those that cannot be had', async () => {
    const client = opened.server.as(await opened.house.newAccount())
    const data = `data:image/png;base64,${PNG.toString('base64')}`
    const html = `<p><img alt="" src="${site}/logo.png"><img alt="" src="${site}/gone.png"><img alt="" src="${data}"></p>`
    const answer = await client.call('importHtml', { body: { html, withImages: true } })
    expect(answer).toMatchObject({ images: 2, missing: [`${site}/gone.png`] })
    expect(answer.html).not.toContain('/logo.png')
    const { images } = await client.call('listImages', { query: {} })
    expect(images.map(({ name }) => name).sort()).toEqual(['Imported image', 'logo.png'])
    for (const { url } of images) expect(answer.html).toContain(url)
  })

  test('leaves images where they are unless asked', async () => {
    const client = opened.server.as(await opened.house.newAccount())
    const answer = await client.call('importHtml', { body: { html: `<img alt="" src="${site}/logo.png">` } })
    expect(answer).toMatchObject({ images: 0, missing: [] })
    expect(answer.html).toContain(`${site}/logo.png`)
  })

  test('reaches nothing of this machine', async () => {
    const client = opened.server.as(await opened.house.newAccount())
    const html = '<img alt="" src="http://169.254.169.254/latest"><img alt="" src="http://10.0.0.1/a.png">'
    const answer = await client.call('importHtml', { body: { html, withImages: true } })
    expect(answer.missing).toHaveLength(2)
  })

  test('is for writers, and wants HTML', async () => {
    const account = await opened.house.newAccount()
    const reader = opened.server.as({ accountId: account.accountId, scopes: ['emails:read'] })
    expect((await reader.send('importHtml', { body: { html: '<p>a</p>' } })).status).toBe(403)
    expect((await opened.server.as(account).send('importHtml', { body: { html: '  ' } })).status).toBe(422)
  })
})

test('links of an email are asked whether something is there', async () => {
  const client = opened.server.as(await opened.house.newAccount())
  const links = [`${site}/logo`, `${site}/gone`, 'http://10.0.0.1/x', `${site}/logo`]
  const found = (await client.call('checkLinks', { body: { links } })).links
  expect(found.map(({ isReached, status }) => [isReached, status])).toEqual([
    [true, 200],
    [false, 404],
    [false, null],
  ])
  expect(found[1]?.message).toBe('There is no page here.')
  expect((await client.send('checkLinks', { body: { links: ['javascript:alert(1)', 'x'] } })).status).toBe(400)
})
