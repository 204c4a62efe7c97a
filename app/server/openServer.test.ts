import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { call } from '@millrace/kit/contract'
import { type FeatureServer, notSignedIn } from '@millrace/kit/server'
import { type TestHouse, testHouse } from '@millrace/kit/testing'
import type { InjectOptions } from 'fastify'
import { Registry } from 'prom-client'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { Features } from '../features.ts'
import { openOperationsServer, openServer } from './openServer.ts'

const contract = {
  greet: call({
    method: 'GET',
    path: '/v1/greeting',
    auth: 'public',
    returns: z.object({ text: z.string() }),
    summary: 'Greet',
    fail: 'No greeting.',
  }),
  breakIt: call({ method: 'GET', path: '/v1/broken', auth: 'public', summary: 'Break', fail: 'It broke.' }),
  hidden: call({ method: 'GET', path: '/v1/hidden', summary: 'Hide', fail: 'Hidden.' }),
}

const feature: FeatureServer<typeof contract> = {
  contract,
  handlers: {
    greet: () => ({ text: 'hello' }),
    breakIt: () => {
      throw new Error('the inside of it')
    },
    hidden: () => undefined,
  },
  routes: (server) => {
    server.get('/t/:token', async (request) => ({ length: (request.params as { token: string }).token.length }))
  },
}

const features = {
  list: [feature],
  identify: async (definition: { auth?: string }) => {
    if (definition.auth === 'public')
      return { accountId: 0, memberId: 0, isOwner: false, isAdmin: false, scopes: new Set(), via: 'nobody' }
    throw notSignedIn()
  },
} as unknown as Features

let webRoot = ''

beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'millrace-web-'))
  await mkdir(join(webRoot, 'assets'))
  await writeFile(join(webRoot, 'index.html'), '<!doctype html><title>Millrace</title>')
  await writeFile(join(webRoot, 'assets/index-abc123.js'), 'export {}')
  return () => rm(webRoot, { recursive: true })
})

/** A server of its own for a test: limits and figures are not shared. */
const opened = async (changes: Partial<TestHouse> = {}, isClosing = () => false) => {
  const house = { ...(await testHouse()), metrics: new Registry(), ...changes }
  const server = await openServer({ house, features, version: '1.2.3', isClosing, webRoot, checkReplies: true })
  onTestFinished(() => server.close())
  const get = (url: string, headers: InjectOptions['headers'] = {}) => server.inject({ method: 'GET', url, headers })
  return { house, server, get }
}

const PAGE = { accept: 'text/html,application/xhtml+xml' }

describe('addresses', () => {
  test('calls, their slashes, and long tokens', async () => {
    const { get } = await opened()
    expect((await get('/v1/greeting/')).json()).toEqual({ text: 'hello' })
    expect((await get(`/t/${'x'.repeat(900)}`)).json()).toEqual({ length: 900 })
    expect((await get('/v1/hidden')).statusCode).toBe(401)
  })

  test('pages are the web app; what belongs to the API is never a page', async () => {
    const { get } = await opened()
    for (const url of ['/', '/flows/12?tab=runs', '/people/no.such']) {
      const reply = await get(url, PAGE)
      expect([reply.statusCode, reply.payload, reply.headers['cache-control']]).toEqual([
        200,
        '<!doctype html><title>Millrace</title>',
        'no-cache',
      ])
    }
    for (const url of ['/v1/none', '/v1', '/docs/none']) expect((await get(url, PAGE)).statusCode).toBe(404)
    expect((await get('/v1/none', PAGE)).json().error.message).toBe('There is nothing at this address.')
    expect((await get('/logo.png', { accept: 'image/*' })).statusCode).toBe(404)
  })

  test('hashed files are kept for a year', async () => {
    const { get } = await opened()
    const reply = await get('/assets/index-abc123.js')
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await get('/assets/gone-123.js')).statusCode).toBe(404)
    expect((await get('/assets/../../package.json')).statusCode).toBe(404)
    expect((await get('/%2e%2e/%2e%2e/package.json')).statusCode).toBe(404)
  })

  test('the document and the docs page, whose scripts are the only ones it may run', async () => {
    const { get } = await opened()
    const document = (await get('/openapi.json')).json()
    expect([document.openapi, document.info.version, Object.keys(document.paths)]).toEqual([
      '3.1.0',
      '1.2.3',
      ['/v1/greeting', '/v1/broken', '/v1/hidden'],
    ])
    const page = await get('/docs/', PAGE)
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-/)
    expect(page.payload).not.toContain('cdn.')
  })
})

