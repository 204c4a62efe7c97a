import { queryOf } from '@millrace/kit/web'
import { useQueries } from '@tanstack/react-query'
import { type Broadcast, METRICS_CHUNK } from '../../contract/broadcast.ts'
import { broadcastsContract as calls } from '../../contract/calls.ts'
import { hasFigures } from '../../contract/statuses.ts'
import type { ListedBroadcast, ListedFigures } from './broadcastColumns.tsx'

const isToAsk = ({ status, sendAt, cachedMetric }: Broadcast) =>
  hasFigures(status) && sendAt !== null && (!cachedMetric || cachedMetric.isStale)

const chunks = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / METRICS_CHUNK) }, (_, n) =>
    ids.slice(n * METRICS_CHUNK, (n + 1) * METRICS_CHUNK),
  )

const EVERY_MS = 10_000

/** Broadcasts with their figures: those that are kept, the others asked for in chunks in the order in which they were sent. */
export const useFigures = (items: readonly Broadcast[] | undefined): ListedBroadcast[] | undefined => {
  const asked = (items ?? []).filter(isToAsk).sort((a, b) => String(b.sendAt).localeCompare(String(a.sendAt)))
  const answers = useQueries({
    queries: chunks(asked.map(({ id }) => id)).map((ids) =>
      queryOf(calls.broadcastFigures, { query: { ids } }, { staleMs: EVERY_MS, keepPrevious: true }),
    ),
  })
  if (!items) return undefined
  const fresh = new Map<number, ListedFigures>()
  for (const { data } of answers)
    for (const { id, delivered, opened, clicked } of data?.figures ?? [])
      fresh.set(id, { delivered, open: opened, click: clicked })
  const hasFailed = answers.some(({ isError }) => isError)
  return items.map((item) => {
    const nothing = hasFailed || !hasFigures(item.status) ? null : undefined
    return { ...item, figures: fresh.get(item.id) ?? item.cachedMetric?.data ?? nothing }
  })
}
