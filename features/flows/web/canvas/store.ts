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

class OneCanvas implements CanvasStore {
  private readonly options: Options
  private document: FlowDocument = EMPTY
  private ids: Ids = new Map()
  private readonly keys = new Map<string, string>()
  private done: Diff[]
  private undone: Diff[]
  private savedAt: Date | undefined
  private shown = -1
  private isBehind = false
  private readonly listeners = new Set<() => void>()
  private readonly queue: ReturnType<typeof savingQueue>
  private snapshot: CanvasState

  constructor(options: Options) {
    this.options = options
    const { done, undone } = options.kept?.read() ?? { done: [], undone: [] }
    this.done = done
    this.undone = undone
    this.queue = savingQueue({
      api: options.api,
      ids: () => this.ids,
      onRefused: (lost, error) => this.takeBack(lost, error),
      onSaved: (diff, revision) => this.saved(diff, revision),
    })
    this.snapshot = this.take()
  }

  private take(): CanvasState {
    const { document, done, undone, savedAt } = this
    return { document, pending: this.queue.length(), canUndo: done.length > 0, canRedo: undone.length > 0, savedAt }
  }

  private publish(): void {
    this.snapshot = this.take()
    for (const changed of this.listeners) changed()
  }

  private nameKeys(parts: Diff | FlowDocument): void {
    for (const kind of KINDS)
      for (const key of Object.keys(parts[kind] ?? {})) {
        const id = this.ids.get(key)
        if (id !== undefined) this.keys.set(keyFor(WORDS[kind], id), key)
      }
  }

  private keep(): void {
    if (!this.queue.length()) this.options.kept?.write({ done: this.done, undone: this.undone }, this.ids, keyFor)
  }

  private takeBack(lost: Diff[], error: Error): void {
    for (const diff of lost.toReversed()) this.document = applyDiff(this.document, invert(diff))
    this.done = this.done.filter((diff) => !lost.includes(diff))
    this.undone = []
    this.keep()
    this.publish()
    this.options.onError(error, lost[0] as Diff)
  }

  private saved(diff: Diff, revision: number): void {
    this.isBehind ||= this.shown >= 0 && revision > this.shown + 1
    this.shown = revision
    this.nameKeys(diff)
    this.savedAt = this.options.now?.() ?? new Date()
    this.keep()
    this.publish()
    this.options.onSaved?.(diff)
    if (this.isBehind && !this.queue.length()) this.options.onBehind?.()
  }

  private send(gesture: Gesture): void {
    this.document = applyDiff(this.document, gesture.diff)
    this.queue.add(gesture)
    this.publish()
  }

  private async step(from: 'done' | 'undone', to: 'done' | 'undone'): Promise<boolean> {
    if (!this[from].length || !(await this.options.mayEdit())) return false
    const diff = this[from].pop()
    if (!diff) return false
    const fitted = fit(this.document, invert(diff))
    if (!fitted) {
      this.keep()
      this.publish()
      this.options.onDropped?.()
      return false
    }
    this[to].push(fitted)
    this.send({ diff: fitted })
    return true
  }

  state = (): CanvasState => this.snapshot

  subscribe = (changed: () => void): (() => void) => {
    this.listeners.add(changed)
    return () => this.listeners.delete(changed)
  }

  commit = async (diff: Diff, choices?: Choices): Promise<boolean> => {
    if (isNothing(diff)) return true
    if (!(await this.options.mayEdit())) {
      this.publish()
      return false
    }
    this.done = [...this.done, diff]
    this.undone = []
    this.send({ diff, choices })
    return true
  }

  undo = (): Promise<boolean> => this.step('done', 'undone')

  redo = (): Promise<boolean> => this.step('undone', 'done')

  load = (next: FlowDocument, nextIds: Ids, revision = this.shown): void => {
    if (this.queue.length()) {
      this.isBehind = true
      return
    }
    if (revision < this.shown) return
    this.document = keepParts(this.document, next)
    // Deleted steps keep their ids: undoing brings the same ones back.
    this.ids = new Map([...this.ids, ...nextIds])
    this.shown = revision
    this.nameKeys(this.document)
    this.isBehind = false
    this.publish()
  }

  revision = (): number => this.shown

  idOf = (key: string): number | undefined => stepIdOf(this.ids, key)

  keyOf = (id: number, kind: 'step' | 'link' | 'note'): string | undefined => this.keys.get(keyFor(kind, id))

  settled = (): Promise<void> => this.queue.settled()
}

/** Makes the store of one canvas. Gestures are saved one at a time; a refused one is taken back with those behind it. */
export const createCanvasStore = (options: Options): CanvasStore => new OneCanvas(options)
