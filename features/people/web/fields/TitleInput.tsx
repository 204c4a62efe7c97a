import { Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  label?: string
  placeholder?: string
  title: string
  onTitle: (title: string) => void
  maxLength?: number
  error?: ReactNode
  /** Where its name counts: "In the API". */
  place?: string
  /** What it is called there, as soon as it is known. */
  name: string
}

/** What something is called on screens, and below it what programs call it. */
export const TitleInput = (props: Props) => {
  const { label = 'Title', placeholder, title, onTitle, maxLength = 255, error, place = 'In the API', name } = props
  return (
    <div>
      <TextInput
        label={label}
        placeholder={placeholder}
        value={title}
        maxLength={maxLength}
        onChange={(event) => onTitle(event.currentTarget.value)}
        error={error}
        data-autofocus
      />
      {name && (
        <Text fz={12} c="dimmed" mt={4}>
          {place}: <code>{name}</code>
        </Text>
      )}
    </div>
  )
}
