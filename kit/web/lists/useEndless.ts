import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { CallDef, Input, Result } from '../../contract/call.ts'
import { type ApiError, send } from '../client.ts'
import { keyOf } from '../data/queryKey.ts'

type Page = { next: string | null }
type Sent<P> = (definition: CallDef, input: object, about: { signal: AbortSignal }) => Promise<P>

/**
 * Pages of a call that goes on behind a `cursor` and says its `next`; hand `onEnd` to a list. The pages before stay on screen
 * while others load. `input` goes without a cursor.
 */
export const useEndless = <C extends CallDef>(definition: C, input: Input<C>, staleMs = 5_000) => {
  type P = Result<C> & Page
  const { query } = input as { query?: object }
  const answer = useInfiniteQuery<P, ApiError, { pages: P[] }, readonly unknown[], string>({
    queryKey: [...keyOf(definition, input), 'endless'],
    queryFn: ({ pageParam, signal }) =>
      (send as unknown as Sent<P>)(
        definition,
        { ...input, query: { ...query, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: staleMs,
    retry: false,
  })
  const { data, error, refetch, hasNextPage, isFetching, isPlaceholderData, fetchNextPage } = answer
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage])
  return {
    pages: data?.pages,
    first: data?.pages[0],
    /** The pages are those of the input before. */
    isBefore: isPlaceholderData,
    error,
    refetch,
    onEnd: hasNextPage && !isFetching && !error ? more : undefined,
  }
}
