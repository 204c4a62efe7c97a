import { type ApiError, askFirst, keyOf, plural, send, told, useMutate } from '@millrace/kit/web'
import { useQueryClient } from '@tanstack/react-query'
import { createElement, lazy, Suspense, useState } from 'react'
import { flowsContract as calls, type Flow } from '../../contract/index.ts'
import type { CanvasStore } from '../canvas/store.ts'
import { type KindWords, useFlowKind } from '../kind/flowKind.ts'

type Overdue = 'go-on' | 'leave'
type Found = { stepId: number | null; message: string }

const OverdueChoice = lazy(() => import('./OverdueChoice.tsx'))

/**
 * Whoever is overdue goes on at once: that is a good many mails after a long pause. Asks whether they shall, or leave; undefined
 * where the flow stays off.
 */
const askOverdue = async (flow: Flow, { one, many }: KindWords): Promise<Overdue | undefined> => {
  const known = await send(calls.getFlowState, { params: { id: flow.id } }).catch(() => undefined)
  if (!known?.state.overdue) return 'go-on'
  let chosen: Overdue = 'go-on'
  const onChoose = (choice: Overdue) => {
    chosen = choice
  }
  const isSure = await askFirst({
    title: `${plural(known.state.overdue, `${one} is`, `${many} are`)} overdue`,
    children: createElement(Suspense, { fallback: null }, createElement(OverdueChoice, { onChoose })),
    confirm: 'Switch on',
  })
  return isSure ? chosen : undefined
}

/** Switches a flow on and off, after everything is saved; what keeps it from running is shown all at once. */
export const useSwitching = (flow: Flow, store: CanvasStore) => {
  const cache = useQueryClient()
  const { words } = useFlowKind()
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
    optimistic: ({ params, body }, { patch }) => {
      const { status } = body ?? {}
      if (status) patch(calls.getFlow, ({ integration }) => ({ integration: { ...integration, status } }), { params })
    },
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
      const overdue = isOn && flow.activatedAt ? await askOverdue(flow, words) : 'go-on'
      if (!overdue) return
      const body = isOn ? ({ status: 'on', overdue } as const) : ({ status: 'deactivated-user' } as const)
      switching.mutate({ ...where, body })
    },
  }
}
