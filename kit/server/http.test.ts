import Fastify from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { call, Id } from '../contract/index.ts'
import type { Caller, Handlers } from './handler.ts'
import { prepareServer, registerCalls } from './http.ts'
import {
  conflict,
  forbidden,
  gone,
  malformed,
  notFound,
  notSignedIn,
  paymentRequired,
  refused,
  tooMany,
  unavailable,
} from './refusal.ts'

const named = { summary: 'Test', fail: "We couldn't do it." }

const contract = {
  read: call({
    method: 'GET',
    path: '/v1/things/{id}',
    params: z.object({ id: Id }),
    returns: z.object({ id: z.number() }),
    ...named,
  }),
  find: call({ method: 'GET', path: '/v1/things/first', returns: z.object({ first: z.boolean() }), ...named }),
  make: call({
    method: 'POST',
    path: '/v1/things',
    status: 201,
    body: z.object({ name: z.string('Please give a name.'), size: z.number().optional() }),
    bodyLimit: 100,
    returns: z.object({ name: z.string() }),
    ...named,
  }),
  remove: call({ method: 'DELETE', path: '/v1/things/{id}', params: z.object({ id: Id }), status: 204, ...named }),
  follow: call({ method: 'GET', path: '/v1/follow', status: 302, ...named }),
  lines: call({ method: 'GET', path: '/v1/lines', stream: 'text', ...named }),
  fail: call({ method: 'GET', path: '/v1/fail', query: z.object({ how: z.string() }), ...named }),
  wrong: call({ method: 'GET', path: '/v1/wrong', returns: z.object({ n: z.number() }), ...named }),
  open: call({
    method: 'POST',
    path: '/v1/open',
    cors: 'any',
    auth: 'public',
    body: z.object({}).optional(),
    ...named,
  }),
  seldom: call({ method: 'GET', path: '/v1/seldom', limit: { max: 2, windowSec: 60 }, ...named }),
}

const REFUSALS: Record<string, () => Error> = {
  malformed: () => malformed('Cannot be read.'),
  notSignedIn: () => notSignedIn(),
  payment: () => paymentRequired('Not in your plan.'),
  forbidden: () => forbidden('Not allowed.'),
  notFound: () => notFound(),
  conflict: () => conflict('Is there already.'),
  gone: () => gone('Was there once.'),
  refused: () => refused('Cannot be.', [{ path: ['body', 'a'], message: 'no' }]),
  tooMany: () => tooMany('Slowly.', 30),
  unavailable: () => unavailable('Not now.'),
  unknown: () => new Error('password=hunter2 at row 7'),
}

const handlers: Handlers<typeof contract> = {
  read: ({ params }) => ({ id: params.id }),
  find: () => ({ first: true }),
  make: ({ body }) => ({ name: body.name }),
  remove: () => undefined,
  follow: () => ({ location: '/elsewhere' }),
  lines: async function* () {
    yield 'one\n'
    yield 'two\n'
  },
  fail: ({ query }) => {
    throw REFUSALS[query.how]!()
  },
  wrong: () => ({ n: 'no number' }) as never,
  open: () => undefined,
  seldom: () => undefined,
}

const caller: Caller = { accountId: 1, memberId: 1, isOwner: true, isAdmin: false, scopes: new Set(), via: 'session' }
const server = Fastify({ routerOptions: { ignoreTrailingSlash: true } })

beforeAll(async () => {
  prepareServer(server, (request, reply) => (request.url === '/page' ? reply.send('a page') : undefined))
  registerCalls(server, contract, handlers, { identify: async () => caller, checkReplies: true })
  await server.ready()
})

const ask = async (
  method: 'GET' | 'POST' | 'DELETE' | 'OPTIONS',
  url: string,
  payload?: string,
  type = 'application/json',
) => {
  const reply = await server.inject({
    method,
    url,
    payload,
    headers: payload === undefined ? {} : { 'content-type': type },
  })
  const isJson = String(reply.headers['content-type']).includes('json')
  return { status: reply.statusCode, body: isJson ? reply.json() : reply.payload, headers: reply.headers }
}

describe('calls', () => {
  test.each([
    ['GET', '/v1/things/7', undefined, 200, { id: 7 }],
    ['GET', '/v1/things/7/', undefined, 200, { id: 7 }],
    ['GET', '/v1/things/first', undefined, 200, { first: true }],
    ['POST', '/v1/things', '{"name":"a"}', 201, { name: 'a' }],
    ['POST', '/v1/things', '{"name":"no \\u0000database keeps \\ud800"}', 201, { name: 'no database keeps \ufffd' }],
    ['GET', '/v1/things/%007', undefined, 200, { id: 7 }],
    ['GET', '/v1/fail?how=not%00Found', undefined, 404, { error: { name: 'NotFound', message: "We couldn't do it." } }],
    ['DELETE', '/v1/things/7', undefined, 204, ''],
    ['GET', '/v1/lines', undefined, 200, 'one\ntwo\n'],
  ] as const)('%s %s %s answers %i', async (method, url, payload, status, body) => {
    const reply = await ask(method, url, payload)
    expect([reply.status, reply.body]).toEqual([status, body])
  })

  test('redirect', async () => {
    const { status, headers } = await ask('GET', '/v1/follow')
    expect([status, headers.location]).toEqual([302, '/elsewhere'])
  })
})

