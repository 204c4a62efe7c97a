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

/** Finds a person by name or address. */
export const PersonSelect = ({ label, personId, onChange, hideLabel, placeholder = 'An example person' }: Props) => {
  const mayRead = useMay('people:read')
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string }>()
  const [query] = useDebouncedValue(text.trim(), DEBOUNCE_MS)
  const isSearching = mayRead && query.length >= SHORTEST && query !== chosen?.label
  const { data } = useCall(peopleContract.searchPeople, { query: { query } }, { enabled: isSearching })
  const found = (isSearching ? (data?.users ?? []) : []).slice(0, 20).map((person) => ({
    value: String(person.id),
    label: person.name ? `${person.name} · ${person.email ?? ''}` : (person.email ?? `Person ${person.id}`),
  }))
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
