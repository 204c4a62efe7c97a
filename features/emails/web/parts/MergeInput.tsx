import { Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { MergeTagButton } from './MergeTags.tsx'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  placeholder?: string
  error?: ReactNode
  isMultiline?: boolean
  isCode?: boolean
  hideLabel?: boolean
  variant?: 'unstyled'
  maxLength?: number
  onBlur?: () => void
  name?: string
  autoFocus?: boolean
}

/** A text field into which merge tags can be put where the caret is. */
export const MergeInput = (props: Props) => {
  const {
    label,
    value,
    onChange,
    placeholder,
    error,
    isMultiline,
    isCode,
    hideLabel,
    variant,
    maxLength,
    onBlur,
    name,
    autoFocus,
  } = props
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const insert = (liquid: string) => {
    const at = field.current?.selectionStart ?? value.length
    const to = field.current?.selectionEnd ?? at
    onChange(value.slice(0, at) + liquid + value.slice(to))
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(at + liquid.length, at + liquid.length)
    })
  }
  const common = {
    ref: field,
    ...(hideLabel ? { 'aria-label': label } : { label }),
    value,
    placeholder: placeholder ?? '',
    error,
    ...(variant && { variant }),
    ...(maxLength && { maxLength }),
    ...(name && { name }),
    ...(onBlur && { onBlur }),
    ...(autoFocus && { autoFocus }),
    rightSection: <MergeTagButton onPick={insert} />,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  if (!isMultiline) return <TextInput {...common} />
  return (
    <Textarea
      {...common}
      autosize
      minRows={isCode ? 8 : 2}
      maxRows={isCode ? 22 : 8}
      rightSectionProps={{ style: { alignItems: 'flex-start', paddingTop: 4 } }}
      {...(isCode && {
        styles: { input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } },
        spellCheck: false,
      })}
    />
  )
}
