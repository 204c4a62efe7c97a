import { ApiError, keyOf, told } from '@millrace/kit/web'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { flowsContract as calls, type Flow } from '../../contract/index.ts'
import type { Diff, StepPart } from '../canvas/document.ts'
import { documentOf, flowApi } from '../canvas/fromFlow.ts'
import { historyKeeper } from '../canvas/kept.ts'
import { sameValue } from '../canvas/sameValue.ts'
import { type CanvasState, type CanvasStore, createCanvasStore } from '../canvas/store.ts'
import { type Ask, type Asked, useQuestions } from './questions.ts'

/** A member's settings of a step that were not saved: why, and whether because somebody else changed it meanwhile (`isTheirs`). */
export type Conflict = { key: string; mine: Pick<StepPart, 'values' | 'title'>; isTheirs: boolean; why: string }

/** The canvas's store of one flow, and the question it is waiting for. */
export type FlowStore = {
  store: CanvasStore
  state: CanvasState
  question?: Asked | undefined
  ask: Ask
  conflict?: Conflict | undefined
  closeConflict(): void
}

const FAILED = 'Error while saving.'

const leaveWarning = (event: BeforeUnloadEvent) => event.preventDefault()

const conflictOf = (error: Error, refused: Diff): Conflict | undefined => {
  const [only, ...others] = Object.values(refused.steps ?? {})
  if (!only?.before || !only.after || others.length) return undefined
  const { before, after: mine } = only
  const isTheirs = error instanceof ApiError && error.status === 409 && error.issues[0]?.path[0] === 'steps'
  const isTyped = !sameValue(before.values, mine.values) || (before.title ?? null) !== (mine.title ?? null)
  return isTyped ? { key: mine.key, mine, isTheirs, why: error.message || FAILED } : undefined
}

const show = (store: CanvasStore, flow: Flow) => {
  const { document, ids } = documentOf(flow, store.keyOf)
  store.load(document, ids, flow.revision)
}

/** Keeps the flow of the server and the canvas's document in step. Editing an active flow is confirmed once per visit. */
export const useFlowStore = (flow: Flow, isReadOnly: boolean): FlowStore => {
  const cache = useQueryClient()
  const { question, ask } = useQuestions()
  const [conflict, setConflict] = useState<Conflict>()
  const isConfirmed = useRef(false)
  const isOn = useRef(flow.status === 'on')
  if (isOn.current !== (flow.status === 'on')) {
    isOn.current = flow.status === 'on'
    isConfirmed.current = false
  }
  const shown = useRef(flow)
  const store = useMemo(() => {
    const reload = () => cache.invalidateQueries({ queryKey: keyOf(calls.getFlow, { params: { id: flow.id } }) })
    const made = createCanvasStore({
      api: flowApi(flow.id),
      kept: historyKeeper(`millrace-undo-${flow.id}`, sessionStorage),
      mayEdit: async () => {
        if (isReadOnly) return false
        if (!isOn.current || isConfirmed.current) return true
        isConfirmed.current = (await ask({ kind: 'edit-active' })) === true
        return isConfirmed.current
      },
      onError: (error, refused) => {
        const found = conflictOf(error, refused)
        // What was typed is kept in the step's drawer, which says why it was not saved.
        if (found) setConflict(found)
        else told.error(error.message || FAILED)
        void reload()
      },
      onSaved: () => {
        void cache.invalidateQueries({ queryKey: keyOf(calls.getFlowProblems) })
        void cache.invalidateQueries({ queryKey: keyOf(calls.listFlows) })
      },
      onDropped: () => told.info('Somebody else changed this since, so it cannot be undone.'),
      onBehind: () => void reload(),
    })
    // The canvas knows from the start how large the flow is.
    show(made, shown.current)
    return made
  }, [ask, cache, flow.id, isReadOnly])
  const state = useSyncExternalStore(store.subscribe, store.state)
  useEffect(() => {
    if (shown.current === flow) return
    shown.current = flow
    show(store, flow)
  }, [flow, store])
  useEffect(() => {
    if (!state.pending) return
    window.addEventListener('beforeunload', leaveWarning)
    return () => window.removeEventListener('beforeunload', leaveWarning)
  }, [state.pending])
  return { store, state, question, ask, conflict, closeConflict: () => setConflict(undefined) }
}
