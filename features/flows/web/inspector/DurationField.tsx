import { NumberInput, Select } from '@mantine/core'
import { Row } from './parts.tsx'

const UNITS = ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months']

/** A length of time. */
export const DurationField = ({
  label,
  value,
  onChange,
  error,
}: {
  label: string
  value: unknown
  onChange(length: { value: number; unit: string }): void
  error?: string
}) => {
  const { value: length, unit = 'days' } = (value ?? {}) as { value?: number; unit?: string }
  return (
    <Row>
      <NumberInput
        label={label}
        min={1}
        value={length ?? ''}
        onChange={(next) => onChange({ value: Number(next), unit })}
        error={error}
      />
      <Select
        label="Unit"
        data={UNITS}
        value={unit}
        allowDeselect={false}
        onChange={(next) => next && onChange({ value: length ?? 1, unit: next })}
      />
    </Row>
  )
}
