import type { FastifyRequest } from 'fastify'
import { looksLikeKey } from './apiKeys.ts'

const headerOf = (request: FastifyRequest, name: string) => {
  const value = request.headers[name]
  return (Array.isArray(value) ? value[0] : value)?.trim() || undefined
}

const textOf = (from: unknown, name: string) => {
  const value = from !== null && typeof from === 'object' ? (from as Record<string, unknown>)[name] : undefined
  return typeof value === 'string' && value ? value : undefined
}

/** The user name of HTTP Basic, where clients put a write key. */
const basicUser = (authorization: string | undefined) => {
  const encoded = authorization?.match(/^basic\s+(\S+)$/i)?.[1]
  return encoded && Buffer.from(encoded, 'base64').toString('utf8').split(':')[0]
}

/** The key that a request carries: in our header, as a bearer, or as `?token=`. */
export const keyOf = (request: FastifyRequest): string | undefined => {
  const header = headerOf(request, 'x-millrace-token') ?? headerOf(request, 'x-encharge-token')
  if (header) return header
  const bearer = request.headers.authorization?.match(/^bearer\s+(\S+)$/i)?.[1]
  if (bearer) return bearer
  // Other calls use the same word for tokens of their own.
  const token = textOf(request.query, 'token')
  return token && looksLikeKey(token) ? token : undefined
}

/** The write key that a request carries: as any key, in HTTP Basic, or in the path. */
export const writeKeyOf = (request: FastifyRequest): string | undefined =>
  keyOf(request) ?? basicUser(request.headers.authorization) ?? textOf(request.params, 'writeKey')

/** The share token that a request carries. */
export const shareTokenOf = (request: FastifyRequest): string | undefined => textOf(request.query, 'read-only-auth')
