import { addressOf } from '../contract/address.ts'
import type { CallDef, Input, Result } from '../contract/call.ts'

/** What went wrong with a call, as people may read it. */
export class ApiError extends Error {
  /** HTTP status; 0 where the server was not reached. */
  readonly status: number
  override readonly name: string
  readonly retryAfter?: number
  readonly issues: readonly { path: (string | number)[]; message: string }[]
  constructor(status: number, name: string, message: string, retryAfter?: number, issues: ApiError['issues'] = []) {
    super(message)
    this.status = status
    this.name = name
    this.retryAfter = retryAfter
    this.issues = issues
  }
}

/** The sentence of anything that was thrown, for a person to read. */
export const sentenceOf = (error: unknown, fallback = 'Unknown error.'): string =>
  (error as Partial<Error> | null | undefined)?.message || fallback

/** What is wrong with a refused form, by field: `{ email: 'Please enter a full email address.' }`. */
export const issuesByField = (error: unknown): Record<string, string> => {
  const found: Record<string, string> = {}
  if (!(error instanceof ApiError)) return found
  for (const { path, message } of error.issues) found[path.slice(1).join('.')] ??= message
  return found
}

type Raw = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
/** What a call is sent with; the input may be left out where the call needs none. */
export type Args<C extends CallDef> =
  Record<never, never> extends Input<C> ? [input?: Input<C> | undefined] : [input: Input<C>]

const signedOutListeners = new Set<() => void>()
/** Calls `listener` when the server says that nobody is signed in any more. */
export const onSignedOut = (listener: () => void): (() => void) => {
  signedOutListeners.add(listener)
  return () => signedOutListeners.delete(listener)
}

/** The sign-in screen's address, leading back to `origin` afterwards. */
export const loginAddress = (origin: string): string =>
  origin === '/' || origin.startsWith('/login') ? '/login' : `/login?origin=${encodeURIComponent(origin)}`

/** Where to go after signing in: `origin` where it is a path of ours, else home. */
export const safeOrigin = (origin: string | null | undefined): string =>
  origin && /^\/(?![/\\])/.test(origin) && !origin.startsWith('/login') ? origin : '/'

const bodyOf = (definition: CallDef, input: Raw): RequestInit => {
  if (input.body === undefined) return {}
  if (definition.bodyType === 'form') return { body: new URLSearchParams(input.body as Record<string, string>) }
  return { body: JSON.stringify(input.body), headers: { 'content-type': 'application/json' } }
}

const refusal = async (definition: CallDef, reply: Response): Promise<ApiError> => {
  const told = (await reply.json().catch(() => null)) as { error?: Partial<ApiError> } | null
  const { name = 'Unknown', message, retryAfter, issues } = told?.error ?? {}
  return new ApiError(reply.status, name, message || definition.fail, retryAfter, issues)
}

/** Calls the server. Throws `ApiError`. A call takes at most `timeoutMs`, 30 seconds unless told, and is never tried again. */
export const send = async <C extends CallDef>(
  definition: C,
  ...[input, init]: [...Args<C>, init?: RequestInit & { timeoutMs?: number }]
): Promise<Result<C>> => {
  const raw = (input ?? {}) as Raw
  const { timeoutMs = 30_000, signal, ...rest } = (init ?? {}) as RequestInit & { timeoutMs?: number }
  const timeout = AbortSignal.timeout(timeoutMs)
  let reply: Response
  try {
    reply = await fetch(addressOf(definition, raw), {
      method: definition.method,
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...bodyOf(definition, raw),
      ...rest,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(
      0,
      'Unreachable',
      'We are having issues connecting to our servers. Please check your internet connection and reload.',
    )
  }
  if (reply.status >= 300) {
    const error = await refusal(definition, reply)
    if (error.status === 401 && error.name === 'NotSignedIn') for (const listener of signedOutListeners) listener()
    throw error
  }
  if (definition.stream) return reply.body?.pipeThrough(new TextDecoderStream()) as never
  return (reply.status === 204 ? undefined : await reply.json()) as Result<C>
}
