import { Choice, type PanelProps, SegmentPicker } from '../../web/inspector/index.ts'
import { useFlowKind } from '../../web/kind/flowKind.ts'

const CHANGES = [
  { value: 'entered', label: 'Enters it' },
  { value: 'left', label: 'Leaves it' },
]

/** Settings of the segment trigger. */
export default function SegmentTriggerPanel({ values, change, problemOf }: PanelProps) {
  const { words } = useFlowKind()
  return (
    <>
      <SegmentPicker
        label="Segment"
        value={values.segmentId as number}
        onChange={(segmentId) => change({ segmentId })}
        error={problemOf('segmentId')}
      />
      <Choice
        label={`Starts when a ${words.one}`}
        data={CHANGES}
        value={(values.change as string) ?? 'entered'}
        onChange={(value) => change({ change: value })}
      />
    </>
  )
}
