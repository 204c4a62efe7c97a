import { CloseButton, TextInput } from '@mantine/core'
import { useShortcut } from '@millrace/kit/web'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

const PAUSE = 300

type Props = { label: string; search: string; onSearch: (text: string) => void }

/** The search field of a list; asks a moment after the last key. */
export const ObjectSearch = ({ label, search, onSearch }: Props) => {
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
    if (wanted === told.current) return
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
