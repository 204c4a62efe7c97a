import type { House } from '@millrace/kit/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DeliveryPorts } from '../ports.ts'
import type { LinkList } from './links.ts'
import { readerOf } from './reader.ts'
import { recordClick, recordOpen } from './recordReading.ts'
import { readClickToken, readMailToken } from './token.ts'

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

type Tools = { house: House; ports: Pick<DeliveryPorts, 'recordEvents'>; links: LinkList }

const reading = (request: FastifyRequest) => readerOf(request.headers['user-agent'], request.method)

const notOurs = (reply: FastifyReply) =>
  reply.status(404).type('text/plain; charset=utf-8').send('This link is not valid.')

const isWeb = (url: string) => /^https?:\/\//i.test(url) && URL.canParse(url)

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
      await quietly(recordOpen({ house, ports }, send, reading(request)), 'an opening could not be written')
      return reply
        .type('image/gif')
        .header('cache-control', 'no-store, private, max-age=0')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(PIXEL)
    })
    server.get<{ Params: { token: string } }>('/t/c/:token', async (request, reply) => {
      const click = readClickToken(house.keys, request.params.token)
      if (!click) return notOurs(reply)
      const { send, target } = click
      const url = target.url ?? (await house.db.system((tx) => links.urlOf(tx, send, target.linkId)))
      if (!url || !isWeb(url)) return notOurs(reply)
      const link = { linkId: target.linkId, url }
      await quietly(recordClick({ house, ports }, send, link, reading(request)), 'a click could not be written')
      return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(url, 302)
    })
  }
