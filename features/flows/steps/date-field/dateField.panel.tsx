import { useSignedIn } from '@millrace/kit/web'
import { isExact, type Offset } from '../../contract/clock/dueDates.ts'
import { Choice, DurationField, FieldPicker, Hint, type PanelProps, TimeOfDay } from '../../web/inspector/index.ts'
import { NextTimes } from '../../web/times/NextTimes.tsx'
import { nextOfDates } from '../../web/times/previews.ts'
import { useFieldTitle } from '../../web/times/useFieldTitle.ts'

const UNITS = ['minutes', 'hours', 'days', 'weeks', 'months'] as const
const SIDES = [
  { value: 'before', label: 'Before' },
  { value: 'on', label: 'On it' },
  { value: 'after', label: 'After' },
]

/** Settings of the date field trigger. */
export default function DateFieldPanel({ values, change, problemOf }: PanelProps) {
  const { timezone } = useSignedIn()
  const field = values.field as string | undefined
  const title = useFieldTitle(field)
  const offset = (values.offset ?? { value: 0, unit: 'days', direction: 'on' }) as Offset
  const set = (changes: Partial<Offset>) => change({ offset: { ...offset, ...changes } })
  const at = values.at as string | undefined
  return (
    <>
      <FieldPicker
        label="Date field"
        isDate
        value={field}
        onChange={(name) => change({ field: name })}
        error={problemOf('field')}
      />
      <Choice
        label="When"
        data={SIDES}
        value={offset.direction}
        onChange={(direction) =>
          set({ direction: direction as Offset['direction'], value: direction === 'on' ? 0 : offset.value || 1 })
        }
      />
      {offset.direction !== 'on' && (
        <DurationField
          label="Length"
          units={UNITS}
          value={offset}
          onChange={(length) => set(length)}
          error={problemOf('offset.value') ?? problemOf('offset')}
        />
      )}
      {!isExact(offset) && (
        <TimeOfDay label="Time" value={at} onChange={(time) => change({ at: time })} error={problemOf('at')} />
      )}
      {isExact(offset) ? (
        <Hint>Counts from the moment that the field tells; a date without a time begins at midnight.</Hint>
      ) : (
        <NextTimes
          times={field && at ? nextOfDates({ name: title ?? field, offset, at }, new Date(), timezone) : []}
          note={`In the person's time zone where it is known, else in ${timezone}. The same date lets nobody in twice.`}
          none="Choose a field and a time."
        />
      )}
    </>
  )
}
