import { useEffect } from 'react'
import { leavePart, partOf } from './focus.ts'

/** What the keyboard can do on the canvas. */
export type CanvasKeys = {
  undo(): void
  redo(): void
  /** What the clipboard is given; undefined where nothing is chosen. */
  copy(): string | undefined
  cut(): string | undefined
  /** Told what the clipboard holds. */
  paste(text: string): void
  duplicate(): void
  remove(): void
  selectAll(): void
  escape(): void
  walk(arrow: string): boolean
  nudge(dx: number, dy: number): void
  tool(letter: string): void
  /** Chooses the part of the canvas that has the focus. */
  open(key: string): void
  /** Chooses it besides those that are chosen, or no longer. */
  toggle(key: string): void
}

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

const isTyping = (target: EventTarget | null) =>
  isWriting(target) ||
  (target instanceof HTMLElement && target.closest('[role="dialog"], [role="listbox"], [role="menu"]') !== null)

/** A panel beside the canvas, the outline, changes the flow as well: what it did can be undone there. */
const isBeside = (target: EventTarget | null) =>
  target instanceof HTMLElement && !isWriting(target) && target.closest('[role="dialog"]:not([aria-modal])') !== null

const withModifier = (keys: CanvasKeys, key: string, isShifted: boolean): boolean => {
  const actions: Record<string, () => void> = {
    z: isShifted ? keys.redo : keys.undo,
    y: keys.redo,
    d: keys.duplicate,
    a: keys.selectAll,
  }
  const action = actions[key]
  action?.()
  return action !== undefined
}

const NUDGES: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** Whether an event of the clipboard is about the canvas, and not about words that are written or marked. */
const isAboutCanvas = (event: ClipboardEvent) =>
  !event.defaultPrevented && !isTyping(event.target) && !window.getSelection()?.toString()

const listenToClipboard = (keys: CanvasKeys) => {
  const put = (pick: () => string | undefined) => (event: ClipboardEvent) => {
    const text = isAboutCanvas(event) ? pick() : undefined
    if (text === undefined) return
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  const [onCopy, onCut] = [put(keys.copy), put(keys.cut)]
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain')
    if (text && isAboutCanvas(event)) keys.paste(text)
  }
  document.addEventListener('copy', onCopy)
  document.addEventListener('cut', onCut)
  document.addEventListener('paste', onPaste)
  return () => {
    document.removeEventListener('copy', onCopy)
    document.removeEventListener('cut', onCut)
    document.removeEventListener('paste', onPaste)
  }
}

/** Listens to the keyboard while the canvas is shown; keys typed into fields and dialogs stay theirs. */
export const useCanvasKeys = (keys: CanvasKeys): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isUndoing = /^[zy]$/i.test(event.key) && (event.metaKey || event.ctrlKey)
      if (event.defaultPrevented || (isTyping(event.target) && !(isUndoing && isBeside(event.target)))) return
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
      const nudge = NUDGES[key]
      const focused = partOf(event.target)
      let isOurs = true
      if (event.metaKey || event.ctrlKey)
        isOurs = window.getSelection()?.toString() ? false : withModifier(keys, key, event.shiftKey)
      else if (event.altKey) isOurs = false
      else if (nudge && event.shiftKey) keys.nudge(nudge[0] * 4, nudge[1] * 4)
      else if (nudge) isOurs = keys.walk(key)
      else if (key === 'Delete' || key === 'Backspace') keys.remove()
      else if (key === 'Escape') keys.escape()
      else if (focused && (key === 'Enter' || key === ' ')) (event.shiftKey ? keys.toggle : keys.open)(focused)
      else if (/^[avhnt]$/.test(key)) keys.tool(key)
      else isOurs = false
      if (isOurs) event.preventDefault()
    }
    const stopClipboard = listenToClipboard(keys)
    window.addEventListener('keydown', onKey)
    window.addEventListener('pointerdown', leavePart)
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener('pointerdown', leavePart)
      stopClipboard()
    }
  }, [keys])
}
