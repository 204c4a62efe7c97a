import type { Broadcast } from '../../contract/broadcast.ts'
import type { Results } from '../../contract/figures.ts'

/** True where results were read before the broadcast came to stand where it does: they say less than its status. */
export const isFromBefore = (results: Pick<Results, 'at'>, item: Pick<Broadcast, 'endedAt' | 'startedAt'>): boolean => {
  const since = item.endedAt ?? item.startedAt
  return since !== null && Date.parse(results.at) < Date.parse(since)
}
