import { z } from 'zod'

// Other signs, such as a semicolon, would begin another rule where the address stands in a Content-Security-Policy.
const PLAIN_HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/

const problemOf = (text: string): string | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol))
    return 'must be an address that starts with http:// or https://'
  if (url.username || url.password) return 'must be an address without a user name or password'
  if (!PLAIN_HOST.test(url.hostname)) return 'must be an address with a host name of letters, digits, dots and dashes'
  return undefined
}

/** An address of the web that is safe to stand in headers and pages: http or https, no credentials, a plain host. */
export const webAddress = z.string().transform((text, context) => {
  const problem = problemOf(text)
  if (problem) context.addIssue(problem)
  return problem ? text : new URL(text).href
})

/** An origin: an address of the web without a path. */
export const webOrigin = webAddress.transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && (url.pathname !== '/' || url.search || url.hash)) context.addIssue('must be an address without a path')
  return url?.origin ?? text
})
