import { useCall } from '@millrace/kit/web'
import { flowsContract as calls, type FlowState } from '../../contract/index.ts'

const FINE: FlowState = { troubles: [], walks: [], notices: [], overdue: 0 }
const EVERY_MS = 5_000

/** How a flow is doing, as it was last told. One part of a screen keeps it live: `isLive`. */
export const useFlowState = (flowId: number, isLive = false): FlowState => {
  const { data } = useCall(
    calls.getFlowState,
    { params: { id: flowId } },
    { staleMs: EVERY_MS, keepPrevious: true, ...(isLive && { everyMs: EVERY_MS }) },
  )
  return data?.state ?? FINE
}
