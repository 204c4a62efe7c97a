import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { Contract } from '@millrace/kit/contract'
import { type House, prepareServer, registerCalls } from '@millrace/kit/server'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Features } from '../features.ts'
import { serveDocs } from './docs.ts'
import { operations } from './operations.ts'
import { watchRequests } from './requests.ts'
import { secure } from './security.ts'
import { serveWeb, WEB_ROOT, webFallback } from './web.ts'

type Options = {
  house: House
  features: Features
  version: string
  isClosing: () => boolean
  /** Where the built web app lies. */
  webRoot?: string
  /** Checks every reply against its contract; on outside production. */
  checkReplies?: boolean
}

/** Tokens of mailed links stand in addresses. */
const LONGEST_PARAMETER = 4_096

/** The server's own everyday news are told by the welcome already. */
const quieter = (log: Logger) => log.child({}, { level: log.level === 'info' ? 'warn' : log.level })

const newServer = ({ settings, log }: House): FastifyInstance =>
  Fastify({
    loggerInstance: quieter(log) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.TRUST_PROXY,
    bodyLimit: 1 << 20,
    requestTimeout: 330_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: LONGEST_PARAMETER },
  })

/** A server that only tells how the process is, for workers. */
export const openOperationsServer = (house: House, isClosing: () => boolean): FastifyInstance => {
  const server = newServer(house)
  prepareServer(server)
  operations(server, house, isClosing)
  return server
}

/** The HTTP server: every feature's calls and addresses, the docs, the web app. It does not listen yet. */
export const openServer = async (options: Options): Promise<FastifyInstance> => {
  const { house, features, version, isClosing, webRoot = WEB_ROOT, checkReplies = false } = options
  const server = newServer(house)
  watchRequests(server, house)
  await secure(server, house)
  await server.register(cookie)
  await server.register(formbody)
  prepareServer(server, webFallback(webRoot))
  operations(server, house, isClosing)
  const contract: Contract = {}
  for (const feature of features.list) {
    Object.assign(contract, feature.contract)
    const calls = { identify: features.identify, checkReplies }
    registerCalls(server, feature.contract, feature.handlers as never, calls)
    if (feature.routes) await server.register(async (scope) => feature.routes?.(scope))
  }
  await serveDocs(server, contract, version)
  await serveWeb(server, webRoot)
  return server
}
