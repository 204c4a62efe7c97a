import { keyOf, told } from '@millrace/kit/web'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { flowsContract as calls, type Flow } from '../../contract/index.ts'
import type { StepPart } from '../canvas/document.ts'
import { documentOf, flowApi } from '../canvas/fromFlow.ts'
import { type CanvasState, type CanvasStore, createCanvasStore } from '../canvas/store.ts'

/** A question that a dialog asks before a gesture goes on. */
export type Question = { kind: 'edit-active' } | { kind: 'recompute'; step: string; people: number }
type Asked = Question & { answer(value: boolean | undefined): void }

/** The canvas's store of one flow, and the question it is waiting for. */
export type FlowStore = {
  store: CanvasStore
  state: CanvasState
  question?: Asked
  /** Asks about people who wait at a step; undefined: the member cancelled. */
  askRecompute(step: StepPart, people: number): Promise<boolean | undefined>
}

const leaveWarning = (event: BeforeUnloadEvent) => event.preventDefault()

/** Keeps the flow of the server and the canvas's document in step. Editing an active flow is confirmed once per visit. */
export const useFlowStore = (flow: Flow, isReadOnly: boolean): FlowStore => {
  const cache = useQueryClient()
  const [question, setQuestion] = useState<Asked>()
  const isConfirmed = useRef(false)
  const isOn = useRef(flow.status === 'on')
  const recompute = useRef(new Map<number, boolean>())
  if (isOn.current !== (flow.status === 'on')) {
    isOn.current = flow.status === 'on'
    isConfirmed.current = false
  }
  const ask = useMemo(
    () => (asked: Question) =>
      new Promise<boolean | undefined>((resolve) => {
        setQuestion({
          ...asked,
          answer: (value) => {
            setQuestion(undefined)
            resolve(value)
          },
        })
      }),
    [],
  )
  const store = useMemo(() => {
    const reload = () => cache.invalidateQueries({ queryKey: keyOf(calls.getFlow, { params: { id: flow.id } }) })
    const api = flowApi(flow.id, (stepId) => {
      const chosen = recompute.current.get(stepId)
      recompute.current.delete(stepId)
      return chosen
    })
    return createCanvasStore({
      api,
      mayEdit: async () => {
        if (isReadOnly) return false
        if (!isOn.current || isConfirmed.current) return true
        isConfirmed.current = (await ask({ kind: 'edit-active' })) === true
        return isConfirmed.current
      },
      onError: (error) => {
        told.error(error.message || 'Error while saving.')
        void reload()
      },
      onSaved: () => {
        void cache.invalidateQueries({ queryKey: keyOf(calls.getFlowProblems) })
        void cache.invalidateQueries({ queryKey: keyOf(calls.listFlows) })
      },
    })
  }, [ask, cache, flow.id, isReadOnly])
  const state = useSyncExternalStore(store.subscribe, store.state)
  useEffect(() => {
    const { document, ids } = documentOf(flow, store.keyOf)
    store.load(document, ids)
  }, [flow, store])
  useEffect(() => {
    if (!state.pending) return
    window.addEventListener('beforeunload', leaveWarning)
    return () => window.removeEventListener('beforeunload', leaveWarning)
  }, [state.pending])
  return {
    store,
    state,
    question,
    askRecompute: async (step, people) => {
      const id = store.idOf(step.key)
      const chosen = await ask({ kind: 'recompute', step: step.key, people })
      if (chosen !== undefined && id !== undefined) recompute.current.set(id, chosen)
      return chosen
    },
  }
}
