import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useCall, useMay } from '@millrace/kit/web'
import { useState } from 'react'
import { peopleContract } from '../../contract/index.ts'

type Props = {
  label: string
  personId: number | undefined
  onChange: (personId: number | undefined) => void
  hideLabel?: boolean
  /** Shown while nobody is chosen. */
  placeholder?: string
}

const DEBOUNCE_MS = 300
const SHORTEST = 2

type Option = { value: string; label: string }

const optionOf = ({ id, name, email }: { id: number; name: string | null; email: string | null }): Option => ({
  value: String(id),
  label: name ? `${name} · ${email ?? ''}` : (email ?? `Person ${id}`),
})

/** Finds a person by name or address. */
export const PersonSelect = ({ label, personId, onChange, hideLabel, placeholder = 'An example person' }: Props) => {
  const mayRead = useMay('people:read')
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<Option>()
  const [query] = useDebouncedValue(text.trim(), DEBOUNCE_MS)
  const isSearching = mayRead && query.length >= SHORTEST && query !== chosen?.label
  const { data } = useCall(peopleContract.searchPeople, { query: { query } }, { enabled: isSearching })
  const found = (isSearching ? (data?.users ?? []) : []).slice(0, 20).map(optionOf)
  const isGiven = mayRead && personId !== undefined && chosen?.value !== String(personId)
  const { data: given } = useCall(peopleContract.getPerson, { params: { id: personId ?? 0 } }, { enabled: isGiven })
  const [known] = isGiven ? (given?.users ?? []) : []
  if (known && known.id === personId) {
    // Chosen elsewhere: by an address, or by another part of the page.
    const option = optionOf(known)
    setChosen(option)
    setText(option.label)
  }
  const options = chosen && !found.some(({ value }) => value === chosen.value) ? [chosen, ...found] : found
  return (
    <Select
      {...(hideLabel ? { 'aria-label': label } : { label })}
      placeholder={placeholder}
      data={options}
      value={personId === undefined ? null : String(personId)}
      onChange={(id) => {
        setChosen(options.find(({ value }) => value === id))
        onChange(id ? Number(id) : undefined)
      }}
      searchable
      clearable
      disabled={!mayRead}
      searchValue={text}
      onSearchChange={setText}
      filter={({ options: all }) => all}
      nothingFoundMessage={query.length < SHORTEST ? 'Type at least 2 characters' : 'Nobody found'}
      clearButtonProps={{ 'aria-label': `Nobody: ${placeholder.toLowerCase()}` }}
    />
  )
}
