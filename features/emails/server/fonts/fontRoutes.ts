import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { notFound } from '@millrace/kit/server'
import type { FastifyInstance } from 'fastify'
import { FONT_SCRIPTS, WEB_FONTS } from '../rendering/webFonts.ts'

const YEAR = 31_536_000

const NAMES = new Set(
  Object.values(WEB_FONTS).flatMap(({ file }) => Object.keys(FONT_SCRIPTS).map((script) => `${file}-${script}`)),
)

const kept = new Map<string, Promise<Buffer>>()

const bytesOf = (name: string): Promise<Buffer> => {
  const [, file = '', script = ''] = /^(.*?)-(latin(?:-ext)?)$/.exec(name) ?? []
  const path = import.meta.resolve(`@fontsource-variable/${file}/files/${file}-${script}-wght-normal.woff2`)
  const known = kept.get(name) ?? readFile(fileURLToPath(path))
  kept.set(name, known)
  return known
}

/** The addresses of web fonts, under which mails load them, whatever page shows the mail. */
export const fontRoutes = (server: FastifyInstance): void => {
  server.get<{ Params: { file: string } }>('/fonts/:file', async (request, reply) => {
    const name = request.params.file.replace(/\.woff2$/, '')
    if (!NAMES.has(name)) throw notFound('There is no font here.')
    return reply
      .headers({
        'content-type': 'font/woff2',
        'cache-control': `public, max-age=${YEAR}, immutable`,
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      })
      .send(await bytesOf(name))
  })
}
