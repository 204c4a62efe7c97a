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

type Saving = Pick<Options, 'api' | 'onSaved'> & {
  ids(): Ids
  /** Told of every gesture that could not be saved: the refused one and those behind it, oldest first. */
  onRefused(lost: Diff[], error: Error): void
  onMoved(): void
}

/** Sends gestures to the server one at a time, in their order. */
const savingQueue = ({ api, ids, onSaved, onRefused, onMoved }: Saving) => {
  const queue: Diff[] = []
  let working: Promise<void> | undefined
  const work = async () => {
    for (let diff = queue[0]; diff; diff = queue[0]) {
      try {
        await save(api, ids(), diff)
      } catch (error) {
        onRefused(queue.splice(0), error as Error)
        break
      }
      queue.shift()
      onMoved()
      onSaved?.(diff)
    }
    working = undefined
  }
  return {
    length: () => queue.length,
    add: (diff: Diff) => {
      queue.push(diff)
      working ??= work()
    },
    settled: async () => {
      while (working) await working
    },
  }
}

/** Makes the store of one canvas. Gestures are saved one at a time; a refused one is taken back with those behind it. */
export const createCanvasStore = ({ api, mayEdit, onError, onSaved, now = () => new Date() }: Options): CanvasStore => {
  let document: FlowDocument = EMPTY
  let ids: Ids = new Map()
  let done: Diff[] = []
  let undone: Diff[] = []
  let savedAt: Date | undefined
  const listeners = new Set<() => void>()
  let snapshot: CanvasState
  const publish = () => {
    const pending = queue.length()
    snapshot = { document, pending, canUndo: done.length > 0, canRedo: undone.length > 0, savedAt }
    for (const changed of listeners) changed()
  }
  const takeBack = (lost: Diff[], error: Error) => {
    for (const diff of lost.toReversed()) document = applyDiff(document, invert(diff))
    done = done.filter((diff) => !lost.includes(diff))
    undone = []
    publish()
    onError(error)
  }
  const onMoved = () => {
    savedAt = now()
    publish()
  }
  const queue = savingQueue({ api, ids: () => ids, onSaved, onRefused: takeBack, onMoved })
  publish()
  const send = (diff: Diff) => {
    document = applyDiff(document, diff)
    queue.add(diff)
    publish()
  }
  const step = async (from: Diff[], to: Diff[]) => {
    if (!from.length || !(await mayEdit())) return false
    const diff = from.pop()
    if (!diff) return false
    to.push(invert(diff))
    send(invert(diff))
    return true
  }
  const commit = async (diff: Diff) => {
    if (isNothing(diff)) return true
    if (!(await mayEdit())) {
      publish()
      return false
    }
    done = [...done, diff]
    undone = []
    send(diff)
    return true
  }
  return {
    state: () => snapshot,
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    commit,
    undo: () => step(done, undone),
    redo: () => step(undone, done),
    load: (next, nextIds) => {
      if (queue.length()) return
      document = next
      ids = nextIds
      publish()
    },
    idOf: (key) => ids.get(key),
    keyOf: (id, kind) => {
      const parts = kind === 'step' ? document.steps : kind === 'link' ? document.links : document.notes
      return Object.keys(parts).find((key) => ids.get(key) === id)
    },
    settled: queue.settled,
  }
}
