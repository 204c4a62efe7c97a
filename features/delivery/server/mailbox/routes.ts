import type { CallDef } from '@millrace/kit/contract'
import type { House, Identify } from '@millrace/kit/server'
import type { FastifyInstance } from 'fastify'
import { viewOf } from './access.ts'
import { mailHtml } from './mails.ts'

/** What a mail's HTML may do: show itself. No scripts, no forms, no origin of ours. */
const POLICY = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  'img-src * data:',
  'media-src *',
  'font-src * data:',
  "style-src * 'unsafe-inline'",
  "frame-ancestors 'self'",
].join('; ')

const OPEN_TO_ALL: CallDef = {
  method: 'GET',
  path: '/v1/mailbox/{id}/html',
  auth: 'public',
  summary: 'The HTML of a mail',
  fail: "We couldn't open this mail.",
}

/** The address of a mail's HTML, made for a sandboxed frame. */
export const mailboxRoutes =
  (house: House, identify: Identify) =>
  async (server: FastifyInstance): Promise<void> => {
    server.get<{ Params: { id: string } }>('/v1/mailbox/:id/html', async (request, reply) => {
      const caller = await identify(OPEN_TO_ALL, request)
      const html = await mailHtml(house, viewOf(house.settings, { ...caller, request }), Number(request.params.id) || 0)
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', POLICY)
        .header('x-frame-options', 'SAMEORIGIN')
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .send(html)
    })
  }
