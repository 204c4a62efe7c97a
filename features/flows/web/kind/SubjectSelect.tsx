import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useCall, useMay } from '@millrace/kit/web'
import { type ObjectRecord, objectsContract } from '@millrace/objects/contract'
import { PersonSelect } from '@millrace/people/web'
import { useState } from 'react'
import { useFlowKind } from './flowKind.ts'

type Props = { id: number | undefined; onChange(id: number | undefined): void }

const DEBOUNCE_MS = 300
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '')

const ObjectSelect = ({ id, onChange }: Props) => {
  const { objectType: objectName, schema, words } = useFlowKind()
  const mayRead = useMay('people:read')
  const [typed, setTyped] = useState('')
  const [query] = useDebouncedValue(typed.trim(), DEBOUNCE_MS)
  const nameOf = (object: Partial<ObjectRecord>) =>
    text(object[schema?.primaryField ?? 'name']) || text(object.externalId) || `${capital(words.one)} ${object.id}`
  const { data: given } = useCall(
    objectsContract.getObject,
    { params: { objectName, id: id ?? 0 } },
    { enabled: mayRead && id !== undefined },
  )
  const chosen = given?.object.id === id ? given?.object : undefined
  const [named, setNamed] = useState<number>()
  if (chosen && schema && named !== chosen.id) {
    // Chosen elsewhere: by an address, or by another part of the page.
    setNamed(chosen.id)
    setTyped(nameOf(chosen))
  }
  const isSearching = mayRead && query.length > 0 && query !== (chosen && nameOf(chosen))
  const { data: found } = useCall(
    objectsContract.searchObjects,
    { params: { objectName }, query: { query, limit: 20 } },
    { enabled: isSearching },
  )
  const { data: first } = useCall(
    objectsContract.listObjects,
    { params: { objectName }, query: { limit: 20 } },
    { enabled: mayRead && !isSearching },
  )
  const listed = (isSearching ? found?.objects : first?.objects) ?? []
  const all = chosen && !listed.some((one) => one.id === chosen.id) ? [chosen, ...listed] : listed
  return (
    <Select
      label={capital(words.one)}
      placeholder="Name or external ID"
      data={all.map((object) => ({ value: String(object.id), label: nameOf(object) }))}
      value={id === undefined ? null : String(id)}
      onChange={(next) => onChange(next ? Number(next) : undefined)}
      searchable
      clearable
      disabled={!mayRead}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={`No ${words.one} found`}
      clearButtonProps={{ 'aria-label': `No ${words.one}` }}
    />
  )
}

/** Finds one of those whom the flow around takes: a person, or an object of its kind. */
export const SubjectSelect = (props: Props) =>
  useFlowKind().isOfPeople ? (
    <PersonSelect label="Person" placeholder="Name or address" personId={props.id} onChange={props.onChange} />
  ) : (
    <ObjectSelect {...props} />
  )
