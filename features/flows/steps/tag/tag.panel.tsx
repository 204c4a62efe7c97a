import { Choice, type PanelProps, TagPicker } from '../../web/inspector/index.ts'

const CHANGES = [
  { value: 'added', label: 'Added' },
  { value: 'removed', label: 'Removed' },
]

/** Settings of the tag trigger. */
export default function TagPanel({ values, change, problemOf }: PanelProps) {
  return (
    <>
      <TagPicker
        label="Tag"
        value={values.tag as string}
        onChange={(tag) => change({ tag })}
        error={problemOf('tag')}
      />
      <Choice
        label="Starts when it is"
        data={CHANGES}
        value={(values.change as string) ?? 'added'}
        onChange={(value) => change({ change: value })}
      />
    </>
  )
}
