import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import c from './source.module.css'

/** A place in the text that a writer should look at; line and column count from 1. */
export type CodeMark = { line: number; column: number; message: string }

/** What others may ask of the field. */
export type CodeHandle = { insert: (text: string) => void; goTo: (line: number, column: number) => void }

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  marks?: readonly CodeMark[]
  handle?: RefObject<CodeHandle | null>
  isReadOnly?: boolean
}

const offsetOf = (text: string, line: number, column: number) => {
  let at = 0
  for (let n = 1; n < line; n++) {
    const next = text.indexOf('\n', at)
    if (next < 0) break
    at = next + 1
  }
  return Math.min(text.length, at + column - 1)
}

const LINE_HEIGHT = 18

const useHandle = (
  handle: Props['handle'],
  area: RefObject<HTMLTextAreaElement | null>,
  onChange: (value: string) => void,
) =>
  useImperativeHandle(handle, () => ({
    insert: (text) => {
      const field = area.current
      if (!field) return
      const { selectionStart, selectionEnd, value } = field
      onChange(value.slice(0, selectionStart) + text + value.slice(selectionEnd))
      requestAnimationFrame(() => {
        field.focus()
        field.setSelectionRange(selectionStart + text.length, selectionStart + text.length)
      })
    },
    goTo: (line, column) => {
      const field = area.current
      if (!field) return
      const at = offsetOf(field.value, line, column)
      field.focus()
      field.setSelectionRange(at, at)
      field.scrollTop = Math.max(0, (line - 6) * LINE_HEIGHT)
    },
  }))

/** Source text with line numbers; lines with a mark say what is wrong. Tab moves on, as everywhere, so that nobody is caught. */
export const CodeField = ({ label, value, onChange, marks = [], handle, isReadOnly = false }: Props) => {
  const area = useRef<HTMLTextAreaElement>(null)
  const gutter = useRef<HTMLDivElement>(null)
  useHandle(handle, area, onChange)
  const follow = () => {
    if (gutter.current && area.current) gutter.current.scrollTop = area.current.scrollTop
  }
  useEffect(follow)
  const wrong = new Map(marks.map((mark) => [mark.line, mark]))
  const lines = value.split('\n').length
  return (
    <div className={c.code}>
      <div ref={gutter} className={c.gutter} aria-hidden>
        {Array.from({ length: lines }, (_none, index) => (
          <span key={index} data-wrong={wrong.has(index + 1) || undefined} title={wrong.get(index + 1)?.message}>
            {index + 1}
          </span>
        ))}
      </div>
      <textarea
        ref={area}
        className={c.text}
        aria-label={label}
        aria-invalid={marks.length > 0 || undefined}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onScroll={follow}
        readOnly={isReadOnly}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        wrap="off"
      />
    </div>
  )
}
