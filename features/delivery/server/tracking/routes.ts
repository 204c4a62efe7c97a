import { problemOfText } from '@millrace/emails/server'
import type { House } from '@millrace/kit/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DeliveryPorts } from '../ports.ts'
import type { LinkList } from './links.ts'
import { readerOf } from './reader.ts'
import { type Asking, recordClick, recordOpen, recordTrap } from './recordReading.ts'
import { readClickToken, readMailToken, readViewToken } from './token.ts'
import { withNamedUtms } from './utms.ts'
import { viewedMail } from './viewedMail.ts'

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

type Tools = { house: House; ports: Pick<DeliveryPorts, 'recordEvents' | 'goalSql'>; links: LinkList }

const asking = (request: FastifyRequest): Asking => ({
  reader: readerOf(request.headers['user-agent'], request.method),
  from: request.ip,
})

const notOurs = (reply: FastifyReply) =>
  reply.status(404).type('text/plain; charset=utf-8').send('This link is not valid.')

/** Nothing to show where a mail cannot be filled with what is known now; other errors go on. */
const unfilled = (error: unknown): null => {
  if (problemOfText(error) === undefined) throw error
  return null
}

const isWeb = (url: string) => /^https?:\/\//i.test(url) && URL.canParse(url)

/** What a mail may do in a browser: show itself. No scripts, no forms, no origin of ours, in nobody's frame. */
const VIEW_POLICY = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  'img-src * data:',
  'font-src * data:',
  "style-src * 'unsafe-inline'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The pixel and the links of mails. A forged token is 404; a link leads only where its author pointed it. A reader is
 * never kept waiting, or from where he wants to go, because the reading could not be written.
 */
export const trackingRoutes =
  ({ house, ports, links }: Tools) =>
  async (server: FastifyInstance): Promise<void> => {
    const quietly = async (work: Promise<void>, what: string) => {
      await work.catch((error: Error) => house.log.error({ err: error }, what))
    }
    server.get<{ Params: { file: string } }>('/t/o/:file', async (request, reply) => {
      const send = readMailToken(house.keys, request.params.file.replace(/\.gif$/, ''))
      if (!send) return notOurs(reply)
      await quietly(recordOpen({ house, ports }, send, asking(request)), 'an opening could not be written')
      return reply
        .type('image/gif')
        .header('cache-control', 'no-store, private, max-age=0')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(PIXEL)
    })
    server.get<{ Params: { token: string } }>('/e/:token', async (request, reply) => {
      const send = readViewToken(house.keys, request.params.token)
      const html = send && (await viewedMail({ house, links, ports }, send).catch(unfilled))
      void reply.header('x-robots-tag', 'noindex, nofollow').header('cache-control', 'private, no-store')
      if (html === undefined) return notOurs(reply)
      if (html === null)
        return reply.status(422).type('text/plain; charset=utf-8').send('This email cannot be shown any more.')
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', VIEW_POLICY)
        .header('referrer-policy', 'no-referrer')
        .header('x-content-type-options', 'nosniff')
        .send(html)
    })
    server.get<{ Params: { token: string } }>('/t/c/:token', async (request, reply) => {
      const click = readClickToken(house.keys, request.params.token)
      if (!click) return notOurs(reply)
      const { send, target } = click
      if (!target.linkId && target.url === undefined) {
        await quietly(recordTrap({ house }, send, asking(request)), 'a machine could not be noted')
        return reply.header('cache-control', 'no-store').status(204).send()
      }
      const url = target.url ?? (await house.db.system((tx) => links.urlOf(tx, send, target.linkId)))
      if (!url || !isWeb(url)) return notOurs(reply)
      const { linkId, utmId } = target
      const link = { linkId, url }
      await quietly(recordClick({ house, ports }, send, link, asking(request)), 'a click could not be written')
      const full = utmId ? await house.db.system((tx) => withNamedUtms(tx, send.accountId, utmId, url)) : url
      return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(full, 302)
    })
  }
