import { type ApiError, askFirst, keyOf, plural, send, told, useMutate } from '@millrace/kit/web'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flowsContract as calls, type Flow } from '../../contract/index.ts'
import type { CanvasStore } from '../canvas/store.ts'

type Found = { stepId: number | null; message: string }

/** Whoever is overdue goes on at once: that is a good many mails after a long pause. */
const mayGoOn = async (flow: Flow): Promise<boolean> => {
  const known = await send(calls.getFlowState, { params: { id: flow.id } }).catch(() => undefined)
  if (!known?.state.overdue) return true
  return askFirst({
    title: `${plural(known.state.overdue, 'person is', 'people are')} overdue`,
    children:
      'Their time came while the flow was off. They go on at once when it is switched on, and mails may be sent to them right away.',
    confirm: 'Switch on',
  })
}

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
      if (isOn && flow.activatedAt && !(await mayGoOn(flow))) return
      switching.mutate({ ...where, body: { status: isOn ? 'on' : 'deactivated-user' } })
    },
  }
}
