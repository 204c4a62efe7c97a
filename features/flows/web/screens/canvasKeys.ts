import { told } from '@millrace/kit/web'
import { writeParts } from '../canvas/clipboard.ts'
import { change, duplicate, type FlowDocument } from '../canvas/document.ts'
import { besideOf, focusedPart } from '../canvas/focus.ts'
import { neighbour } from '../canvas/neighbour.ts'
import type { CanvasStore } from '../canvas/store.ts'
import type { CanvasKeys } from '../canvas/useCanvasKeys.ts'
import { addNote } from './addNote.ts'
import type { CanvasView } from './useCanvasView.ts'

const LISTED = [
  ['a', 'Add a step: behind the one that you are at, or into the link'],
  ['↑ ↓ ← →', 'Walk along the links'],
  ['Enter', 'Settings of the step, text of the note, tools of the link'],
  ['shift Enter', 'Choose one more, or one less'],
  ['mod a', 'Choose everything'],
  ['shift ↑ ↓ ← →', 'Move what is chosen'],
  ['mod c', 'Copy'],
  ['mod x', 'Cut'],
  ['mod v', 'Paste'],
  ['mod d', 'Duplicate'],
  ['Delete', 'Delete'],
  ['mod z', 'Undo'],
  ['mod shift z', 'Redo'],
  ['n', 'Add a note'],
  ['t', 'Add an annotation'],
  ['v', 'Select with the pointer'],
  ['h', 'Move the view with the pointer'],
] as const
/** What the keyboard does on the canvas, as it is listed under `?`. */
export const CANVAS_SHORTCUTS = LISTED.map(([keys, label]) => ({ keys, label, group: 'On the canvas' }))

const partsOf = ({ steps, links, notes }: FlowDocument) => Object.keys({ ...steps, ...links, ...notes })

/** Undoes or redoes; where that takes away what had the focus, it goes beside. */
const stepBack = async (store: CanvasStore, view: CanvasView, step: () => Promise<boolean>) => {
  const [before, focused] = [store.state().document, focusedPart()]
  await step()
  const left = new Set(partsOf(store.state().document))
  const gone = new Set(partsOf(before).filter((key) => !left.has(key)))
  if (focused !== undefined && gone.has(focused)) view.land(besideOf(before, gone))
}

/** What the keyboard does on the canvas; what changes the flow does nothing for those who may only look. */
export const canvasKeys = (
  store: CanvasStore,
  view: CanvasView,
  isReadOnly: boolean,
  from: { account: number; flow: number; objectType: string },
): CanvasKeys => {
  const edit = (gesture: () => void) => () => {
    if (!isReadOnly) gesture()
  }
  const shown = () => store.state().document
  const walk = (arrow: string) => {
    const focused = focusedPart()
    const from = focused && focused in shown().steps ? focused : view.selectedKey()
    const top = Object.values(shown().steps).sort((a, b) => a.y - b.y)[0]?.key
    const to = from ? neighbour(shown(), from, arrow) : top
    if (to) view.walkTo(to)
    return to !== undefined
  }
  const nudge = (dx: number, dy: number) => {
    const { steps, notes } = shown()
    const picked = [...view.selection()].flatMap((key) => steps[key] ?? notes[key] ?? [])
    const moved = Object.fromEntries(picked.map(({ key, x, y }) => [key, { x: x + dx, y: y + dy }]))
    if (!isReadOnly) void store.commit({ ...change(shown(), 'steps', moved), ...change(shown(), 'notes', moved) })
  }
  const tool = (letter: string) => {
    if (letter === 'v') view.setTool('select')
    else if (letter === 'h') view.setTool('pan')
    else if (isReadOnly) return
    else if (letter === 'a') view.choose()
    else void addNote(store, view, letter === 'n' ? 'note' : 'annotation')
  }
  const copy = () => {
    const keys = view.selection()
    return keys.size ? writeParts(shown(), keys, from) : undefined
  }
  const pasteText = async (text: string) => {
    try {
      const { paste } = await import('./paste.ts')
      const diff = await paste(text, { ...from, middle: view.middle() })
      if (!diff || !(await store.commit(diff))) return
      view.pick(Object.keys({ ...diff.steps, ...diff.notes }))
    } catch (error) {
      told.error((error as Error).message || 'Error while saving.')
    }
  }
  return {
    undo: edit(() => void stepBack(store, view, store.undo)),
    redo: edit(() => void stepBack(store, view, store.redo)),
    copy,
    cut: () => {
      const text = copy()
      if (!isReadOnly) view.removeKeys(view.selection())
      return text
    },
    paste: (text) => {
      if (!isReadOnly) void pasteText(text)
    },
    duplicate: edit(async () => {
      const diff = duplicate(shown(), view.selection())
      if (await store.commit(diff)) view.pick(Object.keys({ ...diff.steps, ...diff.notes }))
    }),
    remove: edit(() => view.removeKeys(view.selection())),
    selectAll: view.selectAll,
    escape: view.clear,
    open: view.choosePart,
    toggle: view.toggle,
    walk,
    nudge,
    tool,
  }
}
