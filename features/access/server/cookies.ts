import fastifyCookie from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Name, address and whether HTTPS is spoken: what a cookie depends on. */
type Site = { publicUrl: string }

const SECONDS = { session: 60 * 24 * 3600, device: 400 * 24 * 3600 }

/** The two cookies: who is signed in, and that this device has signed in before. */
export type CookieKind = keyof typeof SECONDS

const isSecure = (site: Site, request: FastifyRequest) =>
  site.publicUrl.startsWith('https:') || request.protocol === 'https'

const nameOf = (kind: CookieKind, secure: boolean) => `${secure ? '__Host-' : ''}millrace-${kind}`

/** The value of a cookie, where the request carries one. */
export const readCookie = (site: Site, request: FastifyRequest, kind: CookieKind): string | undefined => {
  const header = request.headers.cookie
  if (!header) return undefined
  return fastifyCookie.parse(header)[nameOf(kind, isSecure(site, request))] || undefined
}

const options = (secure: boolean) => ({ path: '/', httpOnly: true, sameSite: 'lax' as const, secure })

/** Sets a cookie that scripts cannot read. */
export const setCookie = (
  site: Site,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  kind: CookieKind,
  value: string,
) => {
  const secure = isSecure(site, request)
  reply.header(
    'set-cookie',
    fastifyCookie.serialize(nameOf(kind, secure), value, { ...options(secure), maxAge: SECONDS[kind] }),
  )
}

/** Takes a cookie away. */
export const clearCookie = (
  site: Site,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  kind: CookieKind,
) => {
  const secure = isSecure(site, request)
  reply.header('set-cookie', fastifyCookie.serialize(nameOf(kind, secure), '', { ...options(secure), maxAge: 0 }))
}
