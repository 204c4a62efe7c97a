import { CloseButton, TextInput } from '@mantine/core'
import { useShortcut } from '@millrace/kit/web'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { SEARCH_FROM } from './address.ts'

const PAUSE = 500

/** The search field: from two characters on, half a second after the last one. */
export const PeopleSearch = ({ search, onSearch }: { search: string; onSearch: (text: string) => void }) => {
  const [text, setText] = useState(search)
  const field = useRef<HTMLInputElement>(null)
  const told = useRef(search)
  useShortcut('f', 'Search people', () => field.current?.focus())
  useEffect(() => {
    if (search === told.current) return
    told.current = search
    setText(search)
  }, [search])
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === told.current || (wanted.length > 0 && wanted.length < SEARCH_FROM)) return
    const timer = setTimeout(
      () => {
        told.current = wanted
        onSearch(wanted)
      },
      wanted ? PAUSE : 0,
    )
    return () => clearTimeout(timer)
  }, [text, onSearch])
  return (
    <TextInput
      ref={field}
      type="search"
      w={280}
      placeholder="Search people"
      aria-label="Search people"
      leftSection={<IconSearch size={15} stroke={1.7} aria-hidden />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && setText('')}
      rightSection={text && <CloseButton size="sm" aria-label="Clear the search" onClick={() => setText('')} />}
    />
  )
}
