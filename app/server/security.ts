import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import { isAnsweredAtFrame, vendorEditorOf } from '@millrace/emails/server'
import { type House, notFound, tooMany } from '@millrace/kit/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Styles stand in the page because the component library and mails that are shown bring their own. */
const directives = (isSecure: boolean, framed: readonly string[]) => ({
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  scriptSrcAttr: ["'none'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:', 'https:', 'http:'],
  fontSrc: ["'self'", 'data:', 'https:'],
  connectSrc: ["'self'"],
  workerSrc: ["'self'", 'blob:'],
  frameSrc: ["'self'", 'blob:', ...framed],
  objectSrc: ["'none'"],
  baseUri: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'self'"],
  upgradeInsecureRequests: isSecure ? [] : null,
})

const KEY_HEADERS = ['x-millrace-token', 'x-encharge-token', 'authorization']

/** The key that a call was made with; it has a limit of its own. */
const keyOf = ({ headers }: FastifyRequest) => {
  const header = KEY_HEADERS.find((name) => headers[name])
  return header && String(headers[header])
}

/** At the host that shows somebody else's editor nothing else is answered: nobody can sign in there. */
const keepApart = (server: FastifyInstance, frame: string, publicUrl: string) => {
  const { host } = new URL(frame)
  server.addHook('onRequest', async (request) => {
    if (request.host === host && !isAnsweredAtFrame(request.url)) throw notFound(`Millrace is at ${publicUrl}.`)
  })
}

/** Headers that browsers hold pages to, and a limit on calls; pages and tracking addresses are not limited. */
export const secure = async (server: FastifyInstance, { settings, publicUrl }: House): Promise<void> => {
  const isSecure = publicUrl.startsWith('https:')
  const vendor = vendorEditorOf(settings)
  await server.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: directives(isSecure, vendor ? [vendor.frame] : []) },
    strictTransportSecurity: isSecure && { maxAge: 31_536_000, includeSubDomains: false },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    crossOriginEmbedderPolicy: false,
  })
  if (vendor) keepApart(server, vendor.frame, publicUrl)
  const max = settings.RATE_LIMIT
  if (max === 0) return
  await server.register(rateLimit, {
    timeWindow: 60_000,
    max: (request) => (keyOf(request) ? max * 10 : max),
    keyGenerator: (request) => keyOf(request) ?? request.ip,
    // Providers tell of every mail by itself; who they are is checked first and costs little.
    allowList: ({ url }) => !url.startsWith('/v1/') || url.startsWith('/v1/hooks/mail/'),
    cache: 20_000,
    errorResponseBuilder: (_request, { ttl }) => {
      const seconds = Math.max(1, Math.ceil(ttl / 1000))
      return tooMany(`Too many calls. Please wait ${seconds} seconds.`, seconds)
    },
  })
}
