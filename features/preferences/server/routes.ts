import type { FastifyInstance } from 'fastify'
import type { Desk } from './ports.ts'
import { preferencesUrl, readPreferenceToken } from './token.ts'
import { unsubscribe } from './unsubscribe.ts'

/**
 * The address of List-Unsubscribe: a POST unsubscribes at once (RFC 8058), whatever its body; a GET only leads to the
 * page, because scanners follow links.
 */
export const unsubscribeRoutes =
  (desk: Desk) =>
  async (server: FastifyInstance): Promise<void> => {
    server.removeAllContentTypeParsers()
    server.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, undefined))
    server.get<{ Params: { token: string } }>('/u/:token', async ({ params }, reply) =>
      reply.redirect(preferencesUrl(desk.house.publicUrl, params.token, 'category'), 302),
    )
    server.post<{ Params: { token: string } }>('/u/:token', async ({ params }, reply) => {
      const subscriber = readPreferenceToken(desk.house, params.token)
      if (!subscriber) return reply.status(404).type('text/plain').send('This link is not valid.')
      await desk.house.db.account(subscriber.accountId, (tx) => unsubscribe(desk, tx, subscriber, 'One click'))
      return reply.type('text/plain').send('You have been unsubscribed from all emails.')
    })
  }
