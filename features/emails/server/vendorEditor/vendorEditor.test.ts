import { callServer } from '@millrace/kit/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestEmails } from '../../testing/openTestEmails.ts'
import { openEmails } from '../openEmails.ts'
import type { EmailPorts } from '../ports.ts'
import { framePolicy, isAnsweredAtFrame } from './vendorEditor.ts'

let opened: Awaited<ReturnType<typeof openTestEmails>>
beforeAll(async () => {
  opened = await openTestEmails({
    PUBLIC_URL: 'https://mail.example.com',
    UNLAYER_SCRIPT_URL: `https://editor.unlayer.com/embed.js?2&x="'<script>`,
    UNLAYER_FRAME_URL: 'https://editor.example.com',
    UNLAYER_PROJECT_ID: '1234',
  })
})

const at = (host: string, url: string) => opened.server.fastify.inject({ url, headers: { host } })

const plainServer = () => {
  const { house } = opened
  const settings = { ...house.settings, UNLAYER_SCRIPT_URL: undefined, UNLAYER_FRAME_URL: undefined }
  return callServer(openEmails({ ...house, settings }, {} as EmailPorts))
}

describe('where the editor of Unlayer is shown', () => {
  test('is told to those who write emails', async () => {
    const writer = opened.server.as(await opened.house.newAccount())
    expect(await writer.call('getVendorEditor', {})).toEqual({ frame: 'https://editor.example.com/unlayer/frame' })
  })

  test('is nowhere, where it is not configured', async () => {
    const server = await plainServer()
    expect(await server.as(await opened.house.newAccount()).call('getVendorEditor', {})).toEqual({ frame: null })
    for (const url of ['/unlayer/frame', '/unlayer/frame.js'])
      expect((await server.fastify.inject({ url })).statusCode).toBe(404)
  })

  test('is not told to strangers, nor to who only reads', async () => {
    await expect(opened.server.nobody.call('getVendorEditor', {})).rejects.toThrow('answered 401')
    const reader = { ...(await opened.house.newAccount()), isOwner: false, scopes: ['emails:read'] as const }
    await expect(opened.server.as(reader as never).call('getVendorEditor', {})).rejects.toThrow('answered 403')
  })
})

describe('the page that shows it', () => {
  test('is at its own host alone, and names the script without being broken by its address', async () => {
    const reply = await at('editor.example.com', '/unlayer/frame')
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['x-frame-options']).toBeUndefined()
    expect(reply.payload).toContain('data-project="1234"')
    expect(reply.payload).toContain('data-script="https://editor.unlayer.com/embed.js?2&amp;x=%22%27%3Cscript%3E"')
    expect(reply.payload.match(/<script/g)).toHaveLength(1)
    const script = await at('editor.example.com', '/unlayer/frame.js')
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8')
    for (const host of ['mail.example.com', 'editor.example.com:444', 'editor.example.com.evil.example'])
      for (const url of ['/unlayer/frame', '/unlayer/frame.js']) expect((await at(host, url)).statusCode).toBe(404)
  })

  test('may load its own script and what is at the origin of Unlayer, and be framed by us alone', async () => {
    const { headers } = await at('editor.example.com', '/unlayer/frame')
    const policy = String(headers['content-security-policy'])
    const vendor = { script: 'https://editor.unlayer.com/embed.js', frame: 'https://editor.example.com', projectId: 1 }
    expect(policy).toBe(framePolicy(vendor, opened.house.publicUrl))
    expect(policy).toContain(
      "default-src 'none'; script-src https://editor.example.com/unlayer/frame.js https://editor.unlayer.com;",
    )
    expect(policy).toContain('connect-src https://editor.unlayer.com;')
    expect(policy).toContain('frame-src https://editor.unlayer.com;')
    expect(policy).toMatch(new RegExp(`frame-ancestors ${new URL(opened.house.publicUrl).origin}$`))
    expect(policy).not.toMatch(/script-src[^;]*unsafe|\*/)
  })

  test.each([
    ['/unlayer/frame', true],
    ['/unlayer/frame?x=/login', true],
    ['/unlayer/frame.js', true],
    ['/unlayer/frame/', false],
    ['/unlayer/frame/../../login', false],
    ['/login?/unlayer/frame', false],
    ['//unlayer/frame', false],
    ['/', false],
  ])('%s is answered at its host: %s', (url, isAnswered) => {
    expect(isAnsweredAtFrame(url)).toBe(isAnswered)
  })
})
