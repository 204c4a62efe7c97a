import { type CallDef, type Contract, type Input, type Result, SCOPES } from '@millrace/kit/contract'
import type { CallContext } from '@millrace/kit/server'
import type { z } from 'zod'
import type { Features } from '../features.ts'

type Parts = { params?: unknown; query?: unknown; body?: unknown }

/** Makes calls inside the process, as the owner of an account: parsed and handled like those that come by HTTP. */
export type Caller = <C extends Contract, K extends keyof C & string>(
  contract: C,
  name: K,
  input: Input<C[K]>,
) => Promise<Result<C[K]>>

const parsed = (definition: CallDef, { params, query, body }: Parts) => {
  const read = (schema: unknown, value: unknown) => (schema ? (schema as z.ZodType).parse(value) : undefined)
  return {
    params: read(definition.params, params),
    query: read(definition.query, query ?? {}),
    body: read(definition.body, body),
  }
}

/** A caller for one account. The handlers that it is for look at who calls, never at a request. */
export const callerOf = ({ list }: Features, accountId: number, memberId: number): Caller => {
  const who = { accountId, memberId, isOwner: true, isAdmin: false, scopes: new Set(SCOPES), via: 'session' as const }
  return async (contract, name, input) => {
    const handle = list.flatMap(({ handlers }) => (handlers as Record<string, unknown>)[name] ?? [])[0] as
      | ((parts: unknown, context: CallContext) => Promise<never>)
      | undefined
    const definition = contract[name]
    if (!handle || !definition) throw new Error(`No feature answers ${name}.`)
    return handle(parsed(definition, input as Parts), who as unknown as CallContext)
  }
}
