import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { z } from 'zod'
import type { CallDef, Contract, Schema } from '../contract/index.ts'
import type { CallContext, Handlers, Identify } from './handler.ts'
import { malformed, notFound, Refusal, tooMany } from './refusal.ts'
import { readJson, storable } from './storable.ts'

type Options = {
  identify: Identify
  /** Checks every reply against its schema; on in development and tests. */
  checkReplies: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: CallDef
  }
}

const parse = (where: string, schema: Schema | undefined, value: unknown) => {
  if (!schema) return undefined
  const read = (schema as z.ZodType).safeParse(value)
  if (read.success) return read.data
  const issues = read.error.issues.slice(0, 20).map((issue) => ({
    path: [where, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))],
    message: issue.message,
  }))
  const first = issues[0]
  // A single required text that is missing reads best in the schema's own words.
  throw malformed(
    first ? (/[.!?]$/.test(first.message) ? first.message : `${first.path.join('.')}: ${first.message}`) : '',
    issues,
  )
}

/** How often whom was heard by a call. */
type Heard = Map<string, { from: number; count: number }>

const checkLimit = (definition: CallDef, seen: Heard, request: FastifyRequest) => {
  if (!definition.limit) return
  const { max, windowSec } = definition.limit
  const now = Date.now()
  if (seen.size > 10_000) for (const [key, { from }] of seen) if (now - from > windowSec * 1000) seen.delete(key)
  const entry = seen.get(request.ip)
  if (!entry || now - entry.from > windowSec * 1000) {
    seen.set(request.ip, { from: now, count: 1 })
    return
  }
  entry.count++
  if (entry.count > max) {
    const retryAfter = Math.ceil((entry.from + windowSec * 1000 - now) / 1000)
    throw tooMany(`Too many tries. Please wait ${retryAfter} seconds.`, retryAfter)
  }
}

const answer = async (definition: CallDef, result: unknown, reply: FastifyReply) => {
  if (definition.stream) {
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(Readable.from(result as AsyncIterable<string>))
  }
  if (definition.status === 302) return reply.redirect((result as { location: string }).location, 302)
  if (definition.status === 204) return reply.status(204).send()
  return reply.status(definition.status ?? 200).send(result)
}

const checkReply = (name: string, definition: CallDef, result: unknown) => {
  if (!definition.returns || definition.stream || definition.status === 302) return
  const read = (definition.returns as z.ZodType).safeParse(result)
  if (!read.success) throw new Error(`The reply of ${name} is not what its contract says: ${read.error.message}`)
}

/** Answers errors as `{ error: { name, message, … } }`; unknown errors never show their own text. */
const onError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const definition = request.routeOptions.config.call
  const fallback = definition?.fail ?? 'Unknown error.'
  if (error instanceof Refusal) {
    if (error.extra.retryAfter) reply.header('retry-after', error.extra.retryAfter)
    const { retryAfter, issues } = error.extra
    return reply.status(error.status).send({
      error: {
        name: error.name,
        message: error.message || fallback,
        ...(retryAfter && { retryAfter }),
        ...(issues && { issues }),
      },
    })
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500
  if (status < 500) {
    return reply.status(status).send({ error: { name: 'BadRequest', message: (error as Error).message || fallback } })
  }
  request.log.error({ err: error }, 'call failed')
  return reply.status(status === 503 ? 503 : 500).send({ error: { name: 'Unknown', message: fallback } })
}

const jsonBody = (server: FastifyInstance) => {
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined)
    try {
      done(null, readJson(text as string))
    } catch {
      done(malformed('The body is not valid JSON.'))
    }
  })
}

/** Addresses that say NUL are read without it, as bodies are: no database keeps it. */
const plainAddresses = (server: FastifyInstance) => {
  server.addHook('onRequest', async (request) => {
    if (!request.url.includes('%00')) return
    request.params = storable(request.params)
    request.query = storable(request.query)
  })
}

/** Registers every call of a contract as a route. A trailing slash is ignored by the server's own setting. */
export const registerCalls = <C extends Contract>(
  server: FastifyInstance,
  contract: C,
  handlers: Handlers<C>,
  options: Options,
) => {
  for (const [name, definition] of Object.entries(contract)) {
    const handle = handlers[name] as (input: unknown, context: CallContext) => unknown
    if (!handle) throw new Error(`The call ${name} has no handler.`)
    const url = definition.path.replace(/\{(\w+)\}/g, ':$1')
    const seen: Heard = new Map()
    const route: RouteOptions = {
      method: definition.method,
      url,
      config: { call: definition },
      bodyLimit: definition.bodyLimit ?? 1 << 20,
      onRequest: async (_request, reply) => {
        if (definition.cors === 'any') reply.header('access-control-allow-origin', '*')
      },
      handler: async (request, reply) => {
        checkLimit(definition, seen, request)
        const caller = await options.identify(definition, request)
        const input = {
          params: parse('params', definition.params, request.params),
          query: parse('query', definition.query, request.query),
          body: parse('body', definition.body, request.body),
        }
        const result = await handle(input, { ...caller, request, reply })
        if (reply.sent) return reply
        if (options.checkReplies) checkReply(name, definition, result)
        return answer(definition, result, reply)
      },
    }
    server.route(route)
    if (definition.cors === 'any') {
      server.options(url, async (_request, reply) =>
        reply
          .headers({
            'access-control-allow-origin': '*',
            'access-control-allow-methods': definition.method,
            'access-control-allow-headers': 'content-type, authorization, x-millrace-token, x-encharge-token',
            'access-control-max-age': '86400',
          })
          .status(204)
          .send(),
      )
    }
  }
}

/** Answers addresses that nothing else does; undefined leaves them to the 404 reply. */
export type Fallback = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined

/** The manners that all calls share: JSON reading, texts that can be kept, error shape, 404 shape. */
export const prepareServer = (server: FastifyInstance, fallback?: Fallback) => {
  jsonBody(server)
  plainAddresses(server)
  server.setErrorHandler(onError)
  server.setNotFoundHandler(
    (request, reply) =>
      fallback?.(request, reply) ?? onError(notFound('There is nothing at this address.'), request, reply),
  )
}
