import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type Allowed, mayReach, readAllowed } from './addresses.ts'
import { isOtherPort } from './ports.ts'

/** A request to an address that somebody typed. */
export type OutgoingRequest = {
  method: string
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string
  /** For everything together, redirects included; 15 s unless told. */
  timeoutMs?: number
  /** Of the answer's body; the rest is not read. 1 MB unless told. */
  maxBytes?: number
  /** Redirects that are followed; 3 unless told. With 0 a redirect is the answer. */
  mostRedirects?: number
  /** Called when all of the body but its last byte was handed to the system; false ends the request there. */
  beforeEnd?(): boolean | void
  /** Ends it before its time. */
  signal?: AbortSignal
}

/** What came back. */
export type OutgoingAnswer = {
  status: number
  headers: Record<string, string>
  body: string
  /** The body as it came, where it is no text. */
  bytes: Buffer
  /** The body was longer than may be read. */
  isCut: boolean
  /** Where it came from in the end. */
  url: string
}

/** Why nothing came back: `forbidden` and `address` are wrong for good, the others may pass. */
export type OutgoingFault = 'forbidden' | 'address' | 'unknown-host' | 'no-connection' | 'timeout' | 'redirects'

/** A request without an answer; the message is shown to people. */
export class OutgoingError extends Error {
  readonly fault: OutgoingFault
  /** True where the whole request may have been received: what it asked for may be done. Told where `beforeEnd` was given. */
  isWritten = false
  constructor(fault: OutgoingFault, message: string) {
    super(message)
    this.fault = fault
  }
}

/** Finds the addresses of a host. */
export type Resolve = (host: string) => Promise<readonly { address: string; family: number }[]>

/** Requests that cannot reach what is not of the open internet. */
export type Outgoing = { send(request: OutgoingRequest): Promise<OutgoingAnswer> }

const MOST_REDIRECTS = 3
const TIMEOUT_MS = 15_000
const MOST_BYTES = 1_000_000

/** What may follow a redirect to another origin: nothing that only the first one should know. */
const KEPT_ELSEWHERE = new Set(['accept', 'content-type', 'user-agent', 'idempotency-key'])

type Hop = {
  method: string
  url: URL
  headers: Record<string, string>
  body: string | undefined
  beforeEnd?: (() => boolean | void) | undefined
  /** Whether its last byte was written. */
  isWritten?: boolean
}
type Raw = { status: number; headers: http.IncomingHttpHeaders; bytes: Buffer; isCut: boolean }

const read = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname)
    throw new OutgoingError('address', 'The address must start with https:// or http:// and name a host.')
  if (url.username || url.password)
    throw new OutgoingError('address', 'Put the name and password into a header, not into the address.')
  if (isOtherPort(url.port)) throw new OutgoingError('forbidden', `Requests to port ${url.port} are not allowed.`)
  return url
}

const bare = (host: string) => host.replace(/^\[|\]$/g, '')

/** The addresses of a host, all of which must be open; asked once, so that what was checked is what is connected to. */
const pinned = async (url: URL, resolve: Resolve, allowed: Allowed) => {
  const host = bare(url.hostname)
  const version = isIP(host)
  let found: readonly { address: string; family: number }[]
  try {
    found = version ? [{ address: host, family: version }] : await resolve(host)
  } catch {
    throw new OutgoingError('unknown-host', `The host ${host} cannot be found.`)
  }
  if (!found.length) throw new OutgoingError('unknown-host', `The host ${host} cannot be found.`)
  if (!found.every(({ address }) => mayReach(allowed, host, address)))
    throw new OutgoingError('forbidden', `${host} is not an address of the open internet.`)
  return found
}

const lookupOf =
  (addresses: readonly { address: string; family: number }[]): LookupFunction =>
  (_host, options, done) => {
    const [first] = addresses
    if (options.all) (done as (error: null, all: unknown) => void)(null, addresses)
    else if (first) done(null, first.address, first.family)
  }

const readBody = (response: http.IncomingMessage, maxBytes: number): Promise<{ bytes: Buffer; isCut: boolean }> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let length = 0
    const end = (isCut: boolean) => resolve({ bytes: Buffer.concat(parts).subarray(0, maxBytes), isCut })
    response.on('data', (part: Buffer) => {
      parts.push(part)
      length += part.length
      if (length <= maxBytes) return
      end(true)
      response.destroy()
    })
    response.on('end', () => end(false))
    response.on('error', reject)
  })

/** Writes a body so that it is known whether all of it left. */
const writeBody = (sent: http.ClientRequest, hop: Hop) => {
  const { body = '', beforeEnd } = hop
  if (!beforeEnd || !body) return void sent.end(hop.body)
  const bytes = Buffer.from(body)
  sent.write(bytes.subarray(0, -1), (error) => {
    if (error || sent.destroyed) return
    if (beforeEnd() === false) return void sent.destroy(new Error('The request was held back.'))
    hop.isWritten = true
    sent.end(bytes.subarray(-1))
  })
}

/** Connections that are used again, where somebody asks one host again and again; an idle one is ended before its host does. */
type Agents = { 'http:': http.Agent; 'https:': https.Agent }

