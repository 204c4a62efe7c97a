import { isbot } from 'isbot'

/** Who asked for a pixel or a link, as far as it can be told. */
export type Reader = {
  /** A machine: a scanner, a crawler, a prefetch. Kept, but marked. */
  isBot: boolean
  /** The image proxy of a mail service, which asks on its reader's behalf. */
  proxy?: 'google' | 'yahoo' | 'apple'
}

/** Services that fetch an image when its reader opens the mail. */
const PROXIES: [RegExp, Reader][] = [
  [/GoogleImageProxy/i, { isBot: false, proxy: 'google' }],
  [/YahooMailProxy/i, { isBot: false, proxy: 'yahoo' }],
  // Apple fetches on arrival, read or not, and says nothing but this.
  [/^Mozilla\/5\.0$/, { isBot: true, proxy: 'apple' }],
]

/** Scanners of mail that name themselves and are no crawlers of the web. */
const SCANNERS =
  /barracuda|proofpoint|mimecast|safelinks|symantec|trend ?micro|messagelabs|fireeye|cloudmark|forcepoint|bitdefender|sophos|kaspersky|virustotal|urlscan|HeadlessChrome|PhantomJS|python-|curl\/|wget\/|Go-http-client|okhttp|Java\/|libwww|axios\/|node-fetch|undici|GTmetrix|Miniature\.io|\bYLT\b|turingos/i

/** Tells people from machines by the request. */
export const readerOf = (userAgent: string | undefined, method: string): Reader => {
  const agent = userAgent?.trim() ?? ''
  const proxy = PROXIES.find(([pattern]) => pattern.test(agent))
  if (proxy) return proxy[1]
  return { isBot: method === 'HEAD' || !agent || SCANNERS.test(agent) || isbot(agent) }
}
