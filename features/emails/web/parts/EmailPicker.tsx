import { Select } from '@mantine/core'
import { useCall } from '@millrace/kit/web'
import { emailCalls as calls } from '../../contract/emailCalls.ts'

type Props = {
  value: number | undefined
  onChange: (emailId: number | undefined) => void
  label?: string
  error?: string
  disabled?: boolean
}

const LIMIT = 500

/** Chooses an email by its name. */
export const EmailPicker = ({ value, onChange, label = 'Email', error, disabled }: Props) => {
  const list = useCall(calls.listEmails, { query: { limit: LIMIT, sort: 'name' } })
  const emails = list.data?.emails ?? []
  const options = emails.map(({ id, name }) => ({ value: String(id), label: name }))
  // An archived email stays readable where it was chosen before.
  const isHidden = value !== undefined && list.data !== undefined && !emails.some(({ id }) => id === value)
  if (isHidden) options.push({ value: String(value), label: `Archived email ${value}` })
  return (
    <Select
      label={label}
      placeholder={list.isPending ? 'Loading…' : 'Choose an email'}
      data={options}
      value={value === undefined ? null : String(value)}
      onChange={(id) => onChange(id ? Number(id) : undefined)}
      searchable
      nothingFoundMessage="No email has this name"
      error={error ?? (list.error ? list.error.message : undefined)}
      disabled={disabled ?? false}
    />
  )
}
