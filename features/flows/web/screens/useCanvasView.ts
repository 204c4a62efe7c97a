import type { ReactFlowInstance } from '@xyflow/react'
import { useMemo, useRef, useState } from 'react'
import { behind } from '../canvas/behind.ts'
import type { Tool } from '../canvas/Dock.tsx'
import type { CanvasEdits } from '../canvas/edits.ts'
import { besideOf, focusedPart, focusPart, focusTools } from '../canvas/focus.ts'
import type { Place } from '../canvas/gestures.ts'
import type { CanvasStore } from '../canvas/store.ts'
import type { KindWords } from '../kind/flowKind.ts'
import { choiceOn, soon } from './choice.ts'

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
/** How the keyboard came to a step: into its settings, or on the canvas past it. */
export type Arrival = { key: string; isInside: boolean }
/** Where the step that is being chosen will go. */
export type Choosing = Omit<Place, 'at'> & { mayTrigger: boolean }

/** The view on the canvas: what is selected, where its middle is, which tool is in the hand. */
export type CanvasView = {
  canvas(): ReactFlowInstance | undefined
  selectedKey(): string
  /** The chosen parts; where the focus is at another one, that one. */
  selection(): Set<string>
  onSelect(keys: string[]): void
  /** Chooses nothing any more. */
  clear(): void
  /** Chooses a part besides those that are chosen, or no longer. */
  toggle(key: string): void
  /** Chooses parts that are new, shows them and gives the first one the focus. */
  pick(keys: string[]): void
  /** The middle of the window, on the canvas. */
  middle(): { x: number; y: number }
  show(keys: string[]): void
  /** Gives a part the focus, once it is drawn; where there is none, the first tool. */
  land(key: string | undefined): void
  removeKeys(keys: ReadonlySet<string>): void
  selectAll(): void
  /** Selects a step or a link, as a click on it does, and goes into the step's settings. */
  choosePart(key: string): void
  /** Selects a step and stays on the canvas, with the focus at it. */
  walkTo(key: string): void
  setTool(tool: Tool): void
  /** Opens the popup of steps. */
  choose(place?: Choosing): void
}

const grid = (value: number) => Math.round(value / 4) * 4

type Now = { selectedKey: string; setAddress: CanvasOptions['setAddress'] }

/** How the window moves over the canvas, and where the focus goes on it. */
const moving = (canvas: () => ReactFlowInstance | undefined): Pick<CanvasView, 'middle' | 'show' | 'land'> => {
  const show = (keys: string[]) =>
    void canvas()?.fitView({ nodes: keys.map((id) => ({ id })), duration: 200, maxZoom: 1, padding: 0.4 })
  return {
    show,
    middle: () => {
      const at = canvas()?.screenToFlowPosition({ x: innerWidth / 2 - 132, y: innerHeight / 2 - 80 })
      return { x: grid(at?.x ?? 0), y: grid(at?.y ?? 0) }
    },
    land: (key) => {
      if (key === undefined) focusTools()
      // What is out of view is not drawn.
      else if (!focusPart(key)) {
        show([key])
        soon(() => focusPart(key))
      }
    },
  }
}

/** Choosing parts of the canvas. */
const choosing = (
  { store, edits }: Pick<CanvasOptions, 'store' | 'edits'>,
  canvas: () => ReactFlowInstance | undefined,
  now: () => Now,
) => {
  const choice = choiceOn(canvas)
  const { show, land, middle } = moving(canvas)
  const isStep = (key: string) => key in store.state().document.steps
  const open = (key?: string) =>
    now().setAddress({ step: key !== undefined && isStep(key) ? store.idOf(key) : undefined, people: undefined })
  return {
    ...{ show, land, middle },
    selection: () => choice.keys(now().selectedKey),
    onSelect: (keys: string[]) => open(keys.length === 1 ? keys[0] : undefined),
    clear: () => {
      choice.mark(() => false)
      open()
    },
    /** Where a step goes that is added without saying where: behind the step, or into the link, that one is at. */
    placeHere: (): Omit<Place, 'at'> => {
      const at = focusedPart() ?? now().selectedKey
      const { document } = store.state()
      return at in document.links ? { into: at } : behind(document, at)
    },
    toggle: (key: string) => choice.mark((id, was) => (id === key ? !was : was)),
    pick: (keys: string[]) => {
      const [first] = keys
      if (first === undefined) return
      soon(() => {
        if (!canvas()?.getNode(first)) return false
        choice.mark((key) => keys.includes(key))
        show(keys)
        land(first)
        return true
      })
    },
    removeKeys: (keys: ReadonlySet<string>) => {
      if (!keys.size) return
      const beside = besideOf(store.state().document, keys)
      void edits.removeKeys(keys).then((isDone) => {
        if (!isDone) return
        open()
        land(beside)
      })
    },
    selectAll: () => choice.mark((_key, was, isLink) => !isLink || was),
    choosePart: (key: string) => {
      if (isStep(key)) open(key)
      else choice.mark((id) => id === key)
    },
  }
}

/** Keeps the view of one canvas. */
export const useCanvasView = ({ store, edits, selectedKey, setAddress }: CanvasOptions) => {
  const [tool, setTool] = useState<Tool>('select')
  const [place, setPlace] = useState<Choosing>()
  const [arrival, setArrival] = useState<Arrival>()
  const instance = useRef<ReactFlowInstance>(undefined)
  const now = useRef<Now>({ selectedKey, setAddress })
  now.current = { selectedKey, setAddress }
  const view = useMemo<CanvasView>(() => {
    const canvas = () => instance.current
    const chosen = choosing({ store, edits }, canvas, () => now.current)
    const opened = () => now.current.selectedKey
    return {
      ...chosen,
      canvas,
      selectedKey: opened,
      choosePart: (key) => {
        setArrival({ key, isInside: true })
        chosen.choosePart(key)
      },
      walkTo: (key) => {
        setArrival({ key, isInside: false })
        chosen.onSelect([key])
        chosen.show([key])
        chosen.land(key)
      },
      setTool,
      choose: (at) => setPlace(at ?? { mayTrigger: true, ...chosen.placeHere() }),
    }
  }, [store, edits])
  const onReady = (ready: ReactFlowInstance) => {
    instance.current = ready
  }
  return { view, tool, choosing: place, stopChoosing: () => setPlace(undefined), onReady, arrival }
}
