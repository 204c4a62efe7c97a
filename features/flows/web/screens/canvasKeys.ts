import { told } from '@millrace/kit/web'
import { writeParts } from '../canvas/clipboard.ts'
import { change, duplicate } from '../canvas/document.ts'
import { neighbour } from '../canvas/neighbour.ts'
import type { CanvasStore } from '../canvas/store.ts'
import type { CanvasKeys } from '../canvas/useCanvasKeys.ts'
import { addNote } from './addNote.ts'
import type { CanvasView } from './useCanvasView.ts'

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
    const from = view.selectedKey()
    const top = Object.values(shown().steps).sort((a, b) => a.y - b.y)[0]?.key
    const to = from ? neighbour(shown(), from, arrow) : top
    if (to) {
      view.onSelect([to])
      view.show([to])
    }
    return to !== undefined
  }
  const nudge = (dx: number, dy: number) => {
    const picked = [...view.selection()].flatMap((key) => shown().steps[key] ?? [])
    const moved = Object.fromEntries(picked.map(({ key, x, y }) => [key, { x: x + dx, y: y + dy }]))
    if (!isReadOnly) void store.commit(change(shown(), 'steps', moved))
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
      const keys = Object.keys({ ...diff.steps, ...diff.notes })
      requestAnimationFrame(() => view.show(keys))
    } catch (error) {
      told.error((error as Error).message || 'Error while saving.')
    }
  }
  return {
    undo: edit(() => void store.undo()),
    redo: edit(() => void store.redo()),
    copy,
    cut: () => {
      const text = copy()
      if (!isReadOnly) view.removeKeys(view.selection())
      return text
    },
    paste: (text) => {
      if (!isReadOnly) void pasteText(text)
    },
    duplicate: edit(() => void store.commit(duplicate(shown(), view.selection()))),
    remove: edit(() => view.removeKeys(view.selection())),
    selectAll: view.selectAll,
    escape: () => view.onSelect([]),
    open: view.choosePart,
    walk,
    nudge,
    tool,
  }
}
