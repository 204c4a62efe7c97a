import { applyDiff, type Diff, EMPTY, type FlowDocument, invert, isNothing, KINDS } from './document.ts'
import { fit } from './fit.ts'
import type { HistoryKeeper } from './kept.ts'
import { sameValue } from './sameValue.ts'
import { type Choices, changesOf, type FlowApi, type Ids, stepIdOf } from './saving.ts'

/** What the canvas shows of its own state. */
export type CanvasState = {
  document: FlowDocument
  /** Gestures that are still on their way to the server. */
  pending: number
  canUndo: boolean
  canRedo: boolean
  /** When the last gesture was saved. */
  savedAt?: Date | undefined
}

/** The canvas's document, its history and its way to the server. */
export type CanvasStore = {
  state(): CanvasState
  subscribe(changed: () => void): () => void
  /** Does a gesture at once and saves it behind the ones before it; false where the member said no. */
  commit(diff: Diff, choices?: Choices): Promise<boolean>
  undo(): Promise<boolean>
  redo(): Promise<boolean>
  /** Takes over what the server says, where nothing is on its way. */
  load(document: FlowDocument, ids: Ids, revision?: number): void
  /** The flow's revision that is shown. */
  revision(): number
  idOf(key: string): number | undefined
  keyOf(id: number, kind: 'step' | 'link' | 'note'): string | undefined
  /** Resolves when everything is saved. */
  settled(): Promise<void>
}

type Options = {
  api: FlowApi
  /** Asked before the first change of an active flow. */
  mayEdit(): Promise<boolean>
  /** Told of a gesture that was refused, and what it was. */
  onError(error: Error, refused: Diff): void
  /** Told after each gesture that reached the server. */
  onSaved?(diff: Diff): void
  /** Told where an undo or redo was dropped, because others changed what it is about. */
  onDropped?(): void
  /** Told where others changed the flow meanwhile, so that it must be read again. */
  onBehind?(): void
  kept?: HistoryKeeper
  now?(): Date
}

/** Ids of steps, links and notes come from three sequences, so a key carries its kind. */
export const keyFor = (kind: 'step' | 'link' | 'note', id: number): string => `${kind}-${id}`

const WORDS = { steps: 'step', links: 'link', notes: 'note' } as const

type Gesture = { diff: Diff; choices?: Choices | undefined }
type Saving = Pick<Options, 'api'> & {
  ids(): Ids
  /** Told of every gesture that could not be saved: the refused one and those behind it, oldest first. */
  onRefused(lost: Diff[], error: Error): void
  onSaved(diff: Diff, revision: number): void
}

/** Sends gestures to the server one at a time, in their order. */
const savingQueue = ({ api, ids, onRefused, onSaved }: Saving) => {
  const queue: Gesture[] = []
  let working: Promise<void> | undefined
  const work = async () => {
    for (let one = queue[0]; one; one = queue[0]) {
      try {
        const saved = await api(changesOf(one.diff, ids(), one.choices))
        for (const [key, id] of Object.entries(saved.ids)) ids().set(key, id)
        queue.shift()
        onSaved(one.diff, saved.revision)
      } catch (error) {
        const lost = queue.splice(0).map(({ diff }) => diff)
        onRefused(lost, error as Error)
        break
      }
    }
    working = undefined
  }
  return {
    length: () => queue.length,
    add: (gesture: Gesture) => {
      queue.push(gesture)
      working ??= work()
    },
    settled: async () => {
      while (working) await working
    },
  }
}

/** The document as it was read, with the old parts where nothing about them changed, so that only what did is drawn anew. */
const keepParts = (old: FlowDocument, next: FlowDocument): FlowDocument => {
  const kept = <T>(before: Record<string, T>, after: Record<string, T>) =>
    Object.fromEntries(
      Object.entries(after).map(([key, part]) => {
        const known = before[key]
        return [key, known !== undefined && sameValue(known, part) ? known : part]
      }),
    )
  return {
    steps: kept(old.steps, next.steps),
    links: kept(old.links, next.links),
    notes: kept(old.notes, next.notes),
  }
}

/** Makes the store of one canvas. Gestures are saved one at a time; a refused one is taken back with those behind it. */
export const createCanvasStore = (options: Options): CanvasStore => {
  const { api, mayEdit, onError, onSaved, onDropped, onBehind, kept, now = () => new Date() } = options
  let document: FlowDocument = EMPTY
  let ids: Ids = new Map()
  let { done, undone } = kept?.read() ?? { done: [], undone: [] }
  let savedAt: Date | undefined
  let revision = -1
  let isBehind = false
  const keys = new Map<string, string>()
  const listeners = new Set<() => void>()
  let snapshot: CanvasState
  const publish = () => {
    const pending = queue.length()
    snapshot = { document, pending, canUndo: done.length > 0, canRedo: undone.length > 0, savedAt }
    for (const changed of listeners) changed()
  }
  const nameKeys = (parts: Diff | FlowDocument) => {
    for (const kind of KINDS)
      for (const key of Object.keys(parts[kind] ?? {})) {
        const id = ids.get(key)
        if (id !== undefined) keys.set(keyFor(WORDS[kind], id), key)
      }
  }
  const keep = () => {
    if (!queue.length()) kept?.write({ done, undone }, ids, keyFor)
  }
  const onRefused = (lost: Diff[], error: Error) => {
    for (const diff of lost.toReversed()) document = applyDiff(document, invert(diff))
    done = done.filter((diff) => !lost.includes(diff))
    undone = []
    keep()
    publish()
    onError(error, lost[0] as Diff)
  }
  const queue = savingQueue({
    api,
    ids: () => ids,
    onRefused,
    onSaved: (diff, next) => {
      isBehind ||= revision >= 0 && next > revision + 1
      revision = next
      nameKeys(diff)
      savedAt = now()
      keep()
      publish()
      onSaved?.(diff)
      if (isBehind && !queue.length()) onBehind?.()
    },
  })
  publish()
  const send = (gesture: Gesture) => {
    document = applyDiff(document, gesture.diff)
    queue.add(gesture)
    publish()
  }
  const step = async (from: 'undo' | 'redo') => {
    const source = () => (from === 'undo' ? done : undone)
    if (!source().length || !(await mayEdit())) return false
    const diff = source().pop()
    if (!diff) return false
    const fitted = fit(document, invert(diff))
    if (!fitted) {
      keep()
      publish()
      onDropped?.()
      return false
    }
    if (from === 'undo') undone.push(fitted)
    else done.push(fitted)
    send({ diff: fitted })
    return true
  }
  return {
    state: () => snapshot,
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    commit: async (diff, choices) => {
      if (isNothing(diff)) return true
      if (!(await mayEdit())) {
        publish()
        return false
      }
      done = [...done, diff]
      undone = []
      send({ diff, choices })
      return true
    },
    undo: () => step('undo'),
    redo: () => step('redo'),
    load: (next, nextIds, nextRevision = revision) => {
      if (queue.length()) {
        isBehind = true
        return
      }
      if (nextRevision < revision) return
      document = keepParts(document, next)
      // Deleted steps keep their ids: undoing brings the same ones back.
      ids = new Map([...ids, ...nextIds])
      revision = nextRevision
      nameKeys(document)
      isBehind = false
      publish()
    },
    revision: () => revision,
    idOf: (key) => stepIdOf(ids, key),
    keyOf: (id, kind) => keys.get(keyFor(kind, id)),
    settled: queue.settled,
  }
}
