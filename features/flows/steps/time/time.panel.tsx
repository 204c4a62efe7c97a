import { TextInput } from '@mantine/core'
import { useSignedIn } from '@millrace/kit/web'
import { momentInWords } from '../../contract/clock/timeWords.ts'
import { Hint, type PanelProps, SegmentPicker } from '../../web/inspector/index.ts'
import { NextTimes } from '../../web/times/NextTimes.tsx'
import { inputOf, momentOfInput } from '../../web/times/previews.ts'

const PAST = 'The time of a time trigger cannot be in the past.'

const untilThen = (ms: number): string => {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  if (minutes < 120) return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `in ${hours} hours` : `in ${Math.round(hours / 24)} days`
}

/** Settings of the time trigger. */
export default function TimePanel({ values, change, problemOf }: PanelProps) {
  const { timezone } = useSignedIn()
  const at = values.at as string | undefined
  const moment = at ? new Date(at) : undefined
  const ahead = moment ? moment.getTime() - Date.now() : 0
  const isPast = moment !== undefined && ahead <= 0
  return (
    <>
      <TextInput
        type="datetime-local"
        label="Date and time"
        description={`In the account's time zone, ${timezone}`}
        value={inputOf(at, timezone)}
        onChange={(event) => change({ at: momentOfInput(event.currentTarget.value, timezone) })}
        error={problemOf('at') ?? (isPast ? PAST : undefined)}
      />
      <SegmentPicker
        label="Segment"
        withAll
        value={values.segmentId as number}
        onChange={(segmentId) => change({ segmentId })}
        error={problemOf('segmentId')}
      />
      <NextTimes
        times={moment && !isPast ? [{ words: momentInWords(moment, timezone), whom: untilThen(ahead) }] : []}
        note="All that are in the segment at that time enter, each once."
        none="There is no time to come."
      />
      <Hint>Whoever came in by this trigger does not come in by it again, even if you move its time.</Hint>
    </>
  )
}
