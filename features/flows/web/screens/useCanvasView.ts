import type { ReactFlowInstance } from '@xyflow/react'
import { useMemo, useRef, useState } from 'react'
import type { Tool } from '../canvas/Dock.tsx'
import type { CanvasEdits } from '../canvas/edits.ts'
import type { Place } from '../canvas/gestures.ts'
import type { CanvasStore } from '../canvas/store.ts'
import type { KindWords } from '../kind/flowKind.ts'

/** What of the canvas stands in the address. */
export type CanvasAddress = { step?: number; people?: 'entered' | 'queued' | 'failed' }
/** What a canvas is opened with. */
export type CanvasOptions = {
  store: CanvasStore
  edits: CanvasEdits
  isReadOnly: boolean
  selectedKey: string
  /** What those are called who go through it. */
  people: KindWords
  /** Where this is: what is copied says so. */
  from: { account: number; flow: number; objectType: string }
  setAddress(changes: Partial<CanvasAddress>): void
}
/** Where the step that is being chosen will go. */
export type Choosing = Omit<Place, 'at'> & { mayTrigger: boolean }

/** The view on the canvas: what is selected, where its middle is, which tool is in the hand. */
export type CanvasView = {
  canvas(): ReactFlowInstance | undefined
  selectedKey(): string
  selection(): Set<string>
  onSelect(keys: string[]): void
  /** The middle of the window, on the canvas. */
  middle(): { x: number; y: number }
  show(keys: string[]): void
  removeKeys(keys: ReadonlySet<string>): void
  selectAll(): void
  /** Selects a step or a link, as a click on it does. */
  choosePart(key: string): void
  setTool(tool: Tool): void
  /** Opens the popup of steps. */
  choose(place?: Choosing): void
}

const grid = (value: number) => Math.round(value / 4) * 4

/** Keeps the view of one canvas. */
export const useCanvasView = ({ store, edits, selectedKey, setAddress }: CanvasOptions) => {
  const [tool, setTool] = useState<Tool>('select')
  const [choosing, setChoosing] = useState<Choosing>()
  const instance = useRef<ReactFlowInstance>(undefined)
  const selected = useRef(selectedKey)
  selected.current = selectedKey
  const change = useRef(setAddress)
  change.current = setAddress
  const view = useMemo<CanvasView>(() => {
    const nodes = () => instance.current?.getNodes() ?? []
    return {
      canvas: () => instance.current,
      selectedKey: () => selected.current,
      selection: () => {
        const marked = nodes().flatMap((node) => (node.selected ? [node.id] : []))
        if (marked.length) return new Set(marked)
        const links = (instance.current?.getEdges() ?? []).flatMap((edge) => (edge.selected ? [edge.id] : []))
        return new Set(links.length ? links : selected.current ? [selected.current] : [])
      },
      onSelect: (keys) => {
        const [key = ''] = keys
        const isStep = keys.length === 1 && key in store.state().document.steps
        change.current({ step: isStep ? store.idOf(key) : undefined, people: undefined })
      },
      middle: () => {
        const at = instance.current?.screenToFlowPosition({ x: innerWidth / 2 - 132, y: innerHeight / 2 - 80 })
        return { x: grid(at?.x ?? 0), y: grid(at?.y ?? 0) }
      },
      show: (keys) =>
        void instance.current?.fitView({ nodes: keys.map((id) => ({ id })), duration: 200, maxZoom: 1, padding: 0.4 }),
      removeKeys: (keys) => {
        if (!keys.size) return
        void edits.removeKeys(keys).then((isDone) => isDone && change.current({ step: undefined, people: undefined }))
      },
      selectAll: () => instance.current?.setNodes((all) => all.map((node) => ({ ...node, selected: true }))),
      choosePart: (key) => {
        if (key in store.state().document.steps) change.current({ step: store.idOf(key), people: undefined })
        else instance.current?.setEdges((all) => all.map((edge) => ({ ...edge, selected: edge.id === key })))
      },
      setTool,
      choose: (place) =>
        setChoosing(place ?? { mayTrigger: true, ...(selected.current && { after: selected.current }) }),
    }
  }, [store, edits])
  const onReady = (ready: ReactFlowInstance) => {
    instance.current = ready
  }
  return { view, tool, choosing, stopChoosing: () => setChoosing(undefined), onReady }
}
