import type { CallDef } from '@millrace/kit/contract'
import { forbidden } from '@millrace/kit/server'
import type { FastifyRequest } from 'fastify'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : '')

const comesFromHere = (request: FastifyRequest, publicUrl: string) => {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  const { origin } = request.headers
  if (origin === undefined) return true
  const host = hostOf(origin)
  return host !== '' && (host === request.host || host === hostOf(publicUrl))
}

const isJson = (request: FastifyRequest) => {
  const type = request.headers['content-type']
  return type === undefined || /^application\/json\b/i.test(type)
}

/**
 * Whether a request that carries cookies was meant by the person who sends it: it changes nothing, or it comes from our
 * own pages and in a form that no foreign page can send without asking. Browsers name the origin of every unsafe request.
 */
export const isMeant = (
  request: FastifyRequest,
  publicUrl: string,
  { bodyType = 'json', acts }: Pick<CallDef, 'bodyType' | 'acts'> = {},
): boolean =>
  (SAFE.has(request.method) && !acts) || (comesFromHere(request, publicUrl) && (bodyType === 'form' || isJson(request)))

/** Refuses what another site sends in a person's name. */
export const mustBeMeant = (request: FastifyRequest, publicUrl: string): void => {
  if (!isMeant(request, publicUrl)) throw forbidden('This request came from another site.')
}