const IDLE_MS = 3_000

const agentsFor = (connections: number | undefined): Agents | undefined => {
  if (!connections) return undefined
  const options = { keepAlive: true, maxSockets: connections, timeout: IDLE_MS }
  return { 'http:': new http.Agent(options), 'https:': new https.Agent(options) }
}

type Tools = { lookup: LookupFunction; maxBytes: number; signal: AbortSignal; agents: Agents | undefined }

const exchange = (hop: Hop, { lookup, maxBytes, signal, agents }: Tools): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const protocol = hop.url.protocol === 'https:' ? 'https:' : 'http:'
    const { request } = protocol === 'https:' ? https : http
    const options = {
      method: hop.method,
      headers: hop.headers,
      lookup,
      signal,
      agent: agents?.[protocol] ?? (false as const),
    }
    const sent = request(hop.url, options, (response) => {
      readBody(response, maxBytes).then(
        (read) => resolve({ status: response.statusCode ?? 0, headers: response.headers, ...read }),
        reject,
      )
    })
    sent.on('error', reject)
    writeBody(sent, hop)
  })

const redirected = (hop: Hop, status: number, location: string): Hop => {
  const url = read(URL.canParse(location, hop.url) ? new URL(location, hop.url).href : location)
  if (hop.url.protocol === 'https:' && url.protocol === 'http:')
    throw new OutgoingError('redirects', `${hop.url.host} sends on to an address that is not encrypted.`)
  const isBare = status === 303 || (status < 307 && hop.method === 'POST')
  const headers = Object.fromEntries(
    Object.entries(hop.headers).filter(([name]) => {
      if (isBare && /^content-/i.test(name)) return false
      return url.origin === hop.url.origin || KEPT_ELSEWHERE.has(name.toLowerCase())
    }),
  )
  return {
    method: isBare && hop.method !== 'HEAD' ? 'GET' : hop.method,
    url,
    headers,
    body: isBare ? undefined : hop.body,
  }
}

const firstHop = ({ method, url, headers = {}, body, beforeEnd }: OutgoingRequest): Hop => {
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
  return {
    method,
    url: read(url),
    headers: {
      ...headers,
      ...(!names.has('user-agent') && { 'user-agent': 'Millrace' }),
      'accept-encoding': 'identity',
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    },
    body,
    beforeEnd,
  }
}

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

const asAnswer = ({ status, headers, bytes, isCut }: Raw, url: URL): OutgoingAnswer => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  body: bytes.toString('utf8').replaceAll('\0', ''),
  bytes,
  isCut,
  url: url.href,
})

const faultOf = (error: unknown, host: string, ended: AbortSignal): unknown => {
  if (error instanceof OutgoingError) return error
  if (ended.aborted) return new OutgoingError('timeout', `${host} did not answer in time.`)
  const { code = '' } = error as { code?: string }
  if (/^ERR_(INVALID_(CHAR|HTTP_TOKEN)|UNESCAPED_CHARACTERS)|^ERR_HTTP_INVALID_HEADER/.test(code))
    return new OutgoingError('address', 'A header or the method of this request cannot be sent.')
  return new OutgoingError('no-connection', `The connection to ${host} broke or was refused${code && ` (${code})`}.`)
}

/** Waits for work, but no longer than until the signal. */
const within = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  signal.throwIfAborted()
  let onAbort = () => {}
  const ended = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([work, ended])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

const systemResolve: Resolve = (host) => lookup(host, { all: true, verbatim: true })

/**
 * A client for addresses that somebody typed. It finds each host once and connects to what it found, so that nobody can
 * show it one address and lead it to another; every redirect is checked in the same way. `allow` names what may be
 * reached besides the open internet.
 */
export const openOutgoing = ({
  allow = '',
  resolve = systemResolve,
  connections,
}: {
  allow?: string
  resolve?: Resolve
  /** So many connections to a host are kept and used again; without it each request has its own. */
  connections?: number
} = {}): Outgoing => {
  const allowed = readAllowed(allow)
  const agents = agentsFor(connections)
  return {
    send: async (request) => {
      const { timeoutMs = TIMEOUT_MS, maxBytes = MOST_BYTES, mostRedirects = MOST_REDIRECTS } = request
      const time = AbortSignal.timeout(timeoutMs)
      const signal = request.signal ? AbortSignal.any([time, request.signal]) : time
      let hop = firstHop(request)
      for (let redirects = 0; ; redirects++) {
        try {
          const addresses = await within(pinned(hop.url, resolve, allowed), signal)
          const raw = await exchange(hop, { lookup: lookupOf(addresses), maxBytes, signal, agents })
          const { location } = raw.headers
          if (!isRedirect(raw.status) || !location || !mostRedirects) return asAnswer(raw, hop.url)
          if (redirects === mostRedirects)
            throw new OutgoingError('redirects', `${hop.url.host} sends on and on; that is not followed.`)
          hop = redirected(hop, raw.status, location)
        } catch (error) {
          const fault = faultOf(error, hop.url.host, signal)
          if (fault instanceof OutgoingError) fault.isWritten = hop.isWritten ?? false
          throw fault
        }
      }
    },
  }
}
