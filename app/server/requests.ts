import type { House } from '@millrace/kit/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Histogram } from 'prom-client'

/** The address as it was declared: what stands in the real one may be a secret. */
const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? 'other'

/** Counts and times every request, and logs it without anything secret: failures always, the rest when debugging. */
export const watchRequests = (server: FastifyInstance, { metrics, log }: House): void => {
  const seconds = new Histogram({
    name: 'millrace_http_request_seconds',
    help: 'How long requests took, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [metrics],
  })
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  server.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const status = reply.statusCode
    const route = routeOf(request)
    seconds.observe({ method, route, status }, reply.elapsedTime / 1000)
    const line = { id: request.id, method, route, status, ms: Math.round(reply.elapsedTime) }
    log[status >= 500 ? 'error' : 'debug'](line, `${method} ${route} ${status}`)
  })
}
