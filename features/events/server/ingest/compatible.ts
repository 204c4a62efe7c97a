import { type Caller, type House, malformed, notSignedIn, Refusal, readJson } from '@millrace/kit/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ingestEvents } from '../../contract/calls.ts'
import type { Ingest } from './ingest.ts'

/** Who holds the key of a request; the access feature knows. */
export type IdentifyWriter = (definition: typeof ingestEvents, request: FastifyRequest) => Promise<Caller>

/** Whose write key it is. */
const OWNER = `select id from accounts where write_key = $1`
const REMEMBER_MS = 30_000

/** Keys are long; shorter words are addresses of the API, mistyped. */
const WITH_KEY = '/v1/:writeKey(^[A-Za-z0-9_-]{16,64}$)'

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type, authorization, x-millrace-token, x-encharge-token',
  'access-control-max-age': '86400',
}

const accountsByKey = (house: House) => {
  const known = new Map<string, { accountId: number; until: number }>()
  return async (writeKey: string): Promise<number> => {
    const hit = known.get(writeKey)
    if (hit && hit.until > Date.now()) return hit.accountId
    const row = await house.db.system((tx) => tx.one<{ id: number }>(OWNER, [writeKey], 'events-write-key'))
    if (!row) throw notSignedIn('This write key is not known.')
    if (known.size > 10_000) known.clear()
    known.set(writeKey, { accountId: row.id, until: Date.now() + REMEMBER_MS })
    return row.id
  }
}

/** On this address an error is `{ error: "text" }`. */
const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  if (error instanceof Refusal) {
    if (error.extra.retryAfter) reply.header('retry-after', error.extra.retryAfter)
    return reply.status(error.status).send({ error: error.message || ingestEvents.fail })
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500
  if (status < 500) return reply.status(status).send({ error: (error as Error).message })
  request.log.error({ err: error }, 'ingest failed')
  return reply.status(500).send({ error: ingestEvents.fail })
}

const bodyOf = (request: FastifyRequest): unknown => {
  if (typeof request.body !== 'string') return request.body
  try {
    return readJson(request.body)
  } catch {
    throw malformed('The body is not valid JSON.')
  }
}

/**
 * The compatible ingest address: `POST /v1` with a key in the header, `POST /v1/{writeKey}` without; JSON also as plain
 * text, so that a browser asks nobody first.
 */
export const compatibleRoutes =
  (house: House, ingest: Ingest, identify: IdentifyWriter) =>
  async (server: FastifyInstance): Promise<void> => {
    const accountOf = accountsByKey(house)
    await server.register(async (scope) => {
      scope.setErrorHandler(answerError)
      scope.addHook('onSend', async (_request, reply) => void reply.headers(CORS))
      scope.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, text, done) => done(null, text))
      const options = { bodyLimit: ingestEvents.bodyLimit }
      scope.post('/v1', options, async (request, reply) => {
        const { accountId } = await identify(ingestEvents, request)
        return reply.status(202).send(await ingest(accountId, bodyOf(request)))
      })
      scope.post<{ Params: { writeKey: string } }>(WITH_KEY, options, async (request, reply) => {
        const accountId = await accountOf(request.params.writeKey)
        return reply.status(202).send(await ingest(accountId, bodyOf(request)))
      })
      for (const url of ['/v1', WITH_KEY]) {
        scope.options(url, async (_request, reply) => reply.status(204).send())
      }
    })
  }
