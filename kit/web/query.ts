import {
  QueryClient,
  queryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { CallDef, Input, Result } from '../contract/call.ts'
import { type ApiError, send, sentenceOf } from './client.ts'
import { type Answers, beginOptimistic } from './data/optimistic.ts'
import { holdSave } from './data/pendingSaves.ts'
import { keyOf } from './data/queryKey.ts'
import { told } from './told.tsx'

const MINUTE = 60_000

/** Said when a change that was already shown could not be saved. */
export const SAVE_FAILED = 'Error while saving.'
/** Said when such a change could not even be taken back. */
export const UNDO_FAILED = 'There was an error while reversing a failed save. Please refresh the page.'

/** The store of what the server answered. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: MINUTE,
      gcTime: 5 * MINUTE,
      retry: false,
      refetchOnWindowFocus: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

type Needed<C extends CallDef> = Record<never, never> extends Input<C> ? Input<C> | undefined : Input<C>

/** How an answer is kept and asked for again. */
export type CallOptions = {
  enabled?: boolean
  /** How often to ask again, in milliseconds. */
  everyMs?: number | false
  staleMs?: number
  /** Shows the last answer while the next one loads. */
  keepPrevious?: boolean
}

/** Query options of a call, for prefetching and for `useQueries`. Stale after a minute, never tried again. */
export const queryOf = <C extends CallDef>(definition: C, input?: Needed<C>, options: CallOptions = {}) =>
  queryOptions<Result<C>, ApiError>({
    queryKey: keyOf(definition, input ?? {}),
    // The store takes no undefined answer.
    queryFn: async ({ signal }) =>
      (await (send as (...args: unknown[]) => Promise<Result<C>>)(definition, input ?? {}, { signal })) ??
      (null as never),
    retry: false,
    staleTime: options.staleMs ?? MINUTE,
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

/** Asks outside a component, or takes the fresh answer that is there. */
export const askFor = <C extends CallDef>(definition: C, input?: Needed<C>): Promise<Result<C>> =>
  queryClient.fetchQuery(queryOf(definition, input))

/** Makes the kept answers of these calls old: those on screen are asked for anew. */
export const forget = async (...definitions: CallDef[]): Promise<void> => {
  await Promise.all(definitions.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })))
}

/** Changes the kept answers of a call in place, for example after a save answered the new row. */
export const patchAnswers = <C extends CallDef>(
  definition: C,
  change: (answer: Result<C>) => Result<C>,
  input?: Input<C>,
): void => {
  const queryKey = input === undefined ? [definition.path] : keyOf(definition, input)
  queryClient.setQueriesData<Result<C>>({ queryKey }, (answer) => (answer ? change(answer) : undefined))
}

/** How a changing call behaves. */
export type MutateOptions<C extends CallDef> = {
  /** Calls whose answers are asked anew afterwards. */
  invalidates?: readonly CallDef[]
  /** Said when it worked. */
  success?: string | ((result: Result<C>, input: Input<C>) => string)
  /**
   * Changes what is shown at once. `answers.patch(listTags, (old) => …)` is taken back by itself when the call is refused; for
   * anything else, answer a function that takes it back.
   */
  optimistic?: (input: Input<C>, answers: Answers) => (() => void) | undefined | void
  /** Shows the error itself instead of a notice; true: nobody needs to be told. */
  onError?: ((error: ApiError) => void) | true
  onDone?: (result: Result<C>, input: Input<C>) => void
  /** Mutations of one scope run one after the other; the call's path unless told. */
  scope?: string
  /** Milliseconds until the call is given up; 30 s unless told. */
  timeoutMs?: number
}

/** Takes an optimistic change back; says so where even that fails. */
export const takeBack = async (
  reverse: (() => void | Promise<void>) | undefined,
  say: (message: string) => void,
): Promise<boolean> => {
  try {
    await reverse?.()
    return true
  } catch {
    say(UNDO_FAILED)
    return false
  }
}

type Begun = { release: ReturnType<typeof holdSave>; keep?: () => void; reverse?: () => Promise<void> }

const begin = <C extends CallDef>(
  client: QueryClient,
  input: Input<C>,
  write: MutateOptions<C>['optimistic'],
): Begun => {
  const release = holdSave()
  if (!write) return { release }
  const { keep, undo, result } = beginOptimistic(client, (answers) => write(input, answers))
  const reverse = async () => {
    if (typeof result === 'function') result()
    await undo()
  }
  return { release, keep, reverse }
}

/**
 * Makes a call that changes something: `const save = useMutate(updateFlow, { invalidates: [listFlows] })`, then
 * `save.mutate(input)`. One at a time per scope, never tried again; a failure is told; leaving the page meanwhile asks first.
 */
export const useMutate = <C extends CallDef>(definition: C, options: MutateOptions<C> = {}) => {
  const client = useQueryClient()
  return useMutation<Result<C>, ApiError, Input<C>, Begun>({
    mutationKey: [definition.method, definition.path],
    scope: { id: options.scope ?? definition.path },
    retry: false,
    mutationFn: (input) =>
      (send as (...args: unknown[]) => Promise<Result<C>>)(definition, input, { timeoutMs: options.timeoutMs }),
    onMutate: (input) => begin(client, input, options.optimistic),
    onError: async (error, _input, begun) => {
      begun?.release('failed')
      const isBack = await takeBack(begun?.reverse, told.error)
      if (options.onError === true || !isBack) return
      if (options.onError) options.onError(error)
      else if (begun?.reverse) told.error(SAVE_FAILED, sentenceOf(error))
      else told.error(error.message || SAVE_FAILED)
    },
    onSuccess: (result, input, begun) => {
      begun.keep?.()
      begun.release('saved')
      const { success } = options
      if (success) told.success(typeof success === 'function' ? success(result, input) : success)
      options.onDone?.(result, input)
    },
    onSettled: () => {
      for (const other of options.invalidates ?? []) void client.invalidateQueries({ queryKey: [other.path] })
    },
  })
}
