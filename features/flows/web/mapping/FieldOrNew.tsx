import { Select } from '@mantine/core'
import { useCall } from '@millrace/kit/web'
import { cleanFieldName, peopleContract } from '@millrace/people/contract'
import { useState } from 'react'

type Props = { label: string; value: string | undefined; onChange(field: string): void; error?: string }

/** Chooses a person field that may be written; one that is not there is made when something comes for it. */
export const FieldOrNew = ({ label, value, onChange, error }: Props) => {
  const { data, isPending } = useCall(peopleContract.listFields)
  const [search, setSearch] = useState('')
  const fields = (data?.fields ?? [])
    .filter(({ readOnly, name }) => !readOnly && name !== 'tags')
    .map(({ name, title }) => ({ value: name, label: title || name }))
  const typed = cleanFieldName(search)
  const isNew = (name: string) => Boolean(name) && !fields.some((field) => field.value === name)
  const isLabel = fields.some((field) => field.label === search)
  const news = [...new Set([value ?? '', isLabel ? '' : typed])].filter((name) => data && isNew(name))
  return (
    <Select
      label={label}
      placeholder={isPending ? 'Loading…' : 'Choose or type a field'}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      data={[
        ...fields,
        ...news.map((name) => ({ value: name, label: name === value ? `${name} (new)` : `New field “${name}”` })),
      ]}
      value={value || null}
      onChange={(name) => name && onChange(name)}
      error={error}
      nothingFoundMessage="Type the name of a new field"
    />
  )
}