describe('headers', () => {
  test('hold pages to what is ours', async () => {
    const { get } = await opened()
    const { headers } = await get('/', PAGE)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|upgrade-insecure/)
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/)
  })

  test("let in no frame of somebody else, and one page of our own at another host where Unlayer's editor is configured", async () => {
    const plain = await opened()
    expect((await plain.get('/', PAGE)).headers['content-security-policy']).toMatch(/frame-src 'self' blob:(;|$)/)
    const settings = {
      ...plain.house.settings,
      UNLAYER_SCRIPT_URL: 'https://editor.unlayer.com/embed.js',
      UNLAYER_FRAME_URL: 'https://editor.example.com',
    }
    const { get } = await opened({ settings, publicUrl: 'https://mail.example.com' })
    const ours = await get('/', { ...PAGE, host: 'mail.example.com' })
    const policy = String(ours.headers['content-security-policy'])
    expect(policy).toMatch(/frame-src 'self' blob: https:\/\/editor\.example\.com;/)
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unlayer')
    expect(ours.payload).not.toContain('unlayer')
    for (const url of [
      '/',
      '/login',
      '/v1/greeting',
      '/assets/index-abc123.js',
      '/unlayer/frame/x',
      '/unlayer/../login',
    ]) {
      const reply = await get(url, { ...PAGE, host: 'editor.example.com' })
      expect([reply.statusCode, reply.json().error.message]).toEqual([404, 'Millrace is at https://mail.example.com.'])
    }
  })

  test('ask for https where the installation has it', async () => {
    const { get } = await opened({ publicUrl: 'https://mail.example.com' })
    const { headers } = await get('/', PAGE)
    expect(headers['strict-transport-security']).toContain('max-age=31536000')
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests')
  })
})

describe('how the process is', () => {
  test('healthy and ready', async () => {
    const { get } = await opened()
    expect((await get('/healthz')).json()).toEqual({ ok: true })
    expect((await get('/readyz')).json()).toEqual({ ok: true })
  })

  test('not ready while it stops, or without its database', async () => {
    const stopping = await opened({}, () => true)
    expect((await stopping.get('/readyz')).json()).toEqual({ ok: false, reason: 'This process is stopping.' })
    const broken = { pool: { query: () => Promise.reject(new Error('connection refused')) } }
    const { get } = await opened({ db: broken as never })
    const reply = await get('/readyz')
    expect([reply.statusCode, reply.json().reason]).toEqual([503, 'The database does not answer: connection refused'])
    expect((await get('/healthz')).statusCode).toBe(200)
  })

  test('figures are for this machine, or for who has the token', async () => {
    const { get, house } = await opened()
    await get('/v1/greeting')
    expect((await get('/metrics')).payload).toMatch(
      /http_request_seconds_count\{method="GET",route="\/v1\/greeting",status="200"\} 1/,
    )
    expect((await get('/metrics', { 'x-forwarded-for': '10.0.0.1' })).statusCode).toBe(404)
    const settings = { ...house.settings, METRICS_TOKEN: 'a long enough token' }
    const guarded = await opened({ settings })
    expect((await guarded.get('/metrics')).statusCode).toBe(404)
    expect((await guarded.get('/metrics', { authorization: 'Bearer a long enough token' })).statusCode).toBe(200)
  })

  test('a worker tells it too, and nothing else', async () => {
    const server = openOperationsServer({ ...(await testHouse()), metrics: new Registry() }, () => false)
    expect((await server.inject('/readyz')).statusCode).toBe(200)
    expect((await server.inject('/v1/greeting')).statusCode).toBe(404)
  })
})

describe('faults and limits', () => {
  test('a fault is logged with its inside, and told without', async () => {
    const { get, house } = await opened()
    const reply = await get('/v1/broken')
    expect([reply.statusCode, reply.json()]).toEqual([500, { error: { name: 'Unknown', message: 'It broke.' } }])
    expect(JSON.stringify(house.logged)).toContain('the inside of it')
  })

  test('calls are limited by address, more with a key; pages and tracking are not', async () => {
    const { settings } = await testHouse()
    const { get } = await opened({ settings: { ...settings, RATE_LIMIT: 2 } })
    const statuses = async (url: string, times: number, headers = {}) => {
      const found: number[] = []
      for (let i = 0; i < times; i++) found.push((await get(url, headers)).statusCode)
      return found
    }
    expect(await statuses('/v1/greeting', 3)).toEqual([200, 200, 429])
    expect((await get('/v1/greeting')).json().error).toMatchObject({ name: 'TooMany', retryAfter: expect.any(Number) })
    expect(await statuses('/v1/greeting', 3, { 'x-millrace-token': 'key' })).toEqual([200, 200, 200])
    expect(await statuses('/t/abc', 4)).toEqual([200, 200, 200, 200])
  })
})
