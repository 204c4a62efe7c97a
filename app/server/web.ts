import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { Fallback } from '@millrace/kit/server'
import type { FastifyInstance } from 'fastify'

/** Where the built web app lies. */
export const WEB_ROOT = fileURLToPath(new URL('../web/dist', import.meta.url))

/** Files with a hash in their name never change. */
const HASHED = /[/\\]assets[/\\]/

/** Serves the web app: hashed files for a year, the page itself always fresh. */
export const serveWeb = async (server: FastifyInstance, root = WEB_ROOT): Promise<void> => {
  if (!existsSync(join(root, 'index.html'))) return
  await server.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

const BELONGS_TO_API = /^\/(v1|docs|openapi\.json)(\/|\?|$)/

/** A page address of the web app gets the app; whatever asks for something else than a page gets the 404 reply. */
export const webFallback =
  (root = WEB_ROOT): Fallback =>
  (request, reply) => {
    const wantsPage = request.method === 'GET' && String(request.headers.accept ?? '').includes('text/html')
    if (!wantsPage || BELONGS_TO_API.test(request.url) || !existsSync(join(root, 'index.html'))) return undefined
    return reply.header('cache-control', 'no-cache').sendFile('index.html', root)
  }
