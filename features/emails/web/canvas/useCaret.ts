import { type RefObject, useEffect, useRef } from 'react'

/** Remembers where the caret was in a text, for tools whose dialogs take the focus away; `restore` puts it back. */
export const useCaret = (box: RefObject<HTMLElement | null>): { restore: () => void } => {
  const last = useRef<Range>(undefined)
  useEffect(() => {
    const remember = () => {
      const selection = document.getSelection()
      if (selection?.rangeCount && box.current?.contains(selection.anchorNode)) {
        last.current = selection.getRangeAt(0).cloneRange()
      }
    }
    document.addEventListener('selectionchange', remember)
    return () => document.removeEventListener('selectionchange', remember)
  }, [box])
  return {
    restore: () => {
      const element = box.current
      const selection = document.getSelection()
      if (!element || !selection) return
      element.focus()
      selection.removeAllRanges()
      if (last.current && element.contains(last.current.startContainer)) {
        selection.addRange(last.current)
        return
      }
      selection.selectAllChildren(element)
      selection.collapseToEnd()
    },
  }
}
