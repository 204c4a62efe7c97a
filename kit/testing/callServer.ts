import { randomUUID } from 'node:crypto'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import { allows, type CallDef, type Contract, type Input, type Result, type Scope } from '../contract/index.ts'
import type { Caller, Identify } from '../server/handler.ts'
import type { AnyFeatureServer } from '../server/house.ts'
import { prepareServer, registerCalls } from '../server/http.ts'
import { forbidden, notSignedIn } from '../server/refusal.ts'

/** Who calls in a test: an account and, unless it is the owner, what they may do. */
export type TestCaller = {
  accountId: number
  memberId?: number
  isOwner?: boolean
  isAdmin?: boolean
  scopes?: readonly Scope[]
  via?: Caller['via']
  sessionId?: string
  share?: string
}

/** What came back. `body` is parsed where it is JSON. */
export type Reply<B = unknown> = { status: number; body: B; headers: Record<string, unknown>; text: string }

type Calls<F extends readonly AnyFeatureServer[]> = Merged<F[number]['contract']>
type Merged<U> = (U extends unknown ? (part: U) => void : never) extends (all: infer I) => void ? I : never
type CallOf<C, K extends keyof C> = C[K] extends CallDef ? C[K] : never

/** Calls as one caller. */
export type TestClient<C> = {
  /** The reply as it came, whatever its status. Input that the types refuse may be given with `as never`. */
  send<K extends keyof C & string>(
    name: K,
    input: Input<CallOf<C, K>>,
    headers?: Record<string, string>,
  ): Promise<Reply<Result<CallOf<C, K>>>>
  /** The result; throws where the call was refused. */
  call<K extends keyof C & string>(name: K, input: Input<CallOf<C, K>>): Promise<Result<CallOf<C, K>>>
}

/** A server with some features on it. */
export type TestServer<C> = {
  as(caller: TestCaller): TestClient<C>
  /** Calls as somebody who is not signed in. */
  nobody: TestClient<C>
  fastify: FastifyInstance
}

const HEADER = 'x-test-caller'
const NOBODY: Caller = { accountId: 0, memberId: 0, isOwner: false, isAdmin: false, scopes: new Set(), via: 'nobody' }

const identifyFrom =
  (callers: Map<string, Caller>): Identify =>
  async (definition, request) => {
    const caller = callers.get(String(request.headers[HEADER]))
    const { auth = 'member', scopes } = definition
    if (auth === 'public') return caller ?? NOBODY
    if (!caller) throw notSignedIn()
    if (auth === 'admin' && !caller.isAdmin) throw forbidden('You are not allowed to do that.')
    if (!allows(caller, scopes)) throw forbidden('You are not allowed to do that.')
    return caller
  }

const asText = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value))

const addressOf = (definition: CallDef, { params = {}, query = {} }: { params?: object; query?: object }) => {
  const path = definition.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(asText((params as Record<string, unknown>)[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) search.append(name, asText(each))
  }
  return search.size ? `${path}?${search}` : path
}

const bodyOf = (definition: CallDef, body: unknown): Pick<InjectOptions, 'payload' | 'headers'> => {
  if (body === undefined) return {}
  if (definition.bodyType !== 'form') {
    return { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  }
  const payload = new URLSearchParams(body as Record<string, string>).toString()
  return { payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
}

const parsed = (text: string, type: unknown) => (String(type).includes('json') && text ? JSON.parse(text) : text)

const clientFor = <C>(fastify: FastifyInstance, contract: Contract, key: string): TestClient<C> => {
  const send = async (
    name: string,
    input: { params?: object; query?: object; body?: unknown },
    more: Record<string, string> = {},
  ) => {
    const definition = contract[name]!
    const { payload, headers } = bodyOf(definition, input.body)
    const reply = await fastify.inject({
      method: definition.method,
      url: addressOf(definition, input),
      payload,
      headers: { ...headers, ...more, [HEADER]: key },
    })
    const body = parsed(reply.payload, reply.headers['content-type'])
    return { status: reply.statusCode, body, headers: reply.headers, text: reply.payload }
  }
  return {
    send: send as never,
    call: (async (name: string, input: object) => {
      const { status, body, text } = await send(name, input)
      if (status >= 400) throw new Error(`${name} answered ${status}: ${text}`)
      return body
    }) as never,
  }
}

/** A server with these features, where a test says who calls. */
export const callServer = async <const F extends readonly AnyFeatureServer[]>(
  ...features: F
): Promise<TestServer<Calls<F>>> => {
  const fastify = Fastify({ routerOptions: { ignoreTrailingSlash: true, maxParamLength: 4_096 } })
  await fastify.register(formbody)
  prepareServer(fastify)
  const callers = new Map<string, Caller>()
  const identify = identifyFrom(callers)
  const contract: Contract = {}
  for (const feature of features) {
    Object.assign(contract, feature.contract)
    registerCalls(fastify, feature.contract, feature.handlers as never, { identify, checkReplies: true })
    if (feature.routes) await fastify.register(async (scope) => feature.routes?.(scope))
  }
  await fastify.ready()
  return {
    fastify,
    nobody: clientFor(fastify, contract, ''),
    as: ({ memberId = 0, isOwner = false, isAdmin = false, scopes = [], via = 'session', ...rest }) => {
      const key = randomUUID()
      callers.set(key, { memberId, isOwner, isAdmin, scopes: new Set(scopes), via, ...rest })
      return clientFor(fastify, contract, key)
    },
  }
}
