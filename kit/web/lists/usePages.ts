import { keepPreviousData, type QueryKey, useQueries } from '@tanstack/react-query'
import { useDeferredValue } from 'react'

/** Rows of a page. */
export const PAGE = 100

/** Who scrolls past pages quickly does not ask for them. */
const PAUSE = 80

/** How a page of rows is asked for. */
export type PageSource<Row> = {
  /** Names what is listed; the page's number is added. */
  key: QueryKey
  load: (page: number, signal: AbortSignal) => Promise<readonly Row[]>
}

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, PAUSE)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

/** The rows from `first` to `last`, page by page, as they come in; `at(index)` is undefined until its page is here. */
export const usePages = <Row>(source: PageSource<Row>, first: number, last: number) => {
  const from = Math.floor(first / PAGE)
  const wanted = useDeferredValue(`${from}:${Math.floor(last / PAGE)}`)
  const [a = 0, b = 0] = wanted.split(':').map(Number)
  const pages = Array.from({ length: b - a + 1 }, (_, index) => a + index)
  const answers = useQueries({
    queries: pages.map((page) => ({
      queryKey: [...source.key, 'page', page],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        if (page > 0) await pause(signal)
        return source.load(page, signal)
      },
      staleTime: 60_000,
      gcTime: 120_000,
      ...(page === 0 && { placeholderData: keepPreviousData }),
    })),
  })
  const failed = answers.find(({ error }) => error)
  return {
    at: (index: number): Row | undefined => answers[Math.floor(index / PAGE) - a]?.data?.[index % PAGE],
    error: failed?.error ?? null,
    retry: () => {
      for (const { error, refetch } of answers) if (error) void refetch()
    },
  }
}
