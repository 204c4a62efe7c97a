// Brings the types of `request.cookies` and `reply.setCookie`; the app registers the plugin.
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What a cookie's name and flags depend on besides the request. */
type Site = { publicUrl: string }

const SECONDS = { session: 60 * 24 * 3600, device: 400 * 24 * 3600 }

/** The two cookies: who is signed in, and that this device has signed in before. */
export type CookieKind = keyof typeof SECONDS

type Exchange = { request: FastifyRequest; reply: FastifyReply }

const isSecure = (site: Site, request: FastifyRequest) =>
  site.publicUrl.startsWith('https:') || request.protocol === 'https'

const nameOf = (kind: CookieKind, secure: boolean) => `${secure ? '__Host-' : ''}millrace-${kind}`

const optionsOf = (secure: boolean) => ({ path: '/', httpOnly: true, sameSite: 'lax' as const, secure })

/** The value of a cookie, where the request carries one. */
export const readCookie = (site: Site, request: FastifyRequest, kind: CookieKind): string | undefined =>
  request.cookies[nameOf(kind, isSecure(site, request))] || undefined

/** Sets a cookie that scripts cannot read. */
export const setCookie = (site: Site, { request, reply }: Exchange, kind: CookieKind, value: string): void => {
  const secure = isSecure(site, request)
  reply.setCookie(nameOf(kind, secure), value, { ...optionsOf(secure), maxAge: SECONDS[kind] })
}

/** Takes a cookie away. */
export const clearCookie = (site: Site, { request, reply }: Exchange, kind: CookieKind): void => {
  const secure = isSecure(site, request)
  reply.clearCookie(nameOf(kind, secure), optionsOf(secure))
}
