import cookie from '@fastify/cookie'
import type { House } from '@millrace/kit/server'
import { type AnyFeatureServer, prepareServer, registerCalls } from '@millrace/kit/server'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type InjectOptions } from 'fastify'
import { type Access, openAccess } from '../server/index.ts'
import { mailsKept } from './members.ts'

/** A reply with the cookies that it sets, by name. */
export type DoorReply = {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body
  body: any
  cookies: Record<string, string>
  headers: Record<string, unknown>
}

type Asked = { cookie?: string; headers?: Record<string, string>; body?: unknown; ip?: string }

/** Calls over HTTP as a browser or a program would make them. */
export type Ask = (method: string, url: string, asked?: Asked) => Promise<DoorReply>

const asker =
  (fastify: FastifyInstance): Ask =>
  async (method, url, { cookie, headers = {}, body, ip = '127.0.0.1' } = {}) => {
    const reply = await fastify.inject({
      method: method as InjectOptions['method'],
      url,
      remoteAddress: ip,
      headers: {
        host: 'localhost:3000',
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    } as InjectOptions)
    const isJson = String(reply.headers['content-type']).includes('json') && reply.payload
    return {
      status: reply.statusCode,
      body: isJson ? JSON.parse(reply.payload) : reply.payload,
      cookies: Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value])),
      headers: reply.headers,
    }
  }

/**
 * A server on which callers are found out for real. `more` opens features that stand on access; what access mails is
 * kept in `mails`.
 */
export const openDoor = async (
  house: House,
  more: (access: Access) => readonly AnyFeatureServer[] = () => [],
): Promise<{ ask: Ask; access: Access; mails: ReturnType<typeof mailsKept>; fastify: FastifyInstance }> => {
  const mails = mailsKept()
  const access = openAccess(house, mails)
  const fastify = Fastify({
    loggerInstance: house.log as FastifyBaseLogger,
    routerOptions: { ignoreTrailingSlash: true },
  })
  await fastify.register(cookie)
  prepareServer(fastify)
  for (const feature of [access, ...more(access)]) {
    registerCalls(fastify, feature.contract, feature.handlers as never, {
      identify: access.identify,
      checkReplies: true,
    })
  }
  await fastify.ready()
  return { ask: asker(fastify), access, mails, fastify }
}
