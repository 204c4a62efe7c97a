import { Autocomplete, Group, Text } from '@mantine/core'
import { useCall } from '@millrace/kit/web'
import type { ReactNode } from 'react'
import type { EmailSender } from '../../contract/email.ts'
import { emailCalls as calls } from '../../contract/emailCalls.ts'

const NONE: EmailSender[] = []

/** Addresses that the account may write from, verified ones first. */
export const useSenders = (): EmailSender[] => useCall(calls.listSenders).data?.senders ?? NONE

type Props = {
  value: string
  onChange: (sender: EmailSender) => void
  label?: string
  /** Told to those who cannot see where it stands, in place of a label. */
  name?: string
  placeholder?: string
  error?: ReactNode
  variant?: 'unstyled'
  autoFocus?: boolean
}

/** Chooses or types a from address; says which are verified. */
export const SenderSelect = ({ value, onChange, label, name, placeholder, error, variant, autoFocus }: Props) => {
  const senders = useSenders()
  const known = new Map(senders.map((sender) => [sender.email, sender]))
  const chosen = known.get(value.toLowerCase())
  const problem =
    value && !chosen?.isVerified && senders.length > 0
      ? 'This address is not verified yet. Verify it in Settings, Email, before you send.'
      : undefined
  return (
    <Autocomplete
      {...(label ? { label } : { 'aria-label': name ?? 'From address' })}
      {...(variant && { variant })}
      placeholder={placeholder ?? 'you@yourcompany.com'}
      error={error}
      value={value}
      autoFocus={autoFocus ?? false}
      data={senders.map(({ email }) => email)}
      onChange={(email) => onChange(known.get(email) ?? { email, name: '', isVerified: false })}
      description={label ? problem : undefined}
      renderOption={({ option }) => (
        <Group justify="space-between" w="100%" wrap="nowrap">
          <span>{option.value}</span>
          <Text size="xs" c="dimmed">
            {known.get(option.value)?.isVerified ? 'Verified' : 'Not verified'}
          </Text>
        </Group>
      )}
    />
  )
}
