import { Button, NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { PERIOD_UNITS, type Period } from '../../contract/index.ts'
import c from './Builder.module.css'
import { isPeriod } from './isPeriod.ts'

/** What a time is compared with: a period counted from now, or a date. */
export type TimeValue = Period | string

/** What a panel for times is given. */
export type TimePanelProps = {
  value: TimeValue | undefined
  onChange: (value: TimeValue) => void
  close: () => void
  /** Only what lies behind: events have no future. */
  isPast?: boolean
  /** Offers a period alone, or a date alone. */
  only?: 'period' | 'date'
}

const DIRECTIONS = [
  { value: 'ago', label: 'ago' },
  { value: 'ahead', label: 'from now' },
]

const PeriodForm = ({ value, onChange, close, isPast }: TimePanelProps) => {
  const before = isPeriod(value) ? value : undefined
  const [period, setPeriod] = useState<Period>(before ?? { value: 7, unit: 'days', direction: isPast ? 'ago' : 'ago' })
  const apply = () => {
    onChange(isPast ? { value: period.value, unit: period.unit } : period)
    close()
  }
  return (
    <form
      className={c.panel}
      style={{ padding: 0 }}
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <div className={c.pair}>
        <NumberInput
          aria-label="How many"
          min={0}
          max={100_000}
          allowDecimal={false}
          value={period.value}
          onChange={(next) => setPeriod({ ...period, value: Number(next) || 0 })}
          data-autofocus
        />
        <Select
          aria-label="Unit"
          data={[...PERIOD_UNITS]}
          value={period.unit}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={(unit) => setPeriod({ ...period, unit: unit as Period['unit'] })}
        />
      </div>
      {!isPast && (
        <SegmentedControl
          aria-label="Direction"
          fullWidth
          data={DIRECTIONS}
          value={period.direction ?? 'ago'}
          onChange={(direction) => setPeriod({ ...period, direction: direction as 'ago' | 'ahead' })}
        />
      )}
      <Button type="submit" size="xs">
        Apply
      </Button>
    </form>
  )
}

const DateForm = ({ value, onChange, close }: TimePanelProps) => {
  const [date, setDate] = useState(typeof value === 'string' ? value.slice(0, 10) : '')
  return (
    <form
      className={c.panel}
      style={{ padding: 0 }}
      onSubmit={(event) => {
        event.preventDefault()
        if (!date) return
        onChange(date)
        close()
      }}
    >
      <TextInput
        type="date"
        aria-label="Date"
        value={date}
        onChange={(event) => setDate(event.currentTarget.value)}
        data-autofocus
      />
      <Button type="submit" size="xs" disabled={!date}>
        Apply
      </Button>
    </form>
  )
}

/** Chooses a period counted from now, or a date. */
export default function TimePanel(props: TimePanelProps) {
  const [how, setHow] = useState(props.only ?? (typeof props.value === 'string' ? 'date' : 'period'))
  return (
    <div className={c.panel}>
      {!props.only && (
        <SegmentedControl
          aria-label="Kind of time"
          fullWidth
          value={how}
          onChange={(next) => setHow(next as 'period' | 'date')}
          data={[
            { value: 'period', label: 'Counted from now' },
            { value: 'date', label: 'A date' },
          ]}
        />
      )}
      {how === 'period' ? <PeriodForm {...props} /> : <DateForm {...props} />}
    </div>
  )
}
