import { Hint, type PanelProps, TagPicker } from '../../web/inspector/index.ts'

/** Settings of the tag filter. */
export default function HasTagPanel({ values, change, problemOf }: PanelProps) {
  return (
    <>
      <TagPicker
        label="Has the tag"
        value={values.tag as string}
        onChange={(tag) => change({ tag })}
        error={problemOf('tag')}
      />
      <Hint>People who have it leave by “yes”, the others by “no”.</Hint>
    </>
  )
}
