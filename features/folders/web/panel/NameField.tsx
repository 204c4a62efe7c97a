import { useEffect, useRef, useState } from 'react'
import { LONGEST_NAME, UNNAMED_FOLDER } from '../../contract/index.ts'
import css from './panel.module.css'

type Props = {
  value: string
  /** What was typed; undefined where it was given up. */
  onDone: (name: string | undefined) => void
}

/** The name of a folder while it is typed, where it stands. Enter takes it, Escape gives it up. */
export const NameField = ({ value, onDone }: Props) => {
  const [text, setText] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  useEffect(() => input.current?.select(), [])
  const finish = (name: string | undefined) => {
    if (isDone.current) return
    isDone.current = true
    onDone(name)
  }
  return (
    <input
      ref={input}
      className={css.nameField}
      aria-label="Name of the folder"
      placeholder={UNNAMED_FOLDER}
      value={text}
      maxLength={LONGEST_NAME}
      // biome-ignore lint/a11y/noAutofocus: it was just asked for, at this place
      autoFocus
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => finish(text.trim() || undefined)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') finish(text.trim())
        else if (event.key === 'Escape') finish(undefined)
      }}
    />
  )
}
