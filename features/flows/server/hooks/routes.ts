import { gone, type House, malformed, notFound, readJson, storable, storableText, tooMany } from '@millrace/kit/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hookStep, keepDelivery, noteOutcome } from './hookRows.ts'
import { type HookToken, readHookToken } from './hookToken.ts'
import { takeDelivery } from './takeDelivery.ts'

const MOST_BYTES = 256 * 1024
/** Of one address, by the minute, in one process. */
const MOST_A_MINUTE = 1_200
/** Of what cannot be read, so much is kept. */
const KEPT_RAW = 4_000
/** Names under which senders say which delivery it is. */
const KEYS = ['idempotency-key', 'webhook-id', 'x-github-delivery', 'x-shopify-webhook-id', 'x-delivery-id']

const keyOf = ({ headers }: FastifyRequest): string | null => {
  for (const name of KEYS) {
    const value = headers[name]
    if (typeof value === 'string' && value.trim()) return value.trim().slice(0, 255)
  }
  return null
}

const limiter = () => {
  const seen = new Map<string, { minute: number; count: number }>()
  return (token: string) => {
    const minute = Math.floor(Date.now() / 60_000)
    if (seen.size > 10_000) seen.clear()
    const known = seen.get(token)
    const entry = known?.minute === minute ? known : { minute, count: 0 }
    entry.count++
    seen.set(token, entry)
    if (entry.count > MOST_A_MINUTE)
      throw tooMany('Too many deliveries to this address. Please try again in a minute.', 60)
  }
}

const bodyOf = (request: FastifyRequest): { body: unknown; raw: string | null } => {
  const text = typeof request.body === 'string' ? request.body : ''
  if (/^application\/x-www-form-urlencoded/i.test(request.headers['content-type'] ?? ''))
    return { body: storable(Object.fromEntries(new URLSearchParams(text))), raw: null }
  try {
    return { body: readJson(text), raw: null }
  } catch {
    return { body: undefined, raw: storableText(text.slice(0, KEPT_RAW)) }
  }
}

type Taken = { isNew: boolean; isReadable: boolean }

const take = (house: House, { accountId, stepId, generation }: HookToken, request: FastifyRequest): Promise<Taken> =>
  house.db.account(accountId, async (tx) => {
    const step = await hookStep(tx, accountId, stepId)
    if (!step) throw notFound()
    if (step.generation !== generation) throw gone('This address was replaced by another one.')
    const { body, raw } = bodyOf(request)
    const isReadable = body !== undefined
    const arrived = { key: keyOf(request), body, raw, at: house.clock.now() }
    const id = await keepDelivery(tx, accountId, stepId, arrived)
    if (id === undefined) return { isNew: false, isReadable }
    const outcome = isReadable
      ? await takeDelivery(tx, house, { accountId, stepId, ...step }, id, body)
      : { state: 'refused' as const, why: 'The body is not valid JSON.', personId: null }
    await noteOutcome(tx, accountId, id, outcome)
    return { isNew: true, isReadable }
  })

/** `POST /v1/hooks/{token}`: what others deliver to "Webhook received" steps. */
export const hookRoutes =
  (house: House) =>
  async (server: FastifyInstance): Promise<void> => {
    const limit = limiter()
    await server.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text))
      const options = { bodyLimit: MOST_BYTES }
      scope.post<{ Params: { token: string } }>(
        '/v1/hooks/:token',
        options,
        async (request, reply): Promise<FastifyReply> => {
          const token = readHookToken(house.keys, request.params.token)
          if (!token) throw notFound('There is nothing at this address.')
          limit(request.params.token)
          const { isNew, isReadable } = await take(house, token, request)
          if (!isReadable) throw malformed('The body is not valid JSON.')
          return reply.status(202).send({ received: true, ...(!isNew && { duplicate: true }) })
        },
      )
    })
  }
