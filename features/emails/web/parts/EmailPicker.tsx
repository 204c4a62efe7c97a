import { Group, Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useCall } from '@millrace/kit/web'
import { useState } from 'react'
import { emailCalls as calls } from '../../contract/emailCalls.ts'
import { EmailPicture } from './NamedEmail.tsx'

type Props = {
  value: number | undefined
  onChange: (emailId: number | undefined) => void
  label?: string
  error?: string
  disabled?: boolean
}

const MOST = 50
const PAUSE_MS = 250

/** Emails with a text in their name or subject, the first ones by name, and always the chosen one, also where it is archived. */
const useChoices = (text: string, value: number | undefined) => {
  const [asked] = useDebouncedValue(text.trim(), PAUSE_MS)
  const one = useCall(calls.getEmail, { params: { id: value ?? 0 } }, { enabled: value !== undefined }).data?.email
  // What the field shows of the chosen one is no search.
  const search = asked && asked !== one?.name ? { search: asked } : {}
  const list = useCall(
    calls.listEmails,
    { query: { limit: MOST, sort: 'name', order: 'asc', ...search } },
    { keepPrevious: true },
  )
  const found = list.data?.emails ?? []
  const options = found.map(({ id, name }) => ({ value: String(id), label: name }))
  if (value !== undefined && !options.some((option) => option.value === String(value)))
    options.unshift({ value: String(value), label: one?.name ?? `Email ${value}` })
  const byId = new Map([...found, ...(one ? [one] : [])].map((email) => [String(email.id), email]))
  return { options, list, byId }
}

/** Chooses an email by its name. */
export const EmailPicker = ({ value, onChange, label = 'Email', error, disabled }: Props) => {
  const [text, setText] = useState('')
  const { options, list, byId } = useChoices(text, value)
  return (
    <Select
      label={label}
      placeholder={list.isPending ? 'Loading…' : 'Choose an email'}
      data={options}
      // The server has searched already.
      filter={({ options: found }) => found}
      renderOption={({ option }) => (
        <Group gap={10} wrap="nowrap" flex={1} miw={0} style={{ overflow: 'hidden' }}>
          <EmailPicture src={byId.get(option.value)?.previewImage} />
          <div style={{ minWidth: 0 }}>
            <Text size="sm" truncate>
              {option.label}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {byId.get(option.value)?.subject}
            </Text>
          </div>
        </Group>
      )}
      value={value === undefined ? null : String(value)}
      onChange={(id) => onChange(id ? Number(id) : undefined)}
      onSearchChange={setText}
      searchable
      nothingFoundMessage="No email has this name"
      error={error ?? (list.error ? list.error.message : undefined)}
      disabled={disabled ?? false}
    />
  )
}
