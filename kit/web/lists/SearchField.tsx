import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useShortcut } from '../shortcuts.ts'

type Props = {
  label: string
  search: string
  onSearch: (text: string) => void
  /** Fewer characters than these are not searched for. */
  from?: number
  /** How long after the last key it asks, in milliseconds. */
  pauseMs?: number
}

/** The search field of a large list: asks a moment after the last key; `f` goes to it, Escape empties it. */
export const SearchField = ({ label, search, onSearch, from = 1, pauseMs = 300 }: Props) => {
  const [text, setText] = useState(search)
  const field = useRef<HTMLInputElement>(null)
  const told = useRef(search)
  useShortcut('f', label, () => field.current?.focus())
  useEffect(() => {
    if (search === told.current) return
    told.current = search
    setText(search)
  }, [search])
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === told.current || (wanted.length > 0 && wanted.length < from)) return
    const timer = setTimeout(
      () => {
        told.current = wanted
        onSearch(wanted)
      },
      wanted ? pauseMs : 0,
    )
    return () => clearTimeout(timer)
  }, [text, onSearch, from, pauseMs])
  return (
    <TextInput
      ref={field}
      type="search"
      w={280}
      placeholder={label}
      aria-label={label}
      leftSection={<IconSearch size={15} stroke={1.7} aria-hidden />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && setText('')}
      rightSection={text && <CloseButton size="sm" aria-label="Clear the search" onClick={() => setText('')} />}
    />
  )
}
