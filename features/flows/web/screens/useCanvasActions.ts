import { told, useListedShortcuts } from '@millrace/kit/web'
import type { Connection } from '@xyflow/react'
import { useMemo } from 'react'
import type { StepType } from '../../contract/index.ts'
import type { CanvasActions } from '../canvas/CanvasContext.ts'
import { change, duplicate, remove } from '../canvas/document.ts'
import type { CanvasStore } from '../canvas/store.ts'
import { useCanvasKeys } from '../canvas/useCanvasKeys.ts'
import { addNote } from './addNote.ts'
import { CANVAS_SHORTCUTS, canvasKeys } from './canvasKeys.ts'
import { type CanvasOptions, type CanvasView, useCanvasView } from './useCanvasView.ts'

const partActions = (
  { store, edits, isReadOnly, setAddress, people }: Omit<CanvasOptions, 'selectedKey' | 'from'>,
  view: CanvasView,
): CanvasActions => {
  const shown = () => store.state().document
  return {
    isReadOnly,
    people,
    addAfter: (after, exit) => view.choose({ after, exit, mayTrigger: false }),
    insertInto: (into) => view.choose({ into, mayTrigger: false }),
    removeLink: (key) => void store.commit(remove(shown(), new Set([key]))),
    duplicate: (keys) => {
      const diff = duplicate(shown(), new Set(keys))
      void store.commit(diff).then((isDone) => isDone && view.pick(Object.keys(diff.steps ?? {})))
    },
    align: (keys, side) => edits.align(new Set(keys), side),
    remove: (keys) => view.removeKeys(new Set(keys)),
    writeNote: (key, text) => void store.commit(change(shown(), 'notes', { [key]: { text } })),
    resizeNote: (key, box) => void store.commit(change(shown(), 'notes', { [key]: box })),
    changeExit: (key) => void edits.changeExit(key),
    sendPast: (key) => void edits.sendPast(key),
    showPeople: (key, state) => {
      const step = store.idOf(key)
      if (step !== undefined) setAddress({ step, people: state })
      else told.error('Error while retrieving people.', "Can't get people for step without ID.")
    },
  }
}

const move = (store: CanvasStore, places: Record<string, { x: number; y: number }>) => {
  const { document } = store.state()
  const only = (parts: object) => Object.fromEntries(Object.entries(places).filter(([key]) => key in parts))
  const steps = change(document, 'steps', only(document.steps))
  void store.commit({ ...steps, ...change(document, 'notes', only(document.notes)) })
}

const dockOf = (store: CanvasStore, view: CanvasView) => {
  const note = (type: 'note' | 'annotation') => () => void addNote(store, view, type)
  return {
    onTool: view.setTool,
    onAdd: () => view.choose(),
    onNote: note('note'),
    onAnnotation: note('annotation'),
    onTidy: () => void import('./tidyUp.ts').then(({ tidyUp }) => tidyUp(store, view)),
    onUndo: () => void store.undo(),
    onRedo: () => void store.redo(),
  }
}

/** Everything that a member does on the canvas, as gestures on the store. */
export const useCanvasActions = (options: CanvasOptions) => {
  const { store, edits, isReadOnly, setAddress, people } = options
  const { view, tool, choosing, stopChoosing, onReady, arrival } = useCanvasView(options)
  const actions = useMemo(
    () => partActions({ store, edits, isReadOnly, setAddress, people }, view),
    [store, edits, isReadOnly, setAddress, people, view],
  )
  const { account, flow, objectType } = options.from
  useCanvasKeys(
    useMemo(
      () => canvasKeys(store, view, isReadOnly, { account, flow, objectType }),
      [store, view, isReadOnly, account, flow, objectType],
    ),
  )
  useListedShortcuts(CANVAS_SHORTCUTS)
  const choose = async (type: StepType) => {
    const place = { ...choosing, at: view.middle() }
    stopChoosing()
    const { blankStep, placeStep } = await import('../canvas/gestures.ts')
    const step = blankStep(type.serviceId, type.operationKey, objectType)
    if (!(await store.commit(placeStep(store.state().document, step, place)))) return
    await store.settled()
    if (store.idOf(step.key) !== undefined) view.choosePart(step.key)
    view.show([step.key])
  }
  return {
    actions,
    view,
    tool,
    choose,
    onReady,
    arrival,
    onSelect: view.onSelect,
    /** Out of a step's settings, back to the step. */
    leave: (key: string) => {
      view.onSelect([])
      view.land(key)
    },
    onConnect: (connection: Connection) => void edits.connect(connection),
    onMoved: (places: Record<string, { x: number; y: number }>) => move(store, places),
    isChoosing: choosing !== undefined,
    mayTrigger: choosing?.mayTrigger ?? false,
    cancelChoosing: stopChoosing,
    goTo: (stepId: number) => {
      setAddress({ step: stepId })
      const key = store.keyOf(stepId, 'step')
      if (key) view.show([key])
    },
    dock: dockOf(store, view),
  }
}
