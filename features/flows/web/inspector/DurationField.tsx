import { NumberInput, Select } from '@mantine/core'
import { Row } from './parts.tsx'

const UNITS = ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months'] as const

type Length<U extends string> = { value: number; unit: U }

type Props<U extends string> = {
  label: string
  value: { value?: number; unit?: string } | undefined
  onChange(length: Length<U>): void
  error?: string
  units?: readonly U[]
  min?: number
}

/** A length of time: a number and a unit. */
export const DurationField = <U extends string = (typeof UNITS)[number]>({
  label,
  value: length,
  onChange,
  error,
  units = UNITS as unknown as readonly U[],
  min = 1,
}: Props<U>) => {
  const { value } = length ?? {}
  const unit = (length?.unit ?? (units.includes('days' as U) ? 'days' : units[0])) as U
  return (
    <Row>
      <NumberInput
        label={label}
        min={min}
        allowDecimal={false}
        value={value ?? ''}
        // An empty number is not complete yet; it must not turn into 0 under the cursor.
        onChange={(next) => onChange({ value: next === '' ? (undefined as never) : Number(next), unit })}
        error={error}
      />
      <Select
        label="Unit"
        data={units as readonly string[]}
        value={unit}
        allowDeselect={false}
        onChange={(next) => next && onChange({ value: value ?? 1, unit: next as U })}
      />
    </Row>
  )
}
