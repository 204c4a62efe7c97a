import type { EmailContent } from '../../contract/email.ts'

/** What is selected on the canvas. */
export type Selection = { kind: 'block' | 'row'; id: string } | undefined

/** What the editor holds: the content, what is selected, and where it is in its history. */
export type EditorState = {
  content: EmailContent
  selection: Selection
  canUndo: boolean
  canRedo: boolean
  /** Counts changes of the content; saving compares it. */
  revision: number
}

type Entry = { content: EmailContent; selection: Selection }

/** The editor's state outside React; one history entry for each gesture. */
export type EditorStore = {
  get(): EditorState
  subscribe(listener: () => void): () => void
  /** Changes the content. Changes of one `gesture` that follow each other closely are one step of the history. */
  change(change: (content: EmailContent) => EmailContent, gesture?: string): void
  select(selection: Selection): void
  /** Ends the running gesture: the next change begins another step. */
  settle(): void
  undo(): void
  redo(): void
  /** Puts other content in, as loading and restoring do; the history begins anew. */
  replace(content: EmailContent): void
  /** Waits until an editor that holds changes back, as one in a frame of its own does, has handed them over. */
  gather(): Promise<void>
  /** Names who hands over; answers how to stop. */
  gatherFrom(source: () => Promise<void>): () => void
}

const MOST_STEPS = 200
/** Changes of a gesture further apart than this are two steps. */
const PAUSE_MS = 1_200

type Options = { now?: () => number }

/** A store that begins with this content. */
export const createEditorStore = (begin: EmailContent, { now = Date.now }: Options = {}): EditorStore => {
  let past: Entry[] = []
  let future: Entry[] = []
  let gesture: { name: string; at: number } | undefined
  let state: EditorState = { content: begin, selection: undefined, canUndo: false, canRedo: false, revision: 0 }
  const listeners = new Set<() => void>()
  let source: (() => Promise<void>) | undefined
  const set = (next: Partial<EditorState>) => {
    state = { ...state, ...next, canUndo: past.length > 0, canRedo: future.length > 0 }
    for (const listener of listeners) listener()
  }
  const here = (): Entry => ({ content: state.content, selection: state.selection })
  const travel = (from: Entry[], to: Entry[]) => {
    const entry = from.pop()
    if (!entry) return
    to.push(here())
    gesture = undefined
    set({ ...entry, revision: state.revision + 1 })
  }
  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change: (change, name) => {
      const content = change(state.content)
      if (content === state.content) return
      const goesOn = name !== undefined && gesture?.name === name && now() - gesture.at < PAUSE_MS
      if (!goesOn) past = [...past.slice(1 - MOST_STEPS), here()]
      gesture = name === undefined ? undefined : { name, at: now() }
      future = []
      set({ content, revision: state.revision + 1 })
    },
    select: (selection) => {
      if (selection?.id === state.selection?.id && selection?.kind === state.selection?.kind) return
      gesture = undefined
      set({ selection })
    },
    settle: () => {
      gesture = undefined
    },
    undo: () => travel(past, future),
    redo: () => travel(future, past),
    replace: (content) => {
      past = []
      future = []
      gesture = undefined
      set({ content, selection: undefined, revision: state.revision + 1 })
    },
    gather: async () => source?.(),
    gatherFrom: (next) => {
      source = next
      return () => {
        if (source === next) source = undefined
      }
    },
  }
}
