import type { NotePart } from '../canvas/document.ts'
import type { CanvasStore } from '../canvas/store.ts'
import type { CanvasView } from './useCanvasView.ts'

/** Puts a note or an annotation into the middle of what is seen. */
export const addNote = async (store: CanvasStore, view: CanvasView, type: NotePart['type']): Promise<void> => {
  // Where things are put is fetched when something is.
  const { placeNote } = await import('../canvas/gestures.ts')
  await store.commit(placeNote(store.state().document, type, view.middle()))
}
