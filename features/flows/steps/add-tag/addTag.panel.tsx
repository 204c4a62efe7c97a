import { type PanelProps, TagPicker } from '../../web/inspector/index.ts'

/** Settings of "Add tag". */
export default function AddTagPanel({ values, change, problemOf }: PanelProps) {
  return (
    <TagPicker
      label="Tag"
      value={values.tag as string}
      onChange={(tag) => change({ tag })}
      error={problemOf('tag')}
      description="A tag that is not there yet is made."
    />
  )
}
