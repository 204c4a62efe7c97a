import { createHash } from 'node:crypto'
import type { Contract } from '@millrace/kit/contract'
import { openApiOf } from '@millrace/kit/server'
import type { FastifyInstance } from 'fastify'

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/** The page's own inline scripts by their hashes, so that no other may run there. */
const hashesIn = (page: string) =>
  [...page.matchAll(INLINE_SCRIPT)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )

/** The API's description at `/openapi.json`, made at the first request, and the docs page at `/docs`. */
export const serveDocs = async (server: FastifyInstance, contract: Contract, version: string): Promise<void> => {
  let document: string | undefined
  server.get('/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiOf(contract, version))
    return reply
      .type('application/json; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', 'access-control-allow-origin': '*' })
      .send(document)
  })
  await server.register(async (scope) => {
    const { default: reference } = await import('@scalar/fastify-api-reference')
    scope.addHook('onSend', async (_request, reply, payload) => {
      const policy = reply.getHeader('content-security-policy')
      if (typeof payload !== 'string' || typeof policy !== 'string' || !payload.startsWith('<!')) return payload
      const scripts = ["script-src 'self'", ...hashesIn(payload)].join(' ')
      reply.header('content-security-policy', policy.replace("script-src 'self'", scripts))
      return payload
    })
    await scope.register(reference, {
      routePrefix: '/docs',
      configuration: {
        url: '/openapi.json',
        pageTitle: 'Millrace API',
        withDefaultFonts: false,
        hideClientButton: true,
        showDeveloperTools: 'never',
        agent: { disabled: true },
        mcp: { disabled: true },
        favicon: '/mark.svg',
        telemetry: false,
      } as never,
    })
  })
}
