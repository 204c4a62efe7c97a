import { Textarea, TextInput } from '@mantine/core'
import { FormRow, sentenceOf, told, useMutate } from '@millrace/kit/web'
import { type KeyboardEvent, useState } from 'react'
import { accountCalls } from '../../contract/index.ts'
import { SHOWN } from './shown.ts'

type Part = 'name' | 'site' | 'industry' | 'phone' | 'mailingAddress'

type Props = {
  part: Part
  label: string
  /** As notices call it: "Couldn't save your mailing address." */
  word: string
  help?: string
  value: string
  isLong?: boolean
  isReadOnly: boolean
  autoComplete?: string
  placeholder?: string
  maxLength?: number
}

const saved = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)} saved.`

const useSaved = ({ part, word, value }: Props) => {
  const [text, setText] = useState(value)
  const [before, setBefore] = useState(value)
  if (value !== before) {
    setBefore(value)
    setText(value)
  }
  const save = useMutate(accountCalls.updateAccount, {
    invalidates: SHOWN,
    success: saved(word),
    scope: `account ${part}`,
    onError: () => told.error(`Couldn't save your ${word}.`),
    onDone: (account) => setText(account[part]),
  })
  const keep = () => {
    const trimmed = text.trim()
    // What is empty or unchanged is not saved.
    if (trimmed === '') setText(value)
    else if (trimmed !== value) save.mutate({ body: { [part]: trimmed } })
  }
  const change = (next: string) => {
    save.reset()
    setText(next)
  }
  return { text, change, keep, revert: () => change(value), problem: save.error ? sentenceOf(save.error) : undefined }
}

/** A text of the account that is saved when it is left or Enter is pressed; Escape takes it back. */
export const SavedField = (props: Props) => {
  const { label, help, isLong, isReadOnly, autoComplete, placeholder, maxLength = 200 } = props
  const { text, change, keep, revert, problem } = useSaved(props)
  const Field = isLong ? Textarea : TextInput
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') revert()
    if (event.key === 'Enter' && !isLong) event.currentTarget.blur()
  }
  return (
    <FormRow label={label} help={help}>
      {(id) => (
        <Field
          id={id}
          value={text}
          error={problem}
          readOnly={isReadOnly}
          maxLength={maxLength}
          {...(autoComplete && { autoComplete })}
          {...(placeholder && { placeholder })}
          {...(isLong && { autosize: true, minRows: 3, maxRows: 8 })}
          onBlur={keep}
          onKeyDown={onKeyDown}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )}
    </FormRow>
  )
}
