import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

type Props = {
  label: string
  /** What is searched, where the label does not say it. */
  hint?: string
  width?: number
  text: string | undefined
  onText: (text: string) => void
}

/** The search field of a list that follows each key; large lists have `SearchField`. */
export const FindField = ({ label, hint = label, width = 260, text = '', onText }: Props) => (
  <TextInput
    placeholder={hint}
    aria-label={label}
    w={width}
    leftSection={<IconSearch size={15} stroke={1.7} aria-hidden />}
    value={text}
    onChange={(event) => onText(event.currentTarget.value)}
  />
)
