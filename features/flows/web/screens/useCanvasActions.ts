import { told } from '@millrace/kit/web'
import type { Connection, Node, ReactFlowInstance } from '@xyflow/react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { exitsOf, type StepType } from '../../contract/index.ts'
import type { CanvasActions } from '../canvas/CanvasContext.ts'
import type { Tool } from '../canvas/Dock.tsx'
import { add, change, duplicate, mayLink, newKey, remove } from '../canvas/document.ts'
import { blankStep, copyParts, neighbour, type Place, pasteParts, placeNote, placeStep } from '../canvas/gestures.ts'
import type { CanvasStore } from '../canvas/store.ts'
import { tidy } from '../canvas/tidy.ts'
import { asStep } from '../canvas/toNodes.ts'
import { type CanvasKeys, useCanvasKeys } from '../canvas/useCanvasKeys.ts'

type Address = { step?: number; people?: 'entered' | 'queued' | 'failed' }
type Options = {
  store: CanvasStore
  isReadOnly: boolean
  selectedKey: string
  setAddress(changes: Partial<Address>): void
}
type Pending = Omit<Place, 'at'> & { mayTrigger: boolean }

const STEP = { width: 264, height: 150 }

/** Everything that a member does on the canvas, as gestures on the store. */
export const useCanvasActions = ({ store, isReadOnly, selectedKey, setAddress }: Options) => {
  const [tool, setTool] = useState<Tool>('select')
  const [choosing, setChoosing] = useState<Pending>()
  const canvas = useRef<ReactFlowInstance>(undefined)
  const selectedRef = useRef(selectedKey)
  selectedRef.current = selectedKey

  const selection = useCallback(() => {
    const marked = (canvas.current?.getNodes() ?? []).filter((node) => node.selected).map(({ id }) => id)
    return new Set(marked.length ? marked : selectedRef.current ? [selectedRef.current] : [])
  }, [])
  const onSelect = useCallback(
    (keys: string[]) => {
      const id = keys.length === 1 ? store.idOf(keys[0] ?? '') : undefined
      const isStep = keys.length === 1 && keys[0] !== undefined && keys[0] in store.state().document.steps
      setAddress({ step: isStep ? id : undefined, people: undefined })
    },
    [setAddress, store],
  )
  const middle = useCallback(() => {
    const at = canvas.current?.screenToFlowPosition({ x: window.innerWidth / 2 - 132, y: window.innerHeight / 2 - 80 })
    return { x: Math.round((at?.x ?? 0) / 4) * 4, y: Math.round((at?.y ?? 0) / 4) * 4 }
  }, [])
  const show = useCallback((keys: string[]) => {
    void canvas.current?.fitView({ nodes: keys.map((id) => ({ id })), duration: 200, maxZoom: 1, padding: 0.4 })
  }, [])

  const removeKeys = useCallback(
    (keys: ReadonlySet<string>) => {
      if (!keys.size) return
      setAddress({ step: undefined, people: undefined })
      void store.commit(remove(store.state().document, keys, true))
    },
    [setAddress, store],
  )
  const actions = useMemo<CanvasActions>(
    () => ({
      isReadOnly,
      addAfter: (after, exit) => setChoosing({ after, exit, mayTrigger: false }),
      insertInto: (into) => setChoosing({ into, mayTrigger: false }),
      removeLink: (key) => void store.commit(remove(store.state().document, new Set([key]))),
      duplicate: (keys) => void store.commit(duplicate(store.state().document, new Set(keys))),
      remove: (keys) => removeKeys(new Set(keys)),
      writeNote: (key, text) => void store.commit(change(store.state().document, 'notes', { [key]: { text } })),
      resizeNote: (key, box) => void store.commit(change(store.state().document, 'notes', { [key]: box })),
      showPeople: (key, people) => setAddress({ step: store.idOf(key), people }),
    }),
    [isReadOnly, store, removeKeys, setAddress],
  )

  const choose = async (type: StepType) => {
    const step = blankStep(type.serviceId, type.operationKey)
    const place = { ...choosing, at: middle() }
    setChoosing(undefined)
    if (!(await store.commit(placeStep(store.state().document, step, place)))) return
    await store.settled()
    const id = store.idOf(step.key)
    if (id !== undefined) setAddress({ step: id })
    show([step.key])
  }
  const onConnect = (connection: Connection) => {
    const { document } = store.state()
    const source = document.steps[connection.source]
    if (!source) return
    const exits = exitsOf(asStep(source))
    const taken = Object.values(document.links).flatMap((link) => (link.source === source.key ? [link.condition] : []))
    const condition = exits.find((exit) => !taken.includes(exit)) ?? exits[0]
    if (!mayLink(document, connection.source, connection.target, condition)) {
      told.info('These two steps cannot be linked.')
      return
    }
    void store.commit(
      add({
        links: [
          { key: newKey(), source: connection.source, target: connection.target, ...(condition && { condition }) },
        ],
      }),
    )
  }
  const onMoved = (places: Record<string, { x: number; y: number }>) => {
    const { document } = store.state()
    const only = <T extends object>(parts: T) =>
      Object.fromEntries(Object.entries(places).filter(([key]) => key in parts))
    const steps = change(document, 'steps', only(document.steps))
    const notes = change(document, 'notes', only(document.notes))
    void store.commit({ ...steps, ...notes })
  }
  const onTidy = async () => {
    const { document } = store.state()
    const heights = new Map((canvas.current?.getNodes() ?? []).map((node: Node) => [node.id, node.measured?.height]))
    const boxes = Object.keys(document.steps).map((key) => ({ key, ...STEP, height: heights.get(key) ?? STEP.height }))
    const links = Object.values(document.links).map(({ source, target }) => ({ source, target }))
    await store.commit(change(document, 'steps', await tidy({ boxes, links })))
    requestAnimationFrame(() => show(boxes.map(({ key }) => key)))
  }
  const addNote = (type: 'note' | 'annotation') => void store.commit(placeNote(store.state().document, type, middle()))
  const onAdd = () => setChoosing({ mayTrigger: true, ...(selectedRef.current && { after: selectedRef.current }) })

  const keys = useMemo<CanvasKeys>(() => {
    const edit = (gesture: () => void) => () => {
      if (!isReadOnly) gesture()
    }
    const marked = () => store.state().document
    return {
      undo: edit(() => void store.undo()),
      redo: edit(() => void store.redo()),
      copy: () => copyParts(marked(), selection()),
      cut: edit(() => {
        copyParts(marked(), selection())
        removeKeys(selection())
      }),
      paste: edit(() => {
        const diff = pasteParts()
        if (diff) void store.commit(diff)
      }),
      duplicate: edit(() => void store.commit(duplicate(marked(), selection()))),
      remove: edit(() => removeKeys(selection())),
      selectAll: () => canvas.current?.setNodes((nodes) => nodes.map((node) => ({ ...node, selected: true }))),
      escape: () => onSelect([]),
      walk: (arrow) => {
        const from = selectedRef.current || Object.values(marked().steps).sort((a, b) => a.y - b.y)[0]?.key
        const to = from && (selectedRef.current ? neighbour(marked(), from, arrow) : from)
        if (to) {
          onSelect([to])
          show([to])
        }
        return to !== undefined && to !== ''
      },
      nudge: (dx, dy) => {
        const picked = [...selection()].flatMap((key) => marked().steps[key] ?? [])
        if (!isReadOnly)
          void store.commit(
            change(
              marked(),
              'steps',
              Object.fromEntries(picked.map(({ key, x, y }) => [key, { x: x + dx, y: y + dy }])),
            ),
          )
      },
      tool: (letter) => {
        if (letter === 'v') setTool('select')
        else if (letter === 'h') setTool('pan')
        else if (isReadOnly) return
        else if (letter === 'a')
          setChoosing({ mayTrigger: true, ...(selectedRef.current && { after: selectedRef.current }) })
        else void store.commit(placeNote(marked(), letter === 'n' ? 'note' : 'annotation', middle()))
      },
    }
  }, [isReadOnly, middle, onSelect, removeKeys, selection, show, store])
  useCanvasKeys(keys)

  return {
    actions,
    tool,
    choose,
    onSelect,
    onConnect,
    onMoved,
    onReady: (instance: ReactFlowInstance) => {
      canvas.current = instance
    },
    isChoosing: choosing !== undefined,
    mayTrigger: choosing?.mayTrigger ?? false,
    cancelChoosing: () => setChoosing(undefined),
    goTo: (stepId: number) => {
      setAddress({ step: stepId })
      const key = store.keyOf(stepId, 'step')
      if (key) show([key])
    },
    dock: {
      onTool: setTool,
      onAdd,
      onNote: () => addNote('note'),
      onAnnotation: () => addNote('annotation'),
      onTidy: () => void onTidy(),
      onUndo: () => void store.undo(),
      onRedo: () => void store.redo(),
    },
  }
}
