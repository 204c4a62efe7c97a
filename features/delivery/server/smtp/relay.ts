import type { Relay } from './talk.ts'

/**
 * A relay from its address: `smtps://` is TLS from the start, `smtp://` takes STARTTLS where it is offered.
 * Query: `tls=required`, `tls=never`, `verify=false` (certificate not checked).
 */
export const relayFrom = (address: string): Relay => {
  const url = new URL(address)
  const wanted = url.searchParams.get('tls')
  const isImplicit = url.protocol === 'smtps:'
  const upgrade = wanted === 'required' || wanted === 'never' ? wanted : 'upgrade'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isImplicit ? 465 : 587),
    tls: isImplicit ? 'implicit' : upgrade,
    user: url.username ? decodeURIComponent(url.username) : undefined,
    password: url.password ? decodeURIComponent(url.password) : undefined,
    rejectUnauthorized: url.searchParams.get('verify') !== 'false',
  }
}
