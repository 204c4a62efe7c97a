import { keepPreviousData, type QueryKey, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'

/** Rows of a page. */
export const PAGE = 100

/** Who scrolls past pages more quickly does not ask for them. */
const PAUSE = 80

/** Most rows that are chosen as a stretch. */
const MOST = 10_000

/** How a page of rows is asked for. */
export type PageSource<Row> = {
  /** Names what is listed; the page's number is added. */
  key: QueryKey
  load: (page: number, signal: AbortSignal) => Promise<readonly Row[]>
}

const pagesOf = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

type Span = { from: number; to: number }

const TOP: Span = { from: 0, to: 0 }

/** Whether two stretches of pages share one. */
export const touches = (one: Span, other: Span): boolean => one.from <= other.to && other.from <= one.to

/** Pages that have been in sight for a moment: the first ones at once, others once one of them has stayed. */
const useStayed = (key: string, now: Span): Span => {
  const [stayed, setStayed] = useState({ ...now, key })
  const latest = useRef(now)
  latest.current = now
  const isOther = stayed.key !== key
  const isStayed = !isOther && stayed.from === now.from && stayed.to === now.to
  const isAtOnce = isOther || now.from === 0
  useEffect(() => {
    if (isAtOnce && !isStayed) setStayed({ ...now, key })
  })
  const isWaiting = !isStayed && !isAtOnce
  useEffect(() => {
    if (!isWaiting) return
    let before = latest.current
    const timer = setInterval(() => {
      const { current } = latest
      if (touches(before, current)) setStayed({ ...current, key })
      before = current
    }, PAUSE)
    return () => clearInterval(timer)
  }, [isWaiting, key])
  // Another list begins at its top.
  return isOther ? TOP : stayed
}

/** The rows from `first` to `last`, page by page, as they come in; `at(index)` is undefined until its page is here. */
export const usePages = <Row>(source: PageSource<Row>, first: number, last: number) => {
  const now = { from: Math.floor(first / PAGE), to: Math.floor(last / PAGE) }
  const key = useMemo(() => JSON.stringify(source.key), [source])
  const { from, to } = useStayed(key, now)
  const client = useQueryClient()
  const queryOf = (page: number) => ({
    queryKey: [...source.key, 'page', page],
    queryFn: ({ signal }: { signal: AbortSignal }) => source.load(page, signal),
    staleTime: 60_000,
    gcTime: 120_000,
  })
  const answers = useQueries({
    queries: pagesOf(from, to).map((page) => ({
      ...queryOf(page),
      ...(page === 0 && { placeholderData: keepPreviousData }),
    })),
  })
  const kept = new Map<number, readonly Row[] | undefined>()
  const rowsOf = (page: number) => {
    if (page >= from && page <= to) return answers[page - from]?.data
    if (!kept.has(page)) kept.set(page, client.getQueryData<readonly Row[]>([...source.key, 'page', page]))
    return kept.get(page)
  }
  const failed = answers.find(({ error }) => error)
  return {
    at: (index: number): Row | undefined => rowsOf(Math.floor(index / PAGE))?.[index % PAGE],
    /** The rows from one to another, also of pages that are not here yet; of no more than fit a bulk call. */
    between: async (first: number, last: number): Promise<Row[]> => {
      const end = Math.min(last, first + MOST - 1)
      const wanted = pagesOf(Math.floor(first / PAGE), Math.floor(end / PAGE))
      const rows = await Promise.all(wanted.map((page) => client.ensureQueryData(queryOf(page))))
      return rows.flatMap((some, index) =>
        some.filter((_, place) => {
          const at = (wanted[index] ?? 0) * PAGE + place
          return at >= first && at <= end
        }),
      )
    },
    error: failed?.error ?? null,
    retry: () => {
      for (const { error, refetch } of answers) if (error) void refetch()
    },
  }
}
