import { Autocomplete } from '@mantine/core'
import { useState } from 'react'
import { HALF_HOURS, readTime } from './timeText.ts'

type Props = {
  label: string
  value: string | undefined
  onChange(time: string | undefined): void
  error?: string
}

/** A time of day on a clock of 24 hours, typed in whatever way or chosen. */
export const TimeOfDay = ({ label, value, onChange, error }: Props) => {
  const [typed, setTyped] = useState<string>()
  const isUnread = typed !== undefined && typed.trim() !== '' && readTime(typed) === undefined
  return (
    <Autocomplete
      label={label}
      placeholder="09:00"
      inputMode="numeric"
      data={HALF_HOURS}
      // What is offered shows all day, not only times that begin as the one that stands there.
      filter={({ options, search }) => (search === value ? options : options.filter((one) => isNear(one, search)))}
      limit={48}
      maxDropdownHeight={220}
      value={typed ?? value ?? ''}
      onChange={(text) => {
        setTyped(text)
        const time = readTime(text)
        if (time || !text.trim()) onChange(time)
      }}
      onBlur={() => setTyped(undefined)}
      error={isUnread ? 'Use a time such as 09:00.' : error}
    />
  )
}

const isNear = (option: unknown, search: string): boolean => {
  const { value = '' } = option as { value?: string }
  const text = search.trim()
  return value.startsWith(text) || value.startsWith(`0${text}`) || value === readTime(text)
}
