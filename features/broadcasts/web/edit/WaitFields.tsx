import { NumberInput, Select } from '@mantine/core'

type Wait = { period: number; unit: 'hours' | 'days' }
type Props = {
  label: string
  /** What the unit is of, for those who cannot see it. */
  about: string
  wait: Wait
  onChange: (wait: Wait, isTyped?: boolean) => void
}

/** How long is waited: a number of hours or days. */
export const WaitFields = ({ label, about, wait, onChange }: Props) => (
  <>
    <NumberInput
      label={label}
      min={1}
      max={720}
      allowDecimal={false}
      value={wait.period}
      onChange={(period) => Number(period) >= 1 && onChange({ ...wait, period: Number(period) }, true)}
      w={72}
    />
    <Select
      aria-label={`Unit of ${about}`}
      data={['hours', 'days']}
      value={wait.unit}
      onChange={(unit) => unit && onChange({ ...wait, unit: unit as 'days' })}
      allowDeselect={false}
      w={92}
    />
  </>
)
