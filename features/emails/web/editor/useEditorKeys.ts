import { type RefObject, useEffect } from 'react'
import type { EditorStore } from './editorStore.ts'

const isElsewhere = (root: HTMLElement | null, target: EventTarget | null) =>
  target instanceof Node && target !== document.body && !root?.contains(target)

/**
 * Ctrl or ⌘ with Z, ⇧Z, Y and S, and Escape, anywhere in the editor and not in dialogs above it. Escape lets go what is
 * selected; where nothing is, it leaves an editor that lies over a page.
 */
export const useEditorKeys = (
  root: RefObject<HTMLElement | null>,
  store: EditorStore,
  save: () => void,
  onClose?: () => void,
): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isElsewhere(root.current, event.target)) return
      const key = event.key.toLowerCase()
      if (key === 'escape' && !event.defaultPrevented)
        return store.get().selection ? store.select(undefined) : onClose?.()
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      if (key === 's') save()
      else if (key === 'z' && event.shiftKey) store.redo()
      else if (key === 'z') store.undo()
      else if (key === 'y') store.redo()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [root, store, save, onClose])
}
