import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useCall, useMay } from '@millrace/kit/web'
import { peopleContract } from '@millrace/people/contract'
import { useState } from 'react'

type Props = {
  label: string
  personId: number | undefined
  onChange: (personId: number | undefined) => void
  hideLabel?: boolean
}

const DEBOUNCE_MS = 300
const SHORTEST = 2

/** Finds a person by name or address; without one an example stands in. */
export const PersonSelect = ({ label, personId, onChange, hideLabel }: Props) => {
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
      placeholder="An example person"
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
      clearButtonProps={{ 'aria-label': 'Take the example person' }}
    />
  )
}
