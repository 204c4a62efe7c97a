import { queryOptions, type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallDef, Input, Result } from '../contract/index.ts'
import { type ApiError, send } from './client.ts'
import { told } from './told.tsx'

/** The cache key of a call, or of a call with an input. */
export const keyOf = (definition: CallDef, input?: unknown): readonly unknown[] =>
  input === undefined ? [definition.path] : [definition.path, input]

// biome-ignore lint/complexity/noBannedTypes: the empty object is what a call without input takes
type Needed<C extends CallDef> = {} extends Input<C> ? Input<C> | undefined : Input<C>

type CallOptions = {
  enabled?: boolean
  /** How often to ask again, in milliseconds. */
  everyMs?: number
  staleMs?: number
  /** Shows the last answer while the next one loads. */
  keepPrevious?: boolean
}

/** Query options of a call, for prefetching and for `useQueries`. Stale after a minute, never tried again. */
export const queryOf = <C extends CallDef>(definition: C, input?: Needed<C>, options: CallOptions = {}) =>
  queryOptions<Result<C>, ApiError>({
    queryKey: keyOf(definition, input ?? {}),
    queryFn: ({ signal }) => (send as (...args: unknown[]) => Promise<Result<C>>)(definition, input ?? {}, { signal }),
    retry: false,
    staleTime: options.staleMs ?? 60_000,
    ...(options.enabled !== undefined && { enabled: options.enabled }),
    ...(options.everyMs !== undefined && { refetchInterval: options.everyMs }),
    ...(options.keepPrevious && { placeholderData: (previous) => previous }),
  })

/** Asks a call and keeps the answer: `useCall(listFlows, { query: { limit: 50 } })`. */
export const useCall = <C extends CallDef>(
  definition: C,
  input?: Needed<C>,
  options?: CallOptions,
): UseQueryResult<Result<C>, ApiError> => useQuery(queryOf(definition, input, options))

type MutateOptions<C extends CallDef> = {
  /** Calls whose answers are asked anew afterwards. */
  invalidates?: readonly CallDef[]
  /** Said when it worked. */
  success?: string | ((result: Result<C>, input: Input<C>) => string)
  /** Changes what is shown at once; answers a function that takes it back. */
  optimistic?: (input: Input<C>) => (() => void) | undefined
  /** Shows the error itself instead of a notice; true: nobody needs to be told. */
  onError?: ((error: ApiError) => void) | true
  onDone?: (result: Result<C>, input: Input<C>) => void
  /** Mutations of one scope run one after the other; the call's path unless told. */
  scope?: string
}

/** Takes an optimistic change back; says so, and says when even that fails. */
export const takeBack = (reverse: (() => void) | undefined, say: (message: string) => void): void => {
  if (!reverse) return
  try {
    reverse()
  } catch {
    say('There was an error while reversing a failed save. Please refresh the page.')
  }
}

/** Makes a call that changes something: `const save = useMutate(updateFlow, { invalidates: [listFlows] })`. */
export const useMutate = <C extends CallDef>(definition: C, options: MutateOptions<C> = {}) => {
  const cache = useQueryClient()
  return useMutation<Result<C>, ApiError, Input<C>, (() => void) | undefined>({
    mutationKey: [definition.method, definition.path],
    scope: { id: options.scope ?? definition.path },
    retry: false,
    mutationFn: (input) => (send as (...args: unknown[]) => Promise<Result<C>>)(definition, input),
    onMutate: (input) => options.optimistic?.(input),
    onError: (error, _input, reverse) => {
      takeBack(reverse, told.error)
      if (options.onError === true) return
      if (options.onError) options.onError(error)
      else told.error(error.message || 'Error while saving.')
    },
    onSuccess: (result, input) => {
      const { success } = options
      if (success) told.success(typeof success === 'function' ? success(result, input) : success)
      options.onDone?.(result, input)
    },
    onSettled: () =>
      Promise.all((options.invalidates ?? []).map((other) => cache.invalidateQueries({ queryKey: keyOf(other) }))),
  })
}
