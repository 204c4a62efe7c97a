import { useCall } from '@millrace/kit/web'
import type { Broadcast } from '../../contract/broadcast.ts'
import { broadcastsContract as calls } from '../../contract/calls.ts'
import type { Problem } from '../../contract/problems.ts'
import { isEditable } from '../../contract/statuses.ts'

const EVERY_MS = 5_000

/** What keeps a broadcast from being sent, looked at again after each save and now and then: a sender is verified elsewhere. */
export const useProblems = ({ id, status, revision }: Broadcast): readonly Problem[] => {
  const input = { params: { id }, query: { revision } }
  const options = { enabled: isEditable(status), staleMs: 0, everyMs: EVERY_MS, keepPrevious: true }
  return useCall(calls.checkBroadcast, input, options).data?.problems ?? []
}
