import { askFor, type PageSource, ROWS_PER_PAGE, readSort, send } from '@millrace/kit/web'
import { useMemo, useState } from 'react'
import { type ObjectRecord, objectsContract } from '../../contract/index.ts'

/** Which objects are listed. */
export type Wanted = {
  objectName: string
  search: string
  sort: string | undefined
  isArchived: boolean
  segmentId: number | undefined
}

type Loaded = { rows: readonly ObjectRecord[]; total: number; isExact: boolean }

const orderOf = (sort: string | undefined) => {
  const order = readSort(sort)
  return order && { sort: order.by, order: order.isDown ? ('desc' as const) : ('asc' as const) }
}

const search = async (
  { objectName, search: query, segmentId, isArchived }: Wanted,
  page: number,
  signal: AbortSignal,
) => {
  const offset = page * ROWS_PER_PAGE
  const input = {
    params: { objectName },
    query: {
      query,
      limit: ROWS_PER_PAGE,
      offset,
      ...(segmentId !== undefined && { segmentId }),
      ...(isArchived && { archived: true }),
    },
  }
  const { objects, hasMore } = await send(objectsContract.searchObjects, input, { signal })
  return { rows: objects, total: offset + objects.length + (hasMore ? ROWS_PER_PAGE : 0), isExact: !hasMore }
}

const loadPage = async (wanted: Wanted, page: number, signal: AbortSignal): Promise<Loaded> => {
  if (wanted.search) return search(wanted, page, signal)
  const { objectName, sort, isArchived, segmentId } = wanted
  const query = { limit: ROWS_PER_PAGE, offset: page * ROWS_PER_PAGE, ...orderOf(sort) }
  if (segmentId !== undefined) {
    const input = { params: { objectName, segmentId }, query }
    const { objects, total } = await send(objectsContract.listSegmentObjects, input, { signal })
    return { rows: objects, total, isExact: true }
  }
  const input = { params: { objectName }, query: { ...query, ...(isArchived && { archived: true }) } }
  const { objects, total } = await (page === 0
    ? askFor(objectsContract.listObjects, input)
    : send(objectsContract.listObjects, input, { signal }))
  return { rows: objects, total, isExact: true }
}

/**
 * The objects of a list, a segment or a search, page by page. `total` is undefined until the first page is here; of a search
 * it grows as one scrolls, because a search does not count.
 */
export const useObjectsSource = (wanted: Wanted): { source: PageSource<ObjectRecord>; total: number | undefined } => {
  const { objectName, search: text, sort, isArchived, segmentId } = wanted
  const key = [objectName, text, sort ?? '', isArchived, segmentId ?? ''].join('|')
  const [listed, setListed] = useState<{ key: string; total: number }>()
  const source = useMemo<PageSource<ObjectRecord>>(() => {
    const now = { objectName, search: text, sort, isArchived, segmentId }
    return {
      key: [objectsContract.listObjects.path, key],
      load: async (page, signal) => {
        const { rows, total, isExact } = await loadPage(now, page, signal)
        setListed((before) => {
          const isSame = before?.key === key
          return { key, total: isSame && !isExact ? Math.max(before.total, total) : total }
        })
        return rows
      },
    }
  }, [objectName, text, sort, isArchived, segmentId, key])
  return { source, total: listed?.key === key ? listed.total : undefined }
}
