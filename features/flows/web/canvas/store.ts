import { applyDiff, type Diff, EMPTY, type FlowDocument, invert, isNothing } from './document.ts'
import { type FlowApi, type Ids, save } from './saving.ts'

/** What the canvas shows of its own state. */
export type CanvasState = {
  document: FlowDocument
  /** Gestures that are still on their way to the server. */
  pending: number
  canUndo: boolean
  canRedo: boolean
  /** When the last gesture was saved. */
  savedAt?: Date
}

/** The canvas's document, its history and its way to the server. */
export type CanvasStore = {
  state(): CanvasState
  subscribe(changed: () => void): () => void
  /** Does a gesture at once and saves it behind the ones before it; false where the member said no. */
  commit(diff: Diff): Promise<boolean>
  undo(): Promise<boolean>
  redo(): Promise<boolean>
  /** Takes over what the server says, where nothing is on its way. */
  load(document: FlowDocument, ids: Ids): void
  idOf(key: string): number | undefined
  keyOf(id: number, kind: 'step' | 'link' | 'note'): string | undefined
  /** Resolves when everything is saved. */
  settled(): Promise<void>
}

type Options = {
  api: FlowApi
  /** Asked before the first change of an active flow. */
  mayEdit(): Promise<boolean>
  onError(error: Error): void
  /** Told after each gesture that reached the server. */
  onSaved?(diff: Diff): void
  now?(): Date
}

/** Ids of steps, links and notes come from three sequences, so a key carries its kind. */
export const keyFor = (kind: 'step' | 'link' | 'note', id: number): string => `${kind}-${id}`

/** Makes the store of one canvas. Gestures are saved one at a time; a refused one is taken back with those behind it. */
export const createCanvasStore = ({ api, mayEdit, onError, onSaved, now = () => new Date() }: Options): CanvasStore => {
  let document: FlowDocument = EMPTY
  let ids: Ids = new Map()
  let done: Diff[] = []
  let undone: Diff[] = []
  let savedAt: Date | undefined
  const queue: Diff[] = []
  let working: Promise<void> | undefined
  const listeners = new Set<() => void>()
  let snapshot: CanvasState
  const publish = () => {
    snapshot = { document, pending: queue.length, canUndo: done.length > 0, canRedo: undone.length > 0, savedAt }
    for (const changed of listeners) changed()
  }
  publish()

  const takeBack = (error: Error) => {
    for (const diff of [...queue].reverse()) document = applyDiff(document, invert(diff))
    const lost = new Set(queue.splice(0))
    done = done.filter((diff) => !lost.has(diff))
    undone = []
    publish()
    onError(error)
  }
  const work = async () => {
    for (let diff = queue[0]; diff; diff = queue[0]) {
      try {
        await save(api, ids, diff)
      } catch (error) {
        takeBack(error as Error)
        break
      }
      queue.shift()
      savedAt = now()
      publish()
      onSaved?.(diff)
    }
    working = undefined
  }
  const send = (diff: Diff) => {
    document = applyDiff(document, diff)
    queue.push(diff)
    publish()
    working ??= work()
  }
  const step = async (from: Diff[], to: Diff[], turn: (diff: Diff) => Diff) => {
    if (!from.length || !(await mayEdit())) return false
    const diff = from.pop()
    if (!diff) return false
    to.push(turn(diff))
    send(turn(diff))
    return true
  }

  return {
    state: () => snapshot,
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    commit: async (diff) => {
      if (isNothing(diff)) return true
      if (!(await mayEdit())) {
        publish()
        return false
      }
      done = [...done, diff]
      undone = []
      send(diff)
      return true
    },
    undo: () => step(done, undone, invert),
    redo: () => step(undone, done, invert),
    load: (next, nextIds) => {
      if (queue.length) return
      document = next
      ids = nextIds
      publish()
    },
    idOf: (key) => ids.get(key),
    keyOf: (id, kind) => {
      const parts = kind === 'step' ? document.steps : kind === 'link' ? document.links : document.notes
      return Object.keys(parts).find((key) => ids.get(key) === id)
    },
    settled: async () => {
      while (working) await working
    },
  }
}
