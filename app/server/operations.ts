import { timingSafeEqual } from 'node:crypto'
import { type House, notFound } from '@millrace/kit/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

const isToken = (request: FastifyRequest, token: string) => {
  const given = Buffer.from(request.headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** With a token, its holders; without one, this machine, but not what a proxy on it hands through. */
const mayRead = (request: FastifyRequest, token: string | undefined) =>
  token
    ? isToken(request, token)
    : LOOPBACK.test(request.socket.remoteAddress ?? '') && !request.headers['x-forwarded-for']

const withinMs = <T>(work: Promise<T>, ms: number) =>
  new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** Says why this process cannot do its work, or nothing where it can. */
export const whyNotReady = async ({ db }: Pick<House, 'db'>): Promise<string | undefined> => {
  try {
    await withinMs(db.pool.query('select 1 from migrations limit 1'), 2_000)
    return undefined
  } catch (error) {
    return `The database does not answer: ${(error as Error).message}`
  }
}

/** `/healthz` (this process lives), `/readyz` (it can do its work) and `/metrics`. */
export const operations = (server: FastifyInstance, house: House, isClosing: () => boolean): void => {
  server.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }))
  server.get('/readyz', async (_request, reply) => {
    const reason = isClosing() ? 'This process is stopping.' : await whyNotReady(house)
    return reply
      .status(reason ? 503 : 200)
      .header('cache-control', 'no-store')
      .send(reason ? { ok: false, reason } : { ok: true })
  })
  server.get('/metrics', async (request, reply) => {
    if (!mayRead(request, house.settings.METRICS_TOKEN)) throw notFound('There is nothing at this address.')
    return reply.type(house.metrics.contentType).send(await house.metrics.metrics())
  })
}