describe('refusals', () => {
  test.each([
    ['malformed', 400, { name: 'BadRequest', message: 'Cannot be read.' }],
    ['notSignedIn', 401, { name: 'NotSignedIn', message: 'User not logged in' }],
    ['payment', 402, { name: 'PaymentRequired', message: 'Not in your plan.' }],
    ['forbidden', 403, { name: 'Forbidden', message: 'Not allowed.' }],
    ['notFound', 404, { name: 'NotFound', message: "We couldn't do it." }],
    ['conflict', 409, { name: 'Conflict', message: 'Is there already.' }],
    ['gone', 410, { name: 'Gone', message: 'Was there once.' }],
    ['refused', 422, { name: 'Refused', message: 'Cannot be.', issues: [{ path: ['body', 'a'], message: 'no' }] }],
    ['tooMany', 429, { name: 'TooMany', message: 'Slowly.', retryAfter: 30 }],
    ['unavailable', 503, { name: 'Unavailable', message: 'Not now.' }],
    ['unknown', 500, { name: 'Unknown', message: "We couldn't do it." }],
  ])('%s answers %i and nothing of its own', async (how, status, error) => {
    const reply = await ask('GET', `/v1/fail?how=${how}`)
    expect([reply.status, reply.body]).toEqual([status, { error }])
    if (status === 429) expect(reply.headers['retry-after']).toBe('30')
  })

  test('an address that is not there', async () => {
    const reply = await ask('GET', '/v1/nothing')
    expect([reply.status, reply.body]).toEqual([
      404,
      { error: { name: 'NotFound', message: 'There is nothing at this address.' } },
    ])
    expect((await ask('GET', '/page')).body).toBe('a page')
  })

  test('a reply that breaks its contract is a fault of ours', async () => {
    expect((await ask('GET', '/v1/wrong')).status).toBe(500)
  })
})

describe('input', () => {
  test.each([
    ['no JSON', '{"name":', 400, 'The body is not valid JSON.'],
    ['nothing', '', 400, /body/],
    ['a missing field, in its own words', '{}', 400, 'Please give a name.'],
    ['a wrong type', '{"name":"a","size":"big"}', 400, /^body\.size: .*number/],
    ['too much', `{"name":"${'a'.repeat(200)}"}`, 413, /too large/i],
  ])('%s is refused', async (_case, payload, status, told) => {
    const reply = await ask('POST', '/v1/things', payload)
    expect(reply.status).toBe(status)
    expect(reply.body.error.message).toMatch(told)
  })

  test('another content type is refused', async () => {
    const reply = await ask('POST', '/v1/things', '<name/>', 'application/xml')
    expect([reply.status, reply.body.error.name]).toEqual([415, 'BadRequest'])
  })

  test('an id that is none is refused', async () => {
    for (const id of ['x', '0', '-1', '1.5', '1e999']) expect((await ask('GET', `/v1/things/${id}`)).status).toBe(400)
  })

  test('says where it is wrong', async () => {
    const { body } = await ask('POST', '/v1/things', '{"name":3}')
    expect(body.error.issues[0].path).toEqual(['body', 'name'])
  })
})

describe('limits and other origins', () => {
  test('a call with a limit answers 429 after it', async () => {
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push((await ask('GET', '/v1/seldom')).status)
    expect(statuses).toEqual([200, 200, 429])
    const { headers, body } = await ask('GET', '/v1/seldom')
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(body.error.message).toContain('Please wait')
  })

  test('an open call may be made from any page, the others may not', async () => {
    expect((await ask('OPTIONS', '/v1/open')).headers['access-control-allow-origin']).toBe('*')
    expect((await ask('POST', '/v1/open')).headers['access-control-allow-origin']).toBe('*')
    expect((await ask('POST', '/v1/open', '{')).headers['access-control-allow-origin']).toBe('*')
    expect((await ask('GET', '/v1/things/7')).headers['access-control-allow-origin']).toBeUndefined()
    expect((await ask('OPTIONS', '/v1/things')).status).toBe(404)
  })

  test('a call without a handler is found out at the start', () => {
    const register = () =>
      registerCalls(Fastify(), contract, {} as never, { identify: async () => caller, checkReplies: false })
    expect(register).toThrow('The call read has no handler.')
  })
})
