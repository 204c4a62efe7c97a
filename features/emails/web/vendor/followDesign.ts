import { type Design, isDesign } from '../../contract/design.ts'
import { withIds } from '../design/places.ts'
import type { EditorStore } from '../editor/editorStore.ts'
import { keepWhole } from './keepWhole.ts'
import type { Talk, Told } from './openTalk.ts'

/** So long an editor is waited for that should hand over what it holds. */
const HANDS_OVER_MS = 2_000

const stateOf = (store: EditorStore) => store.get().content.editor.state

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

type News = {
  /** The design stands in the editor. */
  onOpen: () => void
  /** The editor would lose blocks of these types, so it gets nothing to change. */
  onMissing: (types: readonly string[]) => void
}

/**
 * Keeps a design the same in our store and in another editor: what is changed there comes into the store as one gesture, what
 * is changed here (undone, restored, taken from somebody else) is loaded there. What that editor does not know is put back.
 */
export const followDesign = (store: EditorStore, talk: Pick<Talk, 'load' | 'ask'>, { onOpen, onMissing }: News) => {
  let turn = 0
  let known: unknown
  let whole: ReturnType<typeof keepWhole> | undefined
  // As it came back: loading changes how a design is written, and nobody asked for that to be saved.
  let untouched: unknown
  let asks = 0
  const waiting = new Map<number, () => void>()

  const load = () => {
    const state = stateOf(store)
    if (state === known || !isDesign(state)) return
    known = state
    whole = undefined
    talk.load(state, ++turn)
  }

  const take = (design: Design) => {
    if (!whole || isEqual(design, untouched)) return
    untouched = undefined
    const next = withIds(whole.complete(design))
    if (isEqual(next, known)) return
    known = next
    store.change(
      (content) => ({ ...content, editor: { type: 'unlayer', state: next as unknown as Record<string, unknown> } }),
      'unlayer',
    )
  }

  const onLoaded = (design: Design) => {
    const held = keepWhole(known as Design, design)
    if (held.missing.length) return onMissing(held.missing)
    whole = held
    untouched = design
    onOpen()
  }

  const hear = (told: Told) => {
    if (told.kind === 'failed' || told.kind === 'image') return
    // An answer about a design that was replaced meanwhile says nothing about the one that stands there now.
    if (told.turn === turn) {
      if (told.kind === 'loaded') onLoaded(told.design)
      else take(told.design)
    }
    if (told.kind === 'asked') waiting.get(told.id)?.()
  }

  const gather = () =>
    new Promise<void>((resolve) => {
      const id = ++asks
      const end = () => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve()
      }
      const timer = setTimeout(end, HANDS_OVER_MS)
      waiting.set(id, end)
      talk.ask(id)
    })

  const stops = [store.subscribe(load), store.gatherFrom(() => (whole ? gather() : Promise.resolve()))]
  load()
  const stop = () => {
    for (const end of stops) end()
  }
  return { hear, stop }
}
