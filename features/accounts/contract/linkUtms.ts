/** The parameters of a link that web analytics know, in the order in which they are asked for. */
export const UTM_NAMES = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const

/** One of the parameters that web analytics know. */
export type UtmName = (typeof UTM_NAMES)[number]

/**
 * A link with the account's parameters. What the link says itself stays; links that lead to no web page, and addresses that
 * only Liquid knows, stay as they are.
 */
export const withUtms = (link: string, utms: Readonly<Record<string, string>>): string => {
  const given = Object.entries(utms).filter(([name, value]) => name.trim() && value.trim())
  if (!given.length || !/^https?:\/\/[^{}]+/i.test(link)) return link
  const [before = '', hash] = splitOnce(link, '#')
  const [path = '', query = ''] = splitOnce(before, '?')
  const own = new Set(query.split('&').map((part) => part.split('=')[0]))
  const added = given
    .filter(([name]) => !own.has(name))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  const whole = [...(query ? [query] : []), ...added].join('&')
  return `${path}${whole && `?${whole}`}${hash === undefined ? '' : `#${hash}`}`
}

const splitOnce = (text: string, sign: string): [string, string | undefined] => {
  const at = text.indexOf(sign)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}
