import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallDef, Contract, HandlerResult, Parsed, Scope } from '../contract/index.ts'

/** Who is calling. */
export type Caller = {
  accountId: number
  /** The member, 0 for keys, share tokens and the public. */
  memberId: number
  isOwner: boolean
  isAdmin: boolean
  scopes: ReadonlySet<Scope>
  via: 'session' | 'api-key' | 'write-key' | 'share' | 'nobody'
  /** The session's row, where there is one. */
  sessionId?: string
  /** What a share token opens, for example `flow:12`. */
  share?: string
}

/** What a handler knows besides its parsed input. */
export type CallContext = Caller & { request: FastifyRequest; reply: FastifyReply }

/** One function per call. */
export type Handlers<C extends Contract> = {
  [K in keyof C]: (input: Parsed<C[K]>, context: CallContext) => Promise<HandlerResult<C[K]>> | HandlerResult<C[K]>
}

/** Finds out who calls; throws 401 or 403. The access feature provides it. */
export type Identify = (definition: CallDef, request: FastifyRequest) => Promise<Caller>
