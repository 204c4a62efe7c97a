import { type PanelProps, TagPicker } from '../../web/inspector/index.ts'

/** Settings of "Remove tag". */
export default function RemoveTagPanel({ values, change, problemOf }: PanelProps) {
  return (
    <TagPicker label="Tag" value={values.tag as string} onChange={(tag) => change({ tag })} error={problemOf('tag')} />
  )
}
