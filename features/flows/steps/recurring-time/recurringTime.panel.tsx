import { TextInput } from '@mantine/core'
import { useSignedIn } from '@millrace/kit/web'
import type { Recurrence } from '../../contract/clock/occurrences.ts'
import {
  DurationField,
  type PanelProps,
  Row,
  SegmentPicker,
  TimeOfDay,
  WeekdayPicker,
} from '../../web/inspector/index.ts'
import { NextTimes } from '../../web/times/NextTimes.tsx'
import { nextOf } from '../../web/times/previews.ts'

const UNITS = ['minutes', 'hours', 'days', 'weeks', 'months'] as const

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
      <DurationField
        label="Every"
        units={UNITS}
        value={every}
        onChange={(next) => change({ every: next })}
        error={problemOf('every.value') ?? problemOf('every')}
      />
      <WeekdayPicker
        value={weekdays}
        onChange={(days) => change({ weekdays: days.length ? days : undefined })}
        error={problemOf('weekdays')}
      />
      <Row>
        <TimeOfDay
          label={isShort ? 'Counted from' : 'Time'}
          value={values.at as string | undefined}
          onChange={(at) => change({ at })}
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
        withAll
        value={values.segmentId as number}
        onChange={(segmentId) => change({ segmentId })}
        error={problemOf('segmentId')}
      />
      <NextTimes
        times={preview(values, timezone)}
        note={`In the account's time zone, ${timezone}${values.startsOn ? '' : '; counted from the day on which you set it up'}. All that are in the segment then enter.`}
        none="These settings never come round."
      />
    </>
  )
}
