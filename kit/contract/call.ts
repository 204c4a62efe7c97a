import type { Scope } from './scopes.ts'

/** The part of a zod schema that the types need; comparing whole ZodObjects makes the compiler slow. */
// biome-ignore lint/suspicious/noExplicitAny: variance: a schema of anything must be assignable here
export type Schema<I = any, O = any> = { readonly _zod: { readonly input: I; readonly output: O } }

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call.
 * - `member`: a signed-in member, or an API key with the scopes
 * - `session`: a signed-in member only (no API key)
 * - `member-or-share`: as `member`, or the holder of a read-only share token
 * - `write-key`: a site's write key, or an API key
 * - `public`: anyone
 * - `admin`: a platform administrator
 */
export type Auth = 'member' | 'session' | 'member-or-share' | 'public' | 'write-key' | 'admin'

/** One call, declared once: route, parsing, permission, typed client, OpenAPI and docs derive from it. */
export type CallDef = {
  method: Method
  path: `/${string}`
  auth?: Auth
  scopes?: readonly Scope[]
  /** `any`: other origins may call it from a browser, without cookies. */
  cors?: 'any'
  params?: Schema
  query?: Schema
  body?: Schema
  bodyType?: 'json' | 'form'
  /** Largest body in bytes; 1 MiB unless told. */
  bodyLimit?: number
  status?: 200 | 201 | 202 | 204 | 302
  returns?: Schema
  stream?: 'text'
  /** One line for the docs page. */
  summary: string
  /** Shown when the server gives no message of its own; the spec's words. */
  fail: string
  limit?: { max: number; windowSec: number }
  /** A GET that does something: as with other methods, a foreign page cannot make a member's browser send it. */
  acts?: true
  /** The call is ours, not in the specification. */
  addition?: true
}

type ParamNames<P extends string> = P extends `${string}{${infer N}}${infer R}` ? N | ParamNames<R> : never

type Checked<C extends CallDef> =
  ParamNames<C['path']> extends infer N extends string
    ? [N] extends [never]
      ? C & { params?: undefined }
      : C['params'] extends Schema<infer _I, infer S>
        ? keyof S extends N
          ? N extends keyof S
            ? unknown
            : { params: `missing {${N}}` }
          : { params: 'unknown path parameter' }
        : { params: 'path parameters need a schema' }
    : never

/** Declares a call. The compiler checks that every `{name}` in the path has a schema and none is left over. */
export const call = <const C extends CallDef>(definition: C & Checked<NoInfer<C>>): C => definition

/** Calls by name. */
export type Contract = Record<string, CallDef>

type In<S> = S extends { _zod: { input: infer I } } ? I : never
type Out<S> = S extends { _zod: { output: infer O } } ? O : never
// biome-ignore lint/complexity/noBannedTypes: the empty object is what an absent part contributes
type Part<K extends string, V> = [V] extends [never] ? {} : {} extends V ? { [P in K]?: V } : { [P in K]: V }

/** What a client passes. */
export type Input<C extends CallDef> = Part<'params', In<C['params']>> &
  Part<'query', In<C['query']>> &
  Part<'body', In<C['body']>>

/** What a handler receives: parsed. */
export type Parsed<C extends CallDef> = { params: Out<C['params']>; query: Out<C['query']>; body: Out<C['body']> }

/** What a client gets. */
export type Result<C extends CallDef> = C extends { stream: 'text' }
  ? AsyncIterable<string>
  : C extends { status: 302 }
    ? { location: string }
    : C extends { returns: { _zod: { output: infer O } } }
      ? O
      : void

/** What a handler returns. */
export type HandlerResult<C extends CallDef> = C extends { stream: 'text' }
  ? AsyncIterable<string>
  : C extends { status: 302 }
    ? { location: string }
    : C extends { returns: { _zod: { input: infer I } } }
      ? I
      : void
