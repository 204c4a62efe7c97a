import { Hint, type PanelProps, SegmentPicker } from '../../web/inspector/index.ts'

/** Settings of the segment filter. */
export default function SegmentPanel({ values, change, problemOf }: PanelProps) {
  return (
    <>
      <SegmentPicker
        label="Is in the segment"
        value={values.segmentId as number}
        onChange={(segmentId) => change({ segmentId })}
        error={problemOf('segmentId')}
      />
      <Hint>Those in it leave by “yes”, the others by “no”.</Hint>
    </>
  )
}
