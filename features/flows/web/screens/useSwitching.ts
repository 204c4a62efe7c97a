import { type ApiError, keyOf, send, told, useMutate } from '@millrace/kit/web'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flowsContract as calls, type Flow } from '../../contract/index.ts'
import type { CanvasStore } from '../canvas/store.ts'

type Found = { stepId: number | null; message: string }

/** Switches a flow on and off, after everything is saved; what keeps it from running is shown all at once. */
export const useSwitching = (flow: Flow, store: CanvasStore) => {
  const cache = useQueryClient()
  const [problems, setProblems] = useState<Found[]>()
  const where = { params: { id: flow.id } }
  const showProblems = async (error: ApiError) => {
    const { problems: found } = await cache.fetchQuery({
      queryKey: keyOf(calls.getFlowProblems, where),
      queryFn: () => send(calls.getFlowProblems, where),
      staleTime: 0,
    })
    if (error.status === 422 && found.length) setProblems(found)
    else told.error(error.message)
  }
  const switching = useMutate(calls.updateFlow, {
    invalidates: [calls.listFlows, calls.getFlowHistory],
    success: ({ integration }) => (integration.status === 'on' ? 'Flow activated.' : 'Flow deactivated.'),
    onDone: (result) => cache.setQueryData(keyOf(calls.getFlow, where), result),
    onError: (error) => void showProblems(error),
  })
  return {
    problems,
    closeProblems: () => setProblems(undefined),
    isSwitching: switching.isPending,
    onSwitch: async (isOn: boolean) => {
      await store.settled()
      switching.mutate({ ...where, body: { status: isOn ? 'on' : 'deactivated-user' } })
    },
  }
}
