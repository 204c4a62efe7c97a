import { keepPreviousData, type QueryKey, useQueries, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue } from 'react'

/** Rows of a page. */
export const PAGE = 100

/** Who scrolls past pages quickly does not ask for them. */
const PAUSE = 80

/** Most rows that are chosen as a stretch. */
const MOST = 10_000

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

const pagesOf = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** The rows from `first` to `last`, page by page, as they come in; `at(index)` is undefined until its page is here. */
export const usePages = <Row>(source: PageSource<Row>, first: number, last: number) => {
  const from = Math.floor(first / PAGE)
  const wanted = useDeferredValue(`${from}:${Math.floor(last / PAGE)}`)
  const [a = 0, b = 0] = wanted.split(':').map(Number)
  const client = useQueryClient()
  const queryOf = (page: number, isHurried = page === 0) => ({
    queryKey: [...source.key, 'page', page],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      if (!isHurried) await pause(signal)
      return source.load(page, signal)
    },
    staleTime: 60_000,
    gcTime: 120_000,
  })
  const pages = pagesOf(a, b)
  const answers = useQueries({
    queries: pages.map((page) => ({ ...queryOf(page), ...(page === 0 && { placeholderData: keepPreviousData }) })),
  })
  const failed = answers.find(({ error }) => error)
  return {
    at: (index: number): Row | undefined => answers[Math.floor(index / PAGE) - a]?.data?.[index % PAGE],
    /** The rows from one to another, also of pages that are not here yet; of no more than fit a bulk call. */
    between: async (first: number, last: number): Promise<Row[]> => {
      const end = Math.min(last, first + MOST - 1)
      const wanted = pagesOf(Math.floor(first / PAGE), Math.floor(end / PAGE))
      const rows = await Promise.all(wanted.map((page) => client.ensureQueryData(queryOf(page, true))))
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
