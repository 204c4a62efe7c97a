import { type CallContext, forbidden, type Settings } from '@millrace/kit/server'

/** Whose mails a caller may see: one account's, or all. */
export type View = { accountId: number } | { isAll: true }

const isLoopback = (ip: string) => ip === '::1' || ip.startsWith('127.') || ip.startsWith('::ffff:127.')
const LOCAL_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|[a-z0-9-]+\.localhost)(:\d+)?$/i

type Asking = Pick<CallContext['request'], 'ip' | 'headers'>

/**
 * True for somebody at the machine itself, on an installation without a relay: all mail stays here, and password resets
 * must be read before anybody is signed in. A proxy in front, or another host name, makes it untrue.
 */
export const isAtHome = (
  { SMTP_URL, PUBLIC_URL }: Pick<Settings, 'SMTP_URL' | 'PUBLIC_URL'>,
  request: Asking,
): boolean => {
  const { headers, ip } = request
  if (SMTP_URL || headers['x-forwarded-for'] || headers.forwarded) return false
  if (PUBLIC_URL && !LOCAL_HOST.test(new URL(PUBLIC_URL).host)) return false
  return isLoopback(ip) && LOCAL_HOST.test(headers.host ?? '')
}

/** Whose mails the caller may see; 403 where none. */
export const viewOf = (settings: Settings, caller: Pick<CallContext, 'accountId' | 'isAdmin' | 'request'>): View => {
  if (isAtHome(settings, caller.request) || caller.isAdmin) return { isAll: true }
  if (caller.accountId) return { accountId: caller.accountId }
  throw forbidden('Please sign in to see the mailbox.')
}
