import { NumberInput, Select, TextInput } from '@mantine/core'
import { useSignedIn } from '@millrace/kit/web'
import type { Recurrence } from '../../contract/clock/occurrences.ts'
import { type PanelProps, Row, SegmentPicker, WeekdayPicker } from '../../web/inspector/index.ts'
import { NextTimes } from '../../web/times/NextTimes.tsx'
import { nextOf } from '../../web/times/previews.ts'

const UNITS = ['minutes', 'hours', 'days', 'weeks', 'months']

/** Nothing, while what is typed is not complete; what is wrong with it is told when it is saved. */
const preview = ({ every, weekdays, at, startsOn }: Partial<Recurrence>, zone: string) => {
  const isShort = every?.unit === 'minutes' || every?.unit === 'hours'
  if (!every || !(every.value >= 1) || every.value > 100_000 || !(isShort || at)) return []
  const kept = { ...(weekdays && { weekdays }), ...(at && { at }), ...(startsOn && { startsOn }) }
  return nextOf({ every, ...kept }, new Date(), zone)
}

/** Settings of the recurring time trigger. */
export default function RecurringTimePanel({ values, change, problemOf }: PanelProps) {
  const { timezone } = useSignedIn()
  const every = (values.every ?? { value: 1, unit: 'days' }) as Recurrence['every']
  const isShort = every.unit === 'minutes' || every.unit === 'hours'
  const weekdays = (values.weekdays as number[] | undefined) ?? []
  return (
    <>
      <Row>
        <NumberInput
          label="Every"
          min={1}
          value={every.value ?? ''}
          onChange={(value) => change({ every: { ...every, value: Number(value) } })}
          error={problemOf('every.value') ?? problemOf('every')}
        />
        <Select
          label="Unit"
          data={UNITS}
          value={every.unit}
          allowDeselect={false}
          onChange={(unit) => unit && change({ every: { ...every, unit } })}
        />
      </Row>
      <WeekdayPicker
        value={weekdays}
        onChange={(days) => change({ weekdays: days.length ? days : undefined })}
        error={problemOf('weekdays')}
      />
      <Row>
        <TextInput
          type="time"
          label={isShort ? 'Counted from' : 'Time'}
          value={(values.at as string) ?? ''}
          onChange={(event) => change({ at: event.currentTarget.value || undefined })}
          error={problemOf('at')}
        />
        <TextInput
          type="date"
          label="First day"
          value={(values.startsOn as string) ?? ''}
          onChange={(event) => change({ startsOn: event.currentTarget.value || undefined })}
          error={problemOf('startsOn')}
        />
      </Row>
      <SegmentPicker
        label="Segment"
        value={values.segmentId as number}
        onChange={(segmentId) => change({ segmentId })}
        error={problemOf('segmentId')}
      />
      <NextTimes
        times={preview(values, timezone)}
        note={`In the account's time zone, ${timezone}${values.startsOn ? '' : '; counted from the day on which you set it up'}. Everybody who is in the segment then enters.`}
        none="These settings never come round."
      />
    </>
  )
}
