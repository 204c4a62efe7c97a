import { Select, TextInput } from '@mantine/core'
import {
  Choice,
  DurationField,
  FieldPicker,
  type PanelProps,
  TimeOfDay,
  WeekdayPicker,
  ZonePicker,
} from '../../web/inspector/index.ts'
import { useFlowKind } from '../../web/kind/flowKind.ts'

const KINDS = [
  { value: 'duration', label: 'For a time' },
  { value: 'until', label: 'Until a date' },
  { value: 'field', label: 'Until a date field' },
  { value: 'window', label: 'Until a weekday and time' },
]
const STARTS: Record<string, Record<string, unknown>> = {
  duration: { kind: 'duration', value: 1, unit: 'days' },
  until: { kind: 'until' },
  field: { kind: 'field' },
  window: { kind: 'window', weekdays: [1, 2, 3, 4, 5], at: '09:00', timezone: 'person' },
}
const CLEARED = {
  value: undefined,
  unit: undefined,
  at: undefined,
  field: undefined,
  offset: undefined,
  weekdays: undefined,
  timezone: undefined,
}

const localValue = (at: string | undefined) => {
  if (!at) return ''
  const date = new Date(at)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const UntilField = ({ values, change, problemOf }: PanelProps) => {
  const offset = (values.offset ?? { value: 0, unit: 'days', direction: 'on' }) as {
    value: number
    unit: string
    direction: string
  }
  const set = (changes: Partial<typeof offset>) => change({ offset: { ...offset, ...changes } })
  return (
    <>
      <FieldPicker
        label="Date field"
        isDate
        value={values.field as string}
        onChange={(field) => change({ field })}
        error={problemOf('field')}
      />
      <Choice
        label="When"
        data={[
          { value: 'before', label: 'Before' },
          { value: 'on', label: 'On it' },
          { value: 'after', label: 'After' },
        ]}
        value={offset.direction}
        onChange={(direction) => set({ direction })}
      />
      {offset.direction !== 'on' && (
        <DurationField label="Length" value={offset} onChange={set} error={problemOf('offset')} />
      )}
    </>
  )
}

/** Settings of a wait, of every kind. */
export default function DelayPanel(props: PanelProps) {
  const { values, change, problemOf } = props
  const kind = (values.kind as string) ?? 'duration'
  const timezone = useFlowKind().isOfPeople ? 'person' : 'account'
  return (
    <>
      <Select
        label="Wait"
        data={KINDS}
        value={kind}
        allowDeselect={false}
        onChange={(next) => next && change({ ...CLEARED, ...STARTS[next], ...(next === 'window' && { timezone }) })}
        error={problemOf('kind')}
      />
      {kind === 'duration' && (
        <DurationField
          label="Length"
          value={{ value: values.value as number | undefined, unit: values.unit as string | undefined }}
          onChange={(length) => change({ kind, ...length })}
          error={problemOf('value')}
        />
      )}
      {kind === 'until' && (
        <TextInput
          type="datetime-local"
          label="Date and time"
          description="In your time zone"
          value={localValue(values.at as string)}
          onChange={(event) =>
            change({ at: event.currentTarget.value ? new Date(event.currentTarget.value).toISOString() : undefined })
          }
          error={problemOf('at')}
        />
      )}
      {kind === 'field' && <UntilField {...props} />}
      {kind === 'window' && (
        <>
          <WeekdayPicker
            value={(values.weekdays as number[]) ?? []}
            onChange={(weekdays) => change({ weekdays })}
            error={problemOf('weekdays')}
          />
          <TimeOfDay
            label="Time"
            value={values.at as string | undefined}
            onChange={(at) => change({ at })}
            error={problemOf('at')}
          />
          <ZonePicker value={values.timezone as string} onChange={(timezone) => change({ timezone })} />
        </>
      )}
    </>
  )
}
