import { Autocomplete } from '@mantine/core'
import type { Sample } from './useSample.ts'

type Props = {
  label: string
  sample: Sample
  value: string | undefined
  onChange(path: string | undefined): void
  error?: string
  placeholder?: string
}

/** Says where something stands in what arrived, with what stood there the last time. */
export const PathPicker = ({
  label,
  sample: { paths },
  value,
  onChange,
  error,
  placeholder = 'data.customer.email',
}: Props) => {
  const known = paths.find(({ path }) => path === value)
  const isLost = Boolean(value) && paths.length > 0 && !known
  const told = known
    ? `Last time: ${known.sample || 'empty'}`
    : isLost
      ? 'Nothing stood there the last time.'
      : undefined
  return (
    <Autocomplete
      label={label}
      placeholder={placeholder}
      data={paths.map(({ path }) => path)}
      limit={60}
      renderOption={({ option }) => (
        <span style={{ overflowWrap: 'anywhere' }}>
          {option.value}{' '}
          <span style={{ color: 'var(--ink-3)' }}>{paths.find(({ path }) => path === option.value)?.sample}</span>
        </span>
      )}
      value={value ?? ''}
      onChange={(path) => onChange(path.trim() || undefined)}
      description={told}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...(isLost && { styles: { description: { color: 'var(--c-trigger)' } } })}
      error={error}
    />
  )
}
