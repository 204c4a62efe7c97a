import { notFound } from '@millrace/kit/server'
import type { FastifyInstance } from 'fastify'
import { drawIcon } from './drawIcon.ts'

/** Icons that we have none of are those of the editor whose designs name them. */
const ELSEWHERE = 'https://cdn.tools.unlayer.com/social/icons'
const YEAR = 31_536_000

const kept = new Map<string, Promise<Buffer | undefined>>()

/** The addresses of icons of social blocks, as mails load them. */
export const iconRoutes = (server: FastifyInstance): void => {
  server.get<{ Params: { look: string; file: string } }>('/social/icons/:look/:file', async (request, reply) => {
    const [, name = ''] = /^([a-z0-9-]{1,40})\.png$/.exec(request.params.file) ?? []
    const { look } = request.params
    if (!name || !/^[a-z-]{1,40}$/.test(look)) throw notFound('There is no icon here.')
    const key = `${look}/${name}`
    const drawn = kept.get(key) ?? drawIcon(look, name)
    const icon = await drawn
    if (!icon) return reply.redirect(`${ELSEWHERE}/${key}.png`)
    kept.set(key, drawn)
    return reply
      .headers({
        'content-type': 'image/png',
        'cache-control': `public, max-age=${YEAR}`,
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      })
      .send(icon)
  })
}
