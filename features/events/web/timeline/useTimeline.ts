import { allows } from '@millrace/kit/contract'
import { type ApiError, send, useSignedIn } from '@millrace/kit/web'
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { listPersonEvents } from '../../contract/calls.ts'
import type { PersonEvent } from '../../contract/index.ts'
import { type TimelineEntry, type TimelineSource, timelineSources } from '../ports.ts'

const PER_PAGE = 100
const EVERY_MS = 15_000

/** One line of a timeline: an event, or what a higher feature tells. */
export type TimelineItem = { key: string; at: string } & (
  | { event: PersonEvent }
  | { entry: TimelineEntry; mark: TimelineSource['mark'] }
)

const useEvents = (personId: number, kind: string, enabled: boolean) =>
  useInfiniteQuery({
    queryKey: [listPersonEvents.path, personId, kind],
    enabled,
    queryFn: ({ pageParam, signal }) =>
      send(
        listPersonEvents,
        {
          params: { id: personId },
          query: { limit: PER_PAGE, ...(kind && { source: kind }), ...(pageParam && { cursor: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ paging, events }) => (events.length < PER_PAGE ? undefined : (paging.after ?? undefined)),
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 0) > 1 ? false : EVERY_MS),
  })

const newestFirst = (a: TimelineItem, b: TimelineItem) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)

/** The story of a person, page by page: events, and between them what higher features tell, as far back as events are there. */
export const useTimeline = (personId: number, kind: string) => {
  const signedIn = useSignedIn()
  const known = useQuery({
    queryKey: ['timeline sources'],
    queryFn: timelineSources,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const sources = (known.data?.sources ?? []).filter(({ scope }) => !scope || allows(signedIn, [scope]))
  const isOfSource = sources.some(({ id }) => id === kind)
  const events = useEvents(personId, isOfSource ? '' : kind, !isOfSource)
  const wanted = sources.filter(({ id }) => kind === '' || kind === id)
  const others = useQueries({
    queries: wanted.map(({ id, load }) => ({
      queryKey: ['timeline', id, personId],
      queryFn: () => load(personId),
      refetchInterval: EVERY_MS,
      retry: false,
    })),
  })
  const told = isOfSource ? [] : (events.data?.pages.flatMap((page) => page.events) ?? [])
  const since = !isOfSource && events.hasNextPage ? (told.at(-1)?.createdAt ?? '9') : ''
  const items: TimelineItem[] = [
    ...told.map((event) => ({ key: `event ${event.id}`, at: event.createdAt, event })),
    ...others.flatMap(({ data }, index) => {
      const source = wanted[index]
      return (data ?? [])
        .filter(({ at }) => at >= since)
        .map((entry) => ({ key: `${source?.id} ${entry.key}`, at: entry.at, entry, mark: source?.mark ?? 'person' }))
    }),
  ].sort(newestFirst)
  const { fetchNextPage, isFetchingNextPage } = events
  const load = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const failed = (isOfSource ? others.find(({ error }) => error)?.error : events.error) as ApiError | null | undefined
  return {
    items,
    sources,
    Subject: known.data?.EventSubject,
    error: failed ?? undefined,
    isPending: isOfSource ? others.some(({ isPending }) => isPending) : events.isPending,
    refetch: () => {
      void events.refetch()
      for (const other of others) void other.refetch()
    },
    more: !isOfSource && events.hasNextPage ? { load, isLoading: isFetchingNextPage } : undefined,
  }
}
