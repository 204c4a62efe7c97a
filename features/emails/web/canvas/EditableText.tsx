import { type ClipboardEvent, type CSSProperties, type KeyboardEvent, useCallback, useEffect, useRef } from 'react'
import { safeHtml } from '../design/safeHtml.ts'
import c from './canvas.module.css'
import { TextBar } from './TextBar.tsx'
import { markTags, selectTagAt, unmarkTags } from './tagMarks.ts'

type Props = {
  html: string
  isEditing: boolean
  isSingleLine?: boolean
  label: string
  style: CSSProperties
  onChange: (html: string) => void
}

/** Puts text where the caret is; the browser keeps its own step back. */
export const insertText = (text: string): void => {
  document.execCommand('insertText', false, text)
}

// Words pasted from elsewhere come without their looks: mails have looks of their own.
const pastePlain = (event: ClipboardEvent, isSingleLine: boolean) => {
  event.preventDefault()
  const text = event.clipboardData.getData('text/plain')
  if (!text) return
  insertText(isSingleLine ? text.replace(/\s*\n\s*/g, ' ') : text)
}

/**
 * Words that are written in place, their merge tags marked. While they are written the page holds them, and every change is told; what comes from
 * outside (undo, another setting) is put in again.
 */
export const EditableText = ({ html, isEditing, isSingleLine = false, label, style, onChange }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const written = useRef<string | undefined>(undefined)
  useEffect(() => {
    const element = box.current
    if (!element || written.current === html) return
    written.current = html
    element.innerHTML = safeHtml(html)
    markTags(element)
  }, [html])
  useEffect(() => {
    const element = box.current
    return () => {
      if (element) unmarkTags(element)
    }
  }, [])
  const tell = useCallback(() => {
    const next = box.current?.innerHTML ?? ''
    written.current = next
    if (box.current) markTags(box.current)
    onChange(next)
  }, [onChange])
  const onKey = (event: KeyboardEvent) => {
    if (isSingleLine && event.key === 'Enter') event.preventDefault()
    if (event.key === 'Escape') box.current?.blur()
    const isErasing = event.key === 'Backspace' || event.key === 'Delete'
    if (isErasing && box.current) selectTagAt(box.current, event.key === 'Backspace' ? 'behind' : 'before')
    // Letters here are text, not shortcuts of the canvas.
    if (event.key !== 'Escape' && !((event.metaKey || event.ctrlKey) && /^[sz]$/i.test(event.key)))
      event.stopPropagation()
  }
  const field = isEditing
    ? { role: 'textbox', 'aria-multiline': !isSingleLine, 'aria-label': label, contentEditable: true, tabIndex: 0 }
    : {}
  return (
    <>
      {isEditing && <TextBar box={box} isSingleLine={isSingleLine} onChange={tell} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it is a textbox while it is written in, and still otherwise */}
      <div
        ref={box}
        className={c.text}
        style={style}
        spellCheck={isEditing}
        suppressContentEditableWarning
        onInput={tell}
        onPaste={(event) => pastePlain(event, isSingleLine)}
        onKeyDown={isEditing ? onKey : undefined}
        onFocus={() => document.execCommand('defaultParagraphSeparator', false, 'p')}
        {...field}
      />
    </>
  )
}
