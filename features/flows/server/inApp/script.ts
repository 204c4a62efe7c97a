import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

/** Where sites find the script that shows messages. */
export const SCRIPT_PATH = '/v1/in-app.js'

/** `GET /v1/in-app.js`: shows messages on whatever page names it. */
export const scriptRoute = async (server: FastifyInstance): Promise<void> => {
  const script = readFileSync(new URL('./inApp.js', import.meta.url), 'utf8')
  server.get(SCRIPT_PATH, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=3600').send(script),
  )
}
