import { useSignedIn } from '@millrace/kit/web'
import { FieldPicker, type PanelProps, TimeOfDay } from '../../web/inspector/index.ts'
import { NextTimes } from '../../web/times/NextTimes.tsx'
import { nextOfYear } from '../../web/times/previews.ts'
import { useFieldTitle } from '../../web/times/useFieldTitle.ts'

/** Settings of the annual trigger. */
export default function AnnualPanel({ values, change, problemOf }: PanelProps) {
  const { timezone } = useSignedIn()
  const field = values.field as string | undefined
  const title = useFieldTitle(field)
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
      <TimeOfDay label="Time" value={at} onChange={(time) => change({ at: time })} error={problemOf('at')} />
      <NextTimes
        times={field && at ? nextOfYear(title ?? field, at, new Date(), timezone) : []}
        note={`In the person's time zone where it is known, else in ${timezone}. 29 February is 28 February in other years.`}
        none="Choose a field and a time."
      />
    </>
  )
}
