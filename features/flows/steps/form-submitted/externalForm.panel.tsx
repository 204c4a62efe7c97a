import { TextInput } from '@mantine/core'
import type { PanelProps } from '../../web/inspector/index.ts'

/** Settings of the trigger for forms of other tools. */
export default function ExternalFormPanel({ values, change, problemOf }: PanelProps) {
  return (
    <TextInput
      label="Form"
      description="The name that the other tool reports."
      value={(values.name as string) ?? ''}
      onChange={(event) => change({ name: event.currentTarget.value })}
      error={problemOf('name')}
    />
  )
}
